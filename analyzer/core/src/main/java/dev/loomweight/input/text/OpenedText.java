package dev.loomweight.input.text;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.Dress;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text file of which is known what it is, without what surrounds its lines. Bare texts, which are nearly all and can be large,
 * are read as they are.
 */
final class OpenedText {

    private final Path file;
    private final String shown;
    private final @Nullable Dress dress;
    private final TextSniffer sniffer;

    private OpenedText(Path file, String shown, @Nullable Dress dress, TextSniffer sniffer) {
        this.file = file;
        this.shown = shown;
        this.dress = dress;
        this.sniffer = sniffer;
    }

    /**
     * Finds out what a file is.
     *
     * @param shown what messages call it
     * @throws DataException if it cannot be read
     */
    static OpenedText of(Path file, String shown) {
        TextSniffer bare = TextFiles.read(file, shown, TextSniffer::over);
        if (!bare.mayBeDressed()) {
            return new OpenedText(file, shown, null, bare);
        }
        Dress dress = TextFiles.readDressed(file, shown, lines -> Dress.of(lines, TextFormat::isSignOfAny));
        TextFiles.readDressed(
                file,
                shown,
                lines -> TextFiles.readDressed(file, shown, again -> {
                    dress.learnWrapping(lines, again);
                    return dress;
                }));
        TextSniffer undressed = TextFiles.readDressed(file, shown, lines -> TextSniffer.over(dress.off(lines)));
        return undressed.formats().isEmpty()
                ? new OpenedText(file, shown, null, bare)
                : new OpenedText(file, shown, dress, undressed);
    }

    /** What it is. */
    TextSniffer sniffer() {
        return sniffer;
    }

    /** What a user must know of what surrounds its lines. */
    List<String> notes() {
        return dress == null ? List.of() : dress.notes();
    }

    /**
     * Reads its lines.
     *
     * @param kept what is left of them where something surrounds them
     */
    <T> T read(Dress.Kept kept, Function<LineCursor, T> reading) {
        Dress around = dress;
        return around == null
                ? TextFiles.read(file, shown, reading)
                : TextFiles.readDressed(file, shown, lines -> reading.apply(around.off(lines, kept)));
    }
}
