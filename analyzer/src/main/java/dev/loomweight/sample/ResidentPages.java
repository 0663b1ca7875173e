package dev.loomweight.sample;

import java.util.Comparator;
import java.util.List;

/**
 * The resident pages of the regions that the JVM knows, from the kernel's page map.
 *
 * @param regions the regions that were looked at, in the order of addresses
 * @param runs the runs of resident pages in them, in the order of addresses, not overlapping
 */
public record ResidentPages(List<Range> regions, List<Range> runs) implements Sample {

    public ResidentPages {
        regions = ordered(regions);
        runs = ordered(runs);
    }

    /**
     * A range of addresses.
     *
     * @param from the first address
     * @param to the address after the last byte
     */
    public record Range(long from, long to) {}

    private static List<Range> ordered(List<Range> ranges) {
        return ranges.stream().sorted(Comparator.comparingLong(Range::from)).toList();
    }

    /**
     * What is resident between two addresses, in bytes, or -1 if they are not in one of the regions.
     *
     * @param from the first address
     * @param to the address after the last byte
     */
    public long bytes(long from, long to) {
        int region = first(regions, from);
        if (region == regions.size()
                || regions.get(region).from() > from
                || regions.get(region).to() < to) {
            return -1;
        }
        long bytes = 0;
        for (int i = first(runs, from); i < runs.size() && runs.get(i).from() < to; i++) {
            bytes += Math.min(to, runs.get(i).to()) - Math.max(from, runs.get(i).from());
        }
        return bytes;
    }

    /** The index of the first range that ends after an address. */
    private static int first(List<Range> ranges, long address) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges.get(middle).to() <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
