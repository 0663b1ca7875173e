package dev.loomweight.memory;

import java.util.Arrays;
import java.util.List;

/**
 * Defaults of HotSpot that bear on memory and that a release changed, as its release notes and changes have them. None of
 * these releases was run for this table.
 */
public enum ChangedDefault {
    /** JDK-8371986: the default of InitialRAMPercentage is 0. */
    INITIAL_HEAP(
            26,
            Bears.ON_HEAP,
            "the heap begins at its minimum, where it began at 1/64 of the memory (JDK-8371986; -Xms sets it)"),
    /** JDK-8238687. */
    HEAP_RESIZING(
            26,
            Bears.ON_HEAP,
            "G1 resizes the heap at any collection, by the share of the time that collections take (JDK-8238687;"
                    + " -XX:GCTimeRatio)"),
    /** JDK-8212084. */
    OVERHEAD_LIMIT(
            26,
            Bears.ON_FAILURES,
            "G1 throws OutOfMemoryError, too, where collections take more than 98 % of the time and leave less than 2 % of"
                    + " the heap free (JDK-8212084; -XX:-UseGCOverheadLimit lets it go on)"),
    /** JDK-8248324. */
    FREE_RATIO(
            27,
            Bears.ON_HEAP,
            "G1 keeps no share of the heap free by ratio (-XX:MinHeapFreeRatio, -XX:MaxHeapFreeRatio; JDK-8248324)"),
    /** JEP 523. */
    COLLECTOR(
            27,
            Bears.ON_COLLECTOR,
            "G1 is selected in every environment, where Serial was with less than 2 processors or 1792 MB (JEP 523;"
                    + " -XX:+UseSerialGC selects it)"),
    /** JEP 534. */
    HEADERS(27, Bears.ON_OBJECTS, "objects have compact headers (JEP 534; -XX:-UseCompactObjectHeaders)");

    /** What a default bears on. */
    public enum Bears {
        /** How much of the heap is committed, and so resident. */
        ON_HEAP,
        /** Which collector runs, and so the size of its structures. */
        ON_COLLECTOR,
        /** The size of objects. */
        ON_OBJECTS,
        /** What a JVM ends of. */
        ON_FAILURES
    }

    private final int from;
    private final Bears bears;
    private final String words;

    ChangedDefault(int from, Bears bears, String words) {
        this.from = from;
        this.bears = bears;
        this.words = words;
    }

    /** What is so from a release on, for the middle of a sentence. */
    public String words() {
        return "from JDK " + from + " on " + words;
    }

    /**
     * Whether it holds.
     *
     * @param feature the feature version of a JDK; 0 where it is not known
     */
    public boolean holdsOn(int feature) {
        return feature >= from;
    }

    /**
     * Those that differ between two JDKs and bear on something, in the order of releases.
     *
     * @param one the feature version of a JDK; 0 where it is not known
     * @param other of the other one
     */
    public static List<ChangedDefault> between(int one, int other, Bears on) {
        return Arrays.stream(values())
                .filter(change -> one > 0 && other > 0 && change.bears == on)
                .filter(change -> change.holdsOn(one) != change.holdsOn(other))
                .toList();
    }
}
