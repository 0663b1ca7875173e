package dev.loomweight.capture;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of {@code owners.txt}: who owns the locks that the threads of a JVM wait for. The last line is how many locks there
 * are, by which a text that was cut short is recognized.
 *
 * <p>An instance reads lines one by one.
 */
public final class OwnersText {

    /** The first line, by which the format is recognized. */
    public static final String TITLE = "# Owners of locks, by Loomweight";

    private static final String HEADER = TITLE + "\n"
            + "# lock CLASS@HASH STATE, and below it its owner and those who wait for it, if any:\n"
            + "#   owner THREAD alive|ended NAME\n"
            + "#   waiters THREAD THREAD ...\n"
            + "# THREAD: the thread's id, as in thread dumps. HASH: as in thread dumps of the same process.\n";

    private static final int LONGEST_NAME = 200;
    private static final int WAITERS_OF_LINE = 100;
    private static final int MOST_LOCKS = 1_000_000;
    private static final Pattern LOCK = Pattern.compile("lock (\\S{1,2000})@([0-9a-f]{1,16}) (-?\\d{1,19})");
    private static final Pattern OWNER = Pattern.compile("owner (\\d{1,18}) (alive|ended) ?(.*)");
    private static final Pattern WAITERS = Pattern.compile("waiters((?: \\d{1,18})+)");

    private final List<Lock> locks = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private @Nullable Instant time;
    private @Nullable Lock open;
    private boolean complete;

    /**
     * A lock.
     *
     * @param className its class, as {@link Class#getName} has it
     * @param hash its identity hash code, in hexadecimal digits
     * @param state what it counts: permits of a semaphore, holds of a lock; 0 where it counts nothing
     * @param owner the id of the thread that owns it, or 0 for none
     * @param ownerEnded whether that has ended
     * @param ownerName its name; empty where it has none
     * @param waiters the ids of those who wait
     */
    public record Lock(
            String className,
            String hash,
            long state,
            long owner,
            boolean ownerEnded,
            String ownerName,
            List<Long> waiters) {

        public Lock {
            waiters = List.copyOf(waiters);
        }
    }

    /** For reading. */
    public OwnersText() {}

    /**
     * Writes a complete text.
     *
     * @param time when the owners were read
     */
    public static void write(Instant time, List<Lock> locks, Appendable to) throws IOException {
        to.append(HEADER).append("time ").append(time.toString()).append('\n');
        for (Lock lock : locks) {
            to.append("lock " + lock.className + "@" + lock.hash + " " + lock.state + "\n");
            if (lock.owner != 0) {
                String name = plain(lock.ownerName);
                to.append("owner " + lock.owner + (lock.ownerEnded ? " ended" : " alive"));
                to.append(name.isEmpty() ? "\n" : " " + name + "\n");
            }
            for (int i = 0; i < lock.waiters.size(); i++) {
                to.append(i % WAITERS_OF_LINE == 0 ? (i == 0 ? "waiters " : "\nwaiters ") : " ");
                to.append(lock.waiters.get(i).toString());
            }
            if (!lock.waiters.isEmpty()) {
                to.append('\n');
            }
        }
        to.append("locks ").append(Integer.toString(locks.size())).append('\n');
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

    /** Takes the next line of a text. */
    public void line(String text) {
        if (text.startsWith("#") || text.isBlank()) {
            return;
        }
        var lock = LOCK.matcher(text);
        if (lock.matches() && locks.size() < MOST_LOCKS) {
            close();
            open = new Lock(lock.group(1), lock.group(2), number(lock.group(3)), 0, false, "", List.of());
            return;
        }
        if (text.startsWith("time ")) {
            time = time(text.substring("time ".length()));
            return;
        }
        Lock of = open;
        var owner = OWNER.matcher(text);
        var waiters = WAITERS.matcher(text);
        if (of != null && owner.matches()) {
            open = new Lock(
                    of.className,
                    of.hash,
                    of.state,
                    number(owner.group(1)),
                    owner.group(2).equals("ended"),
                    owner.group(3),
                    of.waiters);
        } else if (of != null && waiters.matches()) {
            List<Long> all = new ArrayList<>(of.waiters);
            for (String id : waiters.group(1).strip().split(" ", -1)) {
                all.add(number(id));
            }
            open = new Lock(of.className, of.hash, of.state, of.owner, of.ownerEnded, of.ownerName, all);
        } else if (text.startsWith("locks ")) {
            close();
            complete = text.equals("locks " + locks.size());
        } else {
            unknown.add(text);
        }
    }

    private static @Nullable Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void close() {
        if (open != null) {
            locks.add(open);
            open = null;
        }
    }

    /** The locks that were read; of a text that was cut short, the last may lack those who wait. */
    public List<Lock> locks() {
        close();
        return List.copyOf(locks);
    }

    /** When the owners were read, or null where the text does not say so. */
    public @Nullable Instant time() {
        return time;
    }

    /** Whether the text has its end. */
    public boolean complete() {
        return complete;
    }

    /** Lines of no known form. */
    public List<String> unknown() {
        return List.copyOf(unknown);
    }
}
