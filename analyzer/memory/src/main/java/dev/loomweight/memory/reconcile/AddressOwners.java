package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.Part;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The owners of the addresses of a process, from the JVM: NMT's map of virtual memory, or System.map.
 *
 * @param ranges in the order of addresses, not overlapping
 */
public record AddressOwners(List<Range> ranges) {

    /** Not known. */
    static final AddressOwners NONE = new AddressOwners(List.of());

    public AddressOwners {
        ranges = List.copyOf(ranges);
    }

    /**
     * A range of addresses.
     *
     * @param from the first address
     * @param to the address after the last byte
     * @param parts the owner; several if the kernel joined mappings and it is not known what is whose
     * @param name the thread whose stack it is; empty if that is not known
     */
    record Range(long from, long to, Set<Part> parts, String name) {

        Range {
            parts = Set.copyOf(parts);
        }

        Range(long from, long to, Part part, String name) {
            this(from, to, Set.of(part), name);
        }

        long overlap(long otherFrom, long otherTo) {
            return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
        }
    }

    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    static AddressOwners of(NmtReport report) {
        List<Range> ranges = new ArrayList<>();
        for (NmtReport.Region region : report.regions()) {
            ranges.add(new Range(region.from(), region.to(), Part.ofMappings(region.category()), ""));
        }
        return new AddressOwners(ordered(ranges));
    }

    /**
     * The owners of System.map, which knows those of a whole mapping alone: where the kernel joined mappings, several.
     *
     * @param heap the addresses of the heap, which are finer; or null
     */
    static AddressOwners of(SystemMap map, @Nullable HeapInfo heap) {
        List<Range> ranges = new ArrayList<>();
        for (SystemMap.Mapping mapping : map.mappings()) {
            Set<Part> parts = Part.ofTags(mapping.info());
            if (parts.isEmpty()) {
                continue;
            }
            Range last = ranges.isEmpty() ? null : ranges.getLast();
            // A stack and its guard pages are neighbours with one name.
            if (last != null
                    && last.parts().equals(parts)
                    && last.to() == mapping.from()
                    && last.name().equals(name(mapping))) {
                ranges.set(ranges.size() - 1, new Range(last.from(), mapping.to(), parts, last.name()));
            } else {
                ranges.add(new Range(mapping.from(), mapping.to(), parts, name(mapping)));
            }
        }
        return new AddressOwners(ordered(heap == null || heap.to() == 0 ? ranges : cut(ranges, heap)));
    }

    /** The heap alone, by its own addresses; none where it does not print them. */
    static AddressOwners of(@Nullable HeapInfo heap) {
        return heap == null || heap.to() == 0
                ? NONE
                : new AddressOwners(List.of(new Range(heap.from(), heap.to(), Part.HEAP, "")));
    }

    /** Cuts ranges of the heap and others at the bounds of the heap. */
    private static List<Range> cut(List<Range> ranges, HeapInfo heap) {
        List<Range> cut = new ArrayList<>();
        for (Range range : ranges) {
            if (range.parts().size() == 1 || !range.parts().contains(Part.HEAP)) {
                cut.add(range);
                continue;
            }
            Set<Part> others = EnumSet.copyOf(range.parts());
            others.remove(Part.HEAP);
            addIfAny(cut, range.from(), Math.min(range.to(), heap.from()), others);
            addIfAny(cut, Math.max(range.from(), heap.from()), Math.min(range.to(), heap.to()), Set.of(Part.HEAP));
            addIfAny(cut, Math.max(range.from(), heap.to()), range.to(), others);
        }
        return cut;
    }

    private static void addIfAny(List<Range> ranges, long from, long to, Set<Part> parts) {
        if (from < to) {
            ranges.add(new Range(from, to, parts, ""));
        }
    }

    /** The name of a thread's stack, with the system's thread id, which distinguishes threads of one name. */
    private static String name(SystemMap.Mapping mapping) {
        return mapping.isStack() ? mapping.info().substring("STACK-".length()) : "";
    }

    /** The user's half of the address space is below 2^63, so the order of numbers is that of addresses. */
    private static List<Range> ordered(List<Range> ranges) {
        return ranges.stream().sorted(Comparator.comparingLong(Range::from)).toList();
    }

    /** The ranges that overlap a range, in order. */
    List<Range> over(long from, long to) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges.get(middle).to() <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        List<Range> over = new ArrayList<>();
        for (int i = low; i < ranges.size() && ranges.get(i).from() < to; i++) {
            over.add(ranges.get(i));
        }
        return over;
    }

    /** The name of the thread whose stack holds an address; empty where that is not known. */
    String stackAt(long address) {
        List<Range> at = over(address, address + 1);
        return at.isEmpty() ? "" : at.get(0).name();
    }
}
