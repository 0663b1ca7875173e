package dev.loomweight.input.text.lines;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The content of a file in gzip's format, up to where it is cut off or damaged, and up to a limit. */
public final class UnpackedInput extends InputStream {

    private final InputStream in;
    private final Consumer<String> notes;
    private long leftBytes;
    private boolean ended;

    /**
     * @param mostBytes what is unpacked at most, in bytes
     * @param notes gets why it ends before its end, once
     * @throws IOException if it is not in that format
     */
    public UnpackedInput(InputStream packed, long mostBytes, Consumer<String> notes) throws IOException {
        this.in = new GZIPInputStream(packed, 1 << 16);
        this.leftBytes = mostBytes;
        this.notes = notes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (ended) {
            return -1;
        }
        int read;
        try {
            read = in.read(into, from, length);
        } catch (EOFException e) {
            return end("the compressed file is cut off");
        } catch (ZipException e) {
            return end("the compressed file is damaged");
        }
        leftBytes -= Math.max(0, read);
        if (leftBytes < 0) {
            return end(
                    "its content is larger than the limit, and was read up to that; raise it with --max-unpacked SIZE");
        }
        return read;
    }

    private int end(String why) {
        ended = true;
        notes.accept(why);
        return -1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
