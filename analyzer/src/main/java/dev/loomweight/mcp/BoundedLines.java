package dev.loomweight.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8, of limited length: of a longer one, nothing is kept. */
final class BoundedLines {

    /** The maximum length of a line, in bytes. */
    static final int MAX_BYTES = 1 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[8192];
    private int next;
    private int end;

    /** @param in read to its end, and not closed */
    BoundedLines(InputStream in) {
        this.in = in;
    }

    /**
     * One line.
     *
     * @param text without its end; null if there is no such text
     * @param fault why there is none; empty if there is
     */
    record Line(@Nullable String text, String fault) {}

    /**
     * Reads the next line; the last one needs no end.
     *
     * @return null at the end of the input
     */
    @Nullable
    Line next() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        boolean any = false;
        boolean tooLong = false;
        while (next < end || fill()) {
            any = true;
            int from = next;
            while (next < end && buffer[next] != '\n') {
                next++;
            }
            tooLong |= bytes.size() + next - from > MAX_BYTES;
            if (!tooLong) {
                bytes.write(buffer, from, next - from);
            }
            if (next < end) {
                next++;
                return line(bytes, tooLong);
            }
        }
        return any ? line(bytes, tooLong) : null;
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    private static Line line(ByteArrayOutputStream bytes, boolean tooLong) {
        if (tooLong) {
            return new Line(null, "the line is longer than " + (MAX_BYTES >> 20) + " MB");
        }
        try {
            // Malformed bytes are refused: a path of replaced characters would be another path.
            return new Line(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT)
                            .decode(ByteBuffer.wrap(bytes.toByteArray()))
                            .toString(),
                    "");
        } catch (CharacterCodingException e) {
            return new Line(null, "the line is not UTF-8");
        }
    }
}
