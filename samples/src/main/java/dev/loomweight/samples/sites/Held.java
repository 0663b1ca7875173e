package dev.loomweight.samples.sites;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Arrays that threads hold in several ways while they wait. */
final class Held {

    private static final int HEADER_BYTES = 16;
    private static final int ALIGNMENT_BYTES = 8;

    private static final ThreadLocal<byte[]> LOCAL = new ThreadLocal<>();

    /** From whom threads take what they share: nothing else may hold it when all have it. */
    private static volatile byte @Nullable [] common;

    private Held() {}

    /** The size of an array of bytes, header included, with a header of 16 bytes (compressed class pointers). */
    static long arrayBytes(int length) {
        return HEADER_BYTES + (long) (length + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    /** Waits with an array of its own that only the stack holds. */
    static void onTheStack(int bytes, Semaphore gate) {
        byte[] buffer = new byte[bytes];
        buffer[0] = (byte) gate.availablePermits();
        gate.acquireUninterruptibly();
        // The array is used after the wait, so that compiled code keeps it too.
        if (buffer[0] + buffer[bytes - 1] < 0) {
            throw new IllegalStateException("the array is not what it was");
        }
    }

    /** Keeps an array of its own in a thread-local. */
    static void inALocal(int bytes) {
        LOCAL.set(new byte[bytes]);
    }

    /** Makes what the threads started next share. */
    static void share(int bytes) {
        common = new byte[bytes];
    }

    /** What is shared; to be kept in a variable. */
    static byte @Nullable [] shared() {
        return common;
    }

    /** Lets go of what is shared. */
    static void forget() {
        common = null;
    }

    /** Uses what is shared after the wait. */
    static void use(byte @Nullable [] shared) {
        if (shared != null && shared[0] != 0) {
            throw new IllegalStateException("the array is not what it was");
        }
    }
}
