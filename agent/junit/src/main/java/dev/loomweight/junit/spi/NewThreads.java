package dev.loomweight.junit.spi;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which threads a test, or a class of tests, created: by their ids, which the JVM hands out in order. Thread-safe: a test
 * has several threads that create others.
 */
public final class NewThreads {

    private final long first;
    private long last;
    // Of those whose origin is not known, under null.
    private final Map<@Nullable ThreadOrigin, Notes> notes = new HashMap<>();
    private final Map<ThreadOrigin, Notes> through = new HashMap<>();
    private List<PlatformThread> platform = List.of();

    /** Of a test that begins now. */
    public NewThreads() {
        this(nextId(), 0);
    }

    /**
     * Of a test that has ended.
     *
     * @param first an id smaller than those of all threads created since its start; 0 if it is not known
     * @param last an id larger than those of all threads created before its end; 0 if it is not known
     * @param notes what was noted
     */
    public NewThreads(long first, long last, long... notes) {
        this.first = first;
        this.last = last;
        for (long note : notes) {
            note(note, null);
        }
    }

    /**
     * An id that no thread has or gets: larger than those of all threads that were created before, smaller than those of
     * all that are created later. Takes well under a microsecond.
     *
     * @return the id, positive
     */
    @SuppressWarnings("deprecation") // its successor is not in Java 11
    public static long nextId() {
        // Never started; inherits nothing.
        return new Thread(null, null, "", 0, false).getId();
    }

    /**
     * Notes that a thread is created for the test.
     *
     * @param id what {@link #nextId()} gave right after the thread had drawn its own
     * @param origin by what code; null where that is of no interest
     */
    public synchronized void note(long id, @Nullable ThreadOrigin origin) {
        notes.computeIfAbsent(origin, key -> new Notes()).add(id);
    }

    /**
     * Notes that a thread is created by one that the test had created, and that may serve others.
     *
     * @param id what {@link #nextId()} gave right after the thread had drawn its own
     * @param origin by what code
     */
    public synchronized void noteThrough(long id, ThreadOrigin origin) {
        through.computeIfAbsent(origin, key -> new Notes()).add(id);
    }

    /** The test ends now; threads that it leaves may create others. */
    public synchronized void end() {
        last = nextId();
    }

    /**
     * Takes the platform threads that are alive when it ends.
     *
     * @param alive those that were created since its start, by whomever
     */
    public synchronized void leave(List<PlatformThread> alive) {
        platform = List.copyOf(alive);
    }

    /** {@return an id smaller than those of all threads created since its start, or 0 if it is not known} */
    public long first() {
        return first;
    }

    /** {@return an id larger than those of all threads created before its end, or 0 if it is not known} */
    public synchronized long last() {
        return last;
    }

    /** {@return for each thread that is known to have been created for the test an id drawn right after its own; in no order} */
    public synchronized long[] notes() {
        return all(notes.values());
    }

    /** {@return the same of threads that others created which the test had created, and which may serve others} */
    public synchronized long[] through() {
        return all(through.values());
    }

    /** {@return by what code these and those were created, for each id that is noted, where it is known} */
    public synchronized Map<Long, ThreadOrigin> origins() {
        Map<Long, ThreadOrigin> origins = new HashMap<>();
        through.forEach((origin, some) -> put(origins, origin, some));
        notes.forEach((origin, some) -> {
            if (origin != null) {
                put(origins, origin, some);
            }
        });
        return origins;
    }

    /** {@return the platform threads that were alive when it ended and were created since its start, where that was asked} */
    public synchronized List<PlatformThread> platform() {
        return platform;
    }

    private static void put(Map<Long, ThreadOrigin> origins, ThreadOrigin origin, Notes some) {
        for (long id : some.all()) {
            origins.put(id, origin);
        }
    }

    private static long[] all(Collection<Notes> some) {
        return some.stream().flatMapToLong(each -> Arrays.stream(each.all())).toArray();
    }

    /** Ids, those of threads that are created one after another in little room. */
    private static final class Notes {

        private static final int FIRST_SIZE = 8;

        // What a note and the next are apart where nothing else draws ids: that of the thread, and the note's own.
        private static final long STEP = 2;

        // Pairs: of notes that are STEP apart the first and the last.
        private long[] runs = new long[FIRST_SIZE];
        private int size;

        void add(long id) {
            if (size > 0 && runs[size - 1] + STEP == id) {
                runs[size - 1] = id;
                return;
            }
            if (size == runs.length) {
                runs = Arrays.copyOf(runs, 2 * size);
            }
            runs[size++] = id;
            runs[size++] = id;
        }

        long[] all() {
            int count = 0;
            for (int i = 0; i < size; i += 2) {
                count += Math.toIntExact((runs[i + 1] - runs[i]) / STEP) + 1;
            }
            long[] all = new long[count];
            int next = 0;
            for (int i = 0; i < size; i += 2) {
                for (long id = runs[i]; id <= runs[i + 1]; id += STEP) {
                    all[next++] = id;
                }
            }
            return all;
        }
    }
}
