package dev.loomweight.capture;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * The lines of {@code owners.txt}: who owns the locks that the threads of a JVM wait for. The last line is how many locks there
 * are, by which a text that was cut short is recognized.
 */
public final class OwnersText {

    /** The first line, by which the format is recognized. */
    public static final String TITLE = "# Owners of locks, by Loomweight";

    private static final String HEADER = TITLE + "\n"
            + "# lock CLASS@HASH STATE, and below it its owner and those who wait for it, if any:\n"
            + "#   owner THREAD alive|ended NAME\n"
            + "#   waiters THREAD THREAD ...\n"
            + "#   signalled THREAD THREAD ...: those of the waiters that were unparked and have not asked again\n"
            + "#   pool THREAD THREAD ...: of the result of a task that is in the queue of a pool, all threads of that pool\n"
            + "# woken THREAD THREAD ...: virtual threads that could run and have no carrier, if any\n"
            + "# moved THREAD THREAD ...: threads that waited or owned otherwise a moment before, if any\n"
            + "# THREAD: the thread's id, as in thread dumps. HASH: as in thread dumps of the same process.\n";

    private static final int LONGEST_NAME = 200;
    private static final int THREADS_OF_LINE = 100;

    private OwnersText() {}

    /**
     * A lock.
     *
     * @param className its class, as {@link Class#getName} has it
     * @param hash its identity hash code, in hexadecimal digits
     * @param state what it counts: permits of a semaphore, holds of a lock, how far a {@code FutureTask} is; 1 for a
     *     {@code CompletableFuture.Signaller} that has been signalled; 0 where it counts nothing
     * @param owner the id of the thread that owns it, or 0 for none
     * @param ownerEnded whether that has ended
     * @param ownerName its name; empty where it has none
     * @param waiters the ids of those who wait
     * @param signalled those of them that were unparked, and have not set out to park again
     * @param pool of the result of a task that is in the queue of a pool, the ids of all threads of that pool
     */
    public record Lock(
            String className,
            String hash,
            long state,
            long owner,
            boolean ownerEnded,
            String ownerName,
            List<Long> waiters,
            List<Long> signalled,
            List<Long> pool) {

        public Lock {
            waiters = List.copyOf(waiters);
            signalled = List.copyOf(signalled);
            pool = List.copyOf(pool);
        }
    }

    /**
     * What was read.
     *
     * @param time when
     * @param locks the locks
     * @param woken the ids of the virtual threads that were woken and have no carrier
     * @param moved the ids of the threads that waited or owned otherwise a moment before
     */
    public record Read(Instant time, List<Lock> locks, Collection<Long> woken, Collection<Long> moved) {

        public Read {
            locks = List.copyOf(locks);
            woken = List.copyOf(woken);
            moved = List.copyOf(moved);
        }
    }

    /** Writes a complete text. */
    public static void write(Read read, Appendable to) throws IOException {
        to.append(HEADER).append("time ").append(read.time.toString()).append('\n');
        for (Lock lock : read.locks) {
            to.append("lock " + lock.className + "@" + lock.hash + " " + lock.state + "\n");
            if (lock.owner != 0) {
                String name = plain(lock.ownerName);
                to.append("owner " + lock.owner + (lock.ownerEnded ? " ended" : " alive"));
                to.append(name.isEmpty() ? "\n" : " " + name + "\n");
            }
            threads("waiters ", lock.waiters, to);
            threads("signalled ", lock.signalled, to);
            threads("pool ", lock.pool, to);
        }
        threads("woken ", read.woken, to);
        threads("moved ", read.moved, to);
        to.append("locks ").append(Integer.toString(read.locks.size())).append('\n');
    }

    private static void threads(String word, Collection<Long> ids, Appendable to) throws IOException {
        int i = 0;
        for (long id : ids) {
            to.append(i % THREADS_OF_LINE == 0 ? (i == 0 ? word : "\n" + word) : " ")
                    .append(Long.toString(id));
            i++;
        }
        to.append(i == 0 ? "" : "\n");
    }

    // A name can hold anything, such as ends of lines.
    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < Math.min(name.length(), LONGEST_NAME); i++) {
            char c = name.charAt(i);
            plain.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return plain.toString().strip();
    }
}
