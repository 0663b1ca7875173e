package dev.loomweight.input.text;

import dev.loomweight.capture.OwnersText;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import dev.loomweight.sample.Dumps.LockOwners.Owner;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code owners.txt}: who owns the locks that threads wait for, as the agent reads it in the process. */
final class LockOwnersText {

    private static final Pattern LOCK = Pattern.compile("lock (\\S{1,2000})@([0-9a-f]{1,16}) (-?\\d{1,18})");
    private static final Pattern OWNER = Pattern.compile("owner (\\d{1,18}) (alive|ended) ?(.*)");
    private static final Pattern THREADS = Pattern.compile("(?:waiters|signalled|pool|woken|moved)((?: \\d{1,18})+)");
    private static final String WOKEN = "woken ";
    private static final String MOVED = "moved ";
    private static final String SIGNALLED = "signalled ";
    private static final String POOL = "pool ";
    private static final String END = "locks ";
    private static final String TIME = "time ";

    private final List<Owned> locks = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<Long> waiters = new ArrayList<>();
    private final List<Long> signalled = new ArrayList<>();
    private final List<Long> pool = new ArrayList<>();
    private final List<Long> woken = new ArrayList<>();
    private final List<Long> moved = new ArrayList<>();
    private DumpedThread.@Nullable Lock lock;
    private @Nullable Owner owner;
    private long state;
    private @Nullable Instant time;
    private boolean complete;

    private LockOwnersText() {}

    static boolean isSign(String text) {
        return text.equals(OwnersText.TITLE);
    }

    /** The owners, with the notes for the coverage; of a text that was cut short, those that are there. */
    static TextRead read(LineCursor lines) {
        LockOwnersText reader = new LockOwnersText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            reader.line(line.stripTrailing());
        }
        reader.close();
        List<String> notes = new ArrayList<>();
        TextRead.quote(notes, reader.unknown, "unknown lines in owners.txt");
        if (!reader.complete) {
            notes.add(TextRead.missing("owners.txt is truncated: owners and waiting threads are missing"));
        }
        return TextRead.of(
                new LockOwners(
                        LockOwners.From.AGENT,
                        // Who is missing in a text that was cut short may have waited.
                        reader.complete ? reader.time : null,
                        reader.locks,
                        reader.woken,
                        reader.moved),
                notes);
    }

    private void line(String text) {
        if (text.startsWith(TIME)) {
            time = time(text.substring(TIME.length()));
            return;
        }
        if (text.startsWith("#") || text.isBlank()) {
            return;
        }
        Matcher begins = LOCK.matcher(text);
        Matcher owned = OWNER.matcher(text);
        Matcher threads = THREADS.matcher(text);
        if (begins.matches()) {
            close();
            lock = new DumpedThread.Lock(begins.group(1), begins.group(2));
            state = Long.parseLong(begins.group(3));
        } else if (lock != null && owned.matches()) {
            owner = new Owner(
                    Long.parseLong(owned.group(1)),
                    owned.group(3),
                    owned.group(2).equals("ended"));
        } else if ((lock != null || text.startsWith(WOKEN) || text.startsWith(MOVED)) && threads.matches()) {
            List<Long> of = of(text);
            for (String id : threads.group(1).strip().split(" ", -1)) {
                of.add(Long.parseLong(id));
            }
        } else if (text.startsWith(END)) {
            close();
            complete = text.equals(END + locks.size());
        } else {
            unknown.add(text);
        }
    }

    private static @Nullable Instant time(String text) {
        try {
            return Instant.parse(text.strip());
        } catch (DateTimeParseException e) {
            // Cut off.
            return null;
        }
    }

    private List<Long> of(String text) {
        return text.startsWith(WOKEN)
                ? woken
                : text.startsWith(MOVED)
                        ? moved
                        : text.startsWith(SIGNALLED) ? signalled : text.startsWith(POOL) ? pool : waiters;
    }

    private void close() {
        if (lock != null) {
            locks.add(new Owned(lock, owner, state, waiters, signalled, pool));
        }
        lock = null;
        owner = null;
        waiters.clear();
        signalled.clear();
        pool.clear();
    }
}
