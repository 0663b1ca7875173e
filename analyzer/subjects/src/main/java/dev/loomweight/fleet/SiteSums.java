package dev.loomweight.fleet;

import dev.loomweight.fold.Sum;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** The pins of one site in some recordings. Merging does not depend on the order. */
public final class SiteSums {

    private Sum sum = Sum.NONE;
    private long recordings;
    private boolean own;
    private final TreeSet<String> causeIds = new TreeSet<>();
    private final TreeSet<String> causes = new TreeSet<>();
    private String solution = "";

    SiteSums() {}

    /**
     * Adds the pins of a site in some recordings.
     *
     * @param pins how many, and how long
     * @param in in how many recordings
     * @param isOwn whether it is code of the application's own
     */
    void add(Sum pins, long in, boolean isOwn) {
        sum = sum.plus(pins);
        recordings += in;
        own |= isOwn;
    }

    /**
     * Adds why it pins.
     *
     * @param ids the keys of the causes
     * @param words the causes in words
     */
    void addCauses(Collection<String> ids, Collection<String> words) {
        causeIds.addAll(ids);
        causes.addAll(words);
    }

    /** Adds what to do about it; of several, the first in alphabetical order stays. */
    void addSolution(String words) {
        if (!words.isEmpty() && (solution.isEmpty() || words.compareTo(solution) < 0)) {
            solution = words;
        }
    }

    void addAll(SiteSums other) {
        add(other.sum, other.recordings, other.own);
        causeIds.addAll(other.causeIds);
        causes.addAll(other.causes);
        addSolution(other.solution);
    }

    /** How many pins, and how long. */
    public Sum sum() {
        return sum;
    }

    /** In how many recordings it was seen. */
    public long recordings() {
        return recordings;
    }

    /** Whether code of the application's own holds the carrier, or called what does. */
    public boolean own() {
        return own;
    }

    /** The keys of its causes. */
    public SortedSet<String> causeIds() {
        return causeIds;
    }

    /** Its causes in words. */
    public SortedSet<String> causes() {
        return causes;
    }

    /** What to do; may be empty. */
    public String solution() {
        return solution;
    }
}
