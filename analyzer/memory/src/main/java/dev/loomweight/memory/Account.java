package dev.loomweight.memory;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an amount of memory is of, and which source counts it: a category of NMT, the heap, or the process as a whole.
 *
 * @param category the category, as in reports
 * @param source the source
 */
public record Account(String category, String source) implements Comparable<Account> {

    private static final String NMT = "NMT";
    private static final String JFR = "JFR";

    /** Resident memory of the process. */
    public static final Account RESIDENT = new Account("RSS", "kernel");

    /** What the kernel compares with the container's limit. */
    public static final Account CONTAINER = new Account("container", "kernel");

    /** The used part of the heap, garbage included. */
    public static final Account HEAP_USED = new Account("Java heap, used", JFR);

    /** The committed part of the heap. */
    public static final Account HEAP_COMMITTED = new Account("Java heap, committed", JFR);

    /** The used part of metaspace. */
    public static final Account METASPACE_USED = new Account("Metaspace, used", JFR);

    /** The committed part of metaspace. */
    public static final Account METASPACE_COMMITTED = new Account("Metaspace, committed", JFR);

    /** Direct byte buffers. */
    public static final Account DIRECT = new Account("Direct buffers", JFR);

    /** All categories of NMT. */
    public static final Account NMT_TOTAL = new Account("(total)", NMT);

    /** The committed stacks in NMT's text, part of the category {@code Thread}; those of a recording are stale. */
    public static final Account STACKS = new Account("(stacks)", NMT);

    private static final Map<Account, String> LABELS = Map.of(
            RESIDENT, "resident memory",
            CONTAINER, "charged to the container",
            HEAP_USED, "heap in use",
            HEAP_COMMITTED, "heap committed",
            METASPACE_USED, "metaspace in use",
            DIRECT, "direct buffers",
            NMT_TOTAL, "NMT total",
            STACKS, "thread stacks (NMT text)");

    /** A category of NMT, by its name. */
    public static Account nmt(String category) {
        return new Account(category, NMT);
    }

    /**
     * The virtual threads that stand at a place.
     *
     * @param place the method
     * @param source what their weight was read from
     */
    public static Account threadsAt(String place, String source) {
        return new Account("virtual threads at " + place, source);
    }

    /** Whether it is one category of NMT. */
    public boolean isNmtCategory() {
        return source.equals(NMT) && !category.startsWith("(");
    }

    /** The place in which it grows; null for the heap, whose growth is not that of an account, and for what has several. */
    public @Nullable Place place() {
        if (isNmtCategory()) {
            return Part.placeOf(category);
        }
        return equals(METASPACE_USED) ? Place.METASPACE : equals(DIRECT) ? Place.DIRECT_BUFFERS : null;
    }

    /** The name of its line over time. */
    public String label() {
        return LABELS.getOrDefault(this, category);
    }

    @Override
    public int compareTo(Account other) {
        int order = category.compareTo(other.category);
        return order == 0 ? source.compareTo(other.source) : order;
    }
}
