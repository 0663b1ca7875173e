package dev.loomweight.classfiles;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A class file that was found, unread. */
public final class ClassBytes {

    private final String origin;
    private final byte[] bytes;
    private final @Nullable Archive archive;

    /**
     * Keeps the bytes, without a copy.
     *
     * @param origin the file, as messages name it: {@code lib/cart.jar}, {@code app.jar!/BOOT-INF/lib/cart.jar}
     * @param bytes its bytes
     */
    public ClassBytes(String origin, byte[] bytes) {
        this(origin, bytes, null);
    }

    /**
     * Keeps the bytes, without a copy.
     *
     * @param origin the file, as messages name it
     * @param bytes its bytes
     * @param archive what it was found in, or null where that is nothing
     */
    public ClassBytes(String origin, byte[] bytes, @Nullable Archive archive) {
        this.origin = origin;
        this.bytes = bytes;
        this.archive = archive;
    }

    /** What it was found in, or null where that is nothing. */
    public @Nullable Archive archive() {
        return archive;
    }

    /** The file that it is in, as messages name it. */
    public String origin() {
        return origin;
    }

    /** The bytes, not copied: do not change them. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are the same, wherever they are. */
    public boolean sameAs(ClassBytes other) {
        return Arrays.equals(bytes, other.bytes);
    }
}
