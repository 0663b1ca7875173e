package dev.loomweight.samples.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * 200 MB of direct byte buffers, as servers keep for their connections. None of it is in the heap, so {@code -Xmx} does not
 * bound it; NMT counts it as Other, and a class histogram shows a few small objects.
 */
public final class DirectBuffers {

    private static final int BUFFERS = 50;
    private static final int BUFFER_BYTES = 4 << 20;

    private DirectBuffers() {}

    /**
     * Plays the sample.
     *
     * @param args none
     * @throws Exception if the cues cannot be read
     */
    public static void main(String[] args) throws Exception {
        Stage.play(DirectBuffers::buffers);
    }

    /** A new direct buffer is filled with zeros, so all of it is resident from the start. */
    private static List<ByteBuffer> buffers() {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < BUFFERS; i++) {
            buffers.add(ByteBuffer.allocateDirect(BUFFER_BYTES));
        }
        return buffers;
    }
}
