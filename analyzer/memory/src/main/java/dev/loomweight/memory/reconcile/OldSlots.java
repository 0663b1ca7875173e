package dev.loomweight.memory.reconcile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which collections of the old generation count where there are very many: all up to a number of them, and of more, in each
 * of so many slots, the first, the last, and those that left least and most. Slots are numbers of collections without their
 * lower bits. What is chosen of all is what is chosen of the choices of the parts, whatever the parts are.
 */
public final class OldSlots {

    /** So many slots there are at most. */
    static final int MAX_SLOTS = 64;

    private OldSlots() {}

    /** One kind of collection within a slot: what is live after a full one is exact, after others a bound. */
    private record Slot(long number, GcHistory.Kind kind) {}

    /** The chosen ones of a slot, in the order of their numbers. */
    private static final class Chosen {
        private final long first;
        private long last;
        private long least;
        private long most;

        private Chosen(long id) {
            first = id;
            last = id;
            least = id;
            most = id;
        }
    }

    /**
     * The numbers of those that count.
     *
     * @param used what was in the heap after each, in bytes, by its number
     * @param kinds what each of them was
     */
    public static Set<Long> chosen(NavigableMap<Long, Long> used, Map<Long, GcHistory.Kind> kinds) {
        int shift = 0;
        while (slots(used, shift) > MAX_SLOTS) {
            shift++;
        }
        if (shift == 0) {
            return used.keySet();
        }
        Map<Slot, Chosen> slots = new HashMap<>();
        for (Map.Entry<Long, Long> one : used.entrySet()) {
            long id = one.getKey();
            Chosen of = slots.computeIfAbsent(
                    new Slot(id >> shift, kinds.getOrDefault(id, GcHistory.Kind.YOUNG)), any -> new Chosen(id));
            of.last = id;
            of.least = one.getValue() < used.getOrDefault(of.least, 0L) ? id : of.least;
            of.most = one.getValue() > used.getOrDefault(of.most, 0L) ? id : of.most;
        }
        Set<Long> chosen = new HashSet<>();
        slots.values().forEach(of -> {
            chosen.add(of.first);
            chosen.add(of.last);
            chosen.add(of.least);
            chosen.add(of.most);
        });
        return chosen;
    }

    private static long slots(NavigableMap<Long, Long> used, int shift) {
        return used.keySet().stream().mapToLong(id -> id >> shift).distinct().count();
    }

    /** Of the old collections of a process, what was in the heap after each: those of which both are known. */
    public static NavigableMap<Long, Long> old(Map<Long, Long> used, Map<Long, GcHistory.Kind> kinds) {
        NavigableMap<Long, Long> old = new TreeMap<>();
        used.forEach((id, bytes) -> {
            if (kinds.containsKey(id)) {
                old.put(id, bytes);
            }
        });
        return old;
    }
}
