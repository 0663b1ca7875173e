package dev.loomweight.junit.spi;

import java.util.Arrays;

/**
 * Which threads a test, or a class of tests, created: by their ids, which the JVM hands out in order. Thread-safe: a test
 * has several threads that create others.
 */
public final class NewThreads {

    private static final int FIRST_SIZE = 8;

    // What a note and the next are apart where nothing else draws ids: that of the thread, and the note's own.
    private static final long STEP = 2;

    private final long first;
    private long last;
    // Pairs: of notes that are STEP apart the first and the last.
    private long[] runs = new long[FIRST_SIZE];
    private int size;

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
            note(note);
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
     */
    public synchronized void note(long id) {
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

    /** The test ends now; threads that it leaves may create others. */
    public synchronized void end() {
        last = nextId();
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
        int count = 0;
        for (int i = 0; i < size; i += 2) {
            count += Math.toIntExact((runs[i + 1] - runs[i]) / STEP) + 1;
        }
        long[] notes = new long[count];
        int next = 0;
        for (int i = 0; i < size; i += 2) {
            for (long id = runs[i]; id <= runs[i + 1]; id += STEP) {
                notes[next++] = id;
            }
        }
        return notes;
    }
}
