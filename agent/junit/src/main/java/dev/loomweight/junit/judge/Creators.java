package dev.loomweight.junit.judge;

import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.TestSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who created a thread, by what was noted right after its id was drawn: the note has the next id. Two that create threads
 * at the same moment may both draw before either notes; the later note then has no thread's id before it, and both may
 * have created either.
 */
final class Creators {

    // By how many others a note can be overtaken: whoever wrote it lost its processor just before.
    private static final int MAX_LATE_CREATORS = 1024;

    /** By their ids: also those that only count, of starts and ends. */
    private record Note(long id, int test) {
        private static final int OF_NONE = -1;
    }

    private final long[] notes;
    private final int[] tests;
    // Of each note, how many ids of threads were drawn since the note before: of a late one none.
    private final long[] drawn;

    Creators(List<TestSpan> all) {
        List<Note> sorted = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            int test = i;
            NewThreads threads = all.get(i).newThreads();
            Arrays.stream(threads.notes()).forEach(id -> sorted.add(new Note(id, test)));
            sorted.add(new Note(threads.first(), Note.OF_NONE));
            sorted.add(new Note(threads.last(), Note.OF_NONE));
        }
        sorted.sort(Comparator.comparingLong(Note::id));
        int size = (int) sorted.stream().filter(note -> note.test() >= 0).count();
        notes = new long[size];
        tests = new int[size];
        drawn = new long[size];
        int next = 0;
        long before = 0;
        long ids = 0;
        for (Note note : sorted) {
            ids += Math.max(0, note.id() - before - 1);
            before = note.id();
            if (note.test() >= 0) {
                notes[next] = note.id();
                tests[next] = note.test();
                drawn[next++] = ids;
                ids = 0;
            }
        }
    }

    /**
     * The tests that can have created a thread.
     *
     * @param thread its id
     * @return their numbers; empty where it is not known: of a thread that inherits nothing, or that another thread than a
     *     test's own or its task's created
     */
    Set<Integer> of(long thread) {
        int found = Arrays.binarySearch(notes, thread);
        int at = -found - 1;
        if (found >= 0 || at == notes.length) {
            return Set.of();
        }
        TreeSet<Integer> creators = new TreeSet<>();
        // As many of the ids before this note as it does not take itself can be those of late ones.
        long left = drawn[at] - 1;
        for (int late = at + 1; left > 0 && late < notes.length && late <= at + MAX_LATE_CREATORS; late++) {
            if (drawn[late] == 0) {
                creators.add(tests[late]);
                left--;
            }
        }
        if (!creators.isEmpty() || notes[at] == thread + 1) {
            creators.add(tests[at]);
        }
        return creators;
    }
}
