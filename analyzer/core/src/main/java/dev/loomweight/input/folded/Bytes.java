package dev.loomweight.input.folded;

import java.nio.ByteBuffer;

/** Numbers of a fixed length. */
final class Bytes {

    private Bytes() {}

    static byte[] of(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    static int toInt(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }
}
