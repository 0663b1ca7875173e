package dev.loomweight.bytecode;

import java.util.Arrays;

/** A class file that was found, unread. */
final class ClassBytes {

    private final String origin;
    private final byte[] bytes;

    /**
     * Keeps the bytes, without a copy.
     *
     * @param origin the file, as messages name it: {@code lib/cart.jar}, {@code app.jar!/BOOT-INF/lib/cart.jar}
     */
    ClassBytes(String origin, byte[] bytes) {
        this.origin = origin;
        this.bytes = bytes;
    }

    /** The file that it is in, as messages name it. */
    String origin() {
        return origin;
    }

    /** The bytes, not copied: do not change them. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are the same, wherever they are. */
    boolean sameAs(ClassBytes other) {
        return Arrays.equals(bytes, other.bytes);
    }
}
