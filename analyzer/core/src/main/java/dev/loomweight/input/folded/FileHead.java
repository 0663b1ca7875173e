package dev.loomweight.input.folded;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How files of folds begin: eight bytes that say what is in them, the version of the form, and the version of the program
 * that wrote them.
 */
enum FileHead {
    /** Folds of processes: {@link FoldedUnits}. */
    UNITS('F', FoldedUnits.SCHEMA_VERSION),
    /** Sums of many recordings: {@link SumsBytes}. */
    SUMS('S', SumsBytes.SCHEMA_VERSION);

    private static final int LENGTH = 8;
    private static final int LONGEST_WRITER = 40;

    private final char letter;
    private final int version;

    FileHead(char letter, int version) {
        this.letter = letter;
        this.version = version;
    }

    // What is changed on the way by programs that take a file for text shows in the line ends.
    private byte[] magic() {
        return new byte[] {(byte) 0x8C, 'L', 'W', (byte) letter, '\r', '\n', 0x1A, '\n'};
    }

    /** Whether bytes begin so. */
    boolean begins(byte[] bytes) {
        return bytes.length >= LENGTH && Arrays.equals(bytes, 0, LENGTH, magic(), 0, LENGTH);
    }

    /** Whether a file begins so; not if it cannot be read. */
    boolean begins(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return begins(in.readNBytes(LENGTH));
        } catch (IOException e) {
            // Its reading will say why.
            return false;
        }
    }

    void writeTo(ByteSink sink) {
        sink.raw(magic());
        sink.unsigned(version);
        byte[] writer = writer().getBytes(StandardCharsets.UTF_8);
        sink.unsigned(writer.length);
        sink.raw(writer);
    }

    /**
     * Reads it.
     *
     * @param view of bytes that begin so
     * @throws DataException if they are of another version
     */
    void read(ByteView view) {
        view.raw(LENGTH);
        long found = view.unsigned();
        String writer = new String(view.raw(view.count()), StandardCharsets.UTF_8).replaceAll("[^\\w.+-]", "?");
        if (found < version) {
            throw new DataException(
                    "the fold " + view.name() + " was made by a version before the release; fold the recordings again");
        }
        if (found > version) {
            throw new DataException("the fold " + view.name() + " is of schema version " + found
                    + ", written by loomweight "
                    + (writer.length() > LONGEST_WRITER ? "?" : writer) + ", and this loomweight reads version "
                    + version + "; fold the recordings again, or read it with that version");
        }
    }

    /** The version of this program. */
    static String writer() {
        String version = FileHead.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
