package dev.loomweight.launch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails once it has given more than it should: its other end is not trusted to stop. */
final class BoundedInput extends FilterInputStream {

    private final long mostBytes;
    private long bytes;

    /**
     * @param in where it comes from; closed with this
     * @param mostBytes how much may come, in bytes
     */
    BoundedInput(InputStream in, long mostBytes) {
        super(in);
        this.mostBytes = mostBytes;
    }

    @Override
    public int read() throws IOException {
        int read = in.read();
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = in.read(buffer, offset, length);
        count(Math.max(0, read));
        return read;
    }

    private void count(int read) throws IOException {
        bytes += read;
        if (bytes > mostBytes) {
            throw new IOException("the answer has more than " + mostBytes + " bytes");
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
