package dev.loomweight.watch;

import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;

/** What a terminal shows. */
public final class Screens {

    private Screens() {}

    /**
     * The lines of a screen, without the blanks at their ends.
     *
     * @param sent all that was sent to it
     */
    public static List<String> shown(String sent, Size size) {
        ScreenTerminal screen = new ScreenTerminal(size.getColumns(), size.getRows());
        screen.write(sent);
        long[] cells = new long[size.getColumns() * size.getRows()];
        screen.dump(cells, new int[2]);
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < size.getRows(); row++) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < size.getColumns(); column++) {
                int codePoint = ScreenTerminal.cellCodePoint(cells[row * size.getColumns() + column]);
                // The second half of a wide character.
                if (codePoint != 0) {
                    line.appendCodePoint(codePoint);
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
