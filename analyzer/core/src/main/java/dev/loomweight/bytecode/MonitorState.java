package dev.loomweight.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The monitors that the blocks of a method hold at one point of it.
 *
 * <p>Paths that meet must bring the same monitors, as the compilers of all languages see to and as HotSpot's own
 * compilers demand of what they compile (structured locking, JVMS 2.11.10). Where they do not, nothing is decided from
 * there on.
 */
sealed interface MonitorState {

    /**
     * One monitor.
     *
     * @param site the position of its monitorenter
     * @param origin the origin of the locked object, see {@link Operand#origin}
     */
    record Entry(int site, int origin) {}

    /**
     * Exactly these.
     *
     * @param entries in the order in which they were taken
     */
    record Held(List<Entry> entries) implements MonitorState {}

    /**
     * It cannot be decided.
     *
     * @param sites the positions of the monitorenters whose monitors may be held, ascending
     * @param reason a clause that says why
     */
    record Undecided(List<Integer> sites, String reason) implements MonitorState {}

    /** Where a method begins: nothing is held. */
    static MonitorState none() {
        return new Held(List.of());
    }

    /** After a monitorenter. */
    default MonitorState enter(int site, int origin) {
        return switch (this) {
            case Held held -> {
                List<Entry> more = new ArrayList<>(held.entries);
                more.add(new Entry(site, origin));
                yield new Held(List.copyOf(more));
            }
            case Undecided undecided -> new Undecided(union(undecided.sites, List.of(site)), undecided.reason);
        };
    }

    /** After a monitorexit on an object of that origin. */
    default MonitorState exit(int origin) {
        if (!(this instanceof Held held)) {
            return this;
        }
        int which = released(held.entries, origin);
        if (which < 0) {
            return new Undecided(held.sites(), "it releases a monitor that it has not taken");
        }
        List<Entry> fewer = new ArrayList<>(held.entries);
        fewer.remove(which);
        return new Held(List.copyOf(fewer));
    }

    // The last one that is on the same object; where objects cannot be distinguished, the last one.
    private static int released(List<Entry> entries, int origin) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            int of = entries.get(i).origin;
            if (of == origin || of == Operand.MIXED || origin == Operand.MIXED) {
                return i;
            }
        }
        return -1;
    }

    /** Where two paths meet. */
    default MonitorState merge(MonitorState other) {
        if (equals(other)) {
            return this;
        }
        if (this instanceof Held a && other instanceof Held b && a.sites().equals(b.sites())) {
            List<Entry> both = new ArrayList<>();
            for (int i = 0; i < a.entries.size(); i++) {
                Entry entry = a.entries.get(i);
                both.add(entry.equals(b.entries.get(i)) ? entry : new Entry(entry.site, Operand.MIXED));
            }
            return new Held(List.copyOf(both));
        }
        String reason = this instanceof Undecided undecided
                ? undecided.reason
                : other instanceof Undecided undecided
                        ? undecided.reason
                        : "paths that meet there hold different monitors";
        return new Undecided(union(sites(), other.sites()), reason);
    }

    /** The positions of the monitorenters whose monitors are or may be held. */
    default List<Integer> sites() {
        return switch (this) {
            case Held held -> held.entries.stream().map(Entry::site).toList();
            case Undecided undecided -> undecided.sites;
        };
    }

    private static List<Integer> union(List<Integer> a, List<Integer> b) {
        return Stream.concat(a.stream(), b.stream()).collect(Collectors.toCollection(TreeSet::new)).stream()
                .toList();
    }
}
