package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.Pollers;
import java.util.List;

/**
 * {@code Thread.vthread_pollers}, JDK 24 and later: lines such as {@code [0] sun.nio.ch.EPollPoller@1a70913f [registered = 1,
 * owner = VirtualThread[#26,SubPoller-0]/runnable]}. There is a master poller where the others are virtual threads; one that has
 * not begun is no owner yet.
 */
final class PollersText {

    private static final String REGISTERED = "[registered = ";
    private static final String MASTER = "Master I/O poller";
    private static final String VIRTUAL = "owner = VirtualThread[";

    private PollersText() {}

    /** Whether a line, stripped, is a poller's. */
    static boolean isSign(String text) {
        int name = text.indexOf("Poller@");
        // More than one of a kind have a number before them.
        int begin = text.startsWith("[") ? text.indexOf("] ") + 2 : 0;
        return name > 0 && text.indexOf(' ', begin) > name && text.contains(REGISTERED) && text.contains(", owner = ");
    }

    /** What all pollers have together; nothing where there is none. */
    static TextRead read(LineCursor lines) {
        boolean found = false;
        boolean virtual = false;
        boolean master = false;
        long registered = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (isSign(text)) {
                found = true;
                virtual |= master || text.contains(VIRTUAL);
                // What a master waits for is pollers.
                registered += master ? 0 : registered(text);
                master = false;
            } else if (text.startsWith(MASTER)) {
                master = true;
            }
        }
        return found ? TextRead.of(new Pollers(virtual, registered), List.of()) : new TextRead(List.of(), List.of());
    }

    private static long registered(String text) {
        LineScanner scan = new LineScanner();
        scan.over(text);
        scan.before(REGISTERED);
        scan.expect(REGISTERED);
        long value = scan.number();
        return scan.failed() ? 0 : value;
    }
}
