package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.SystemMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
     * @param part the owner
     * @param name the thread whose stack it is; empty if that is not known
     */
    record Range(long from, long to, Part part, String name) {

        long overlap(long otherFrom, long otherTo) {
            return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
        }
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    static AddressOwners of(NmtReport report) {
        List<Range> ranges = new ArrayList<>();
        for (NmtReport.Region region : report.regions()) {
            ranges.add(new Range(region.from(), region.to(), Part.ofMappings(region.category()), ""));
        }
        return new AddressOwners(ordered(ranges));
    }

    static AddressOwners of(SystemMap map) {
        List<Range> ranges = new ArrayList<>();
        for (SystemMap.Mapping mapping : map.mappings()) {
            Part part = Part.ofTag(mapping.info());
            if (part == null) {
                continue;
            }
            Range last = ranges.isEmpty() ? null : ranges.getLast();
            // A stack and its guard pages are neighbours with one name.
            if (last != null
                    && last.part() == part
                    && last.to() == mapping.from()
                    && last.name().equals(name(mapping))) {
                ranges.set(ranges.size() - 1, new Range(last.from(), mapping.to(), part, last.name()));
            } else {
                ranges.add(new Range(mapping.from(), mapping.to(), part, name(mapping)));
            }
        }
        return new AddressOwners(ordered(ranges));
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
