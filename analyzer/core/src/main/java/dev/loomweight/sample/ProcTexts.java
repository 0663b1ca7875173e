package dev.loomweight.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the kernel has of a process, in {@code /proc/PID}. */
public sealed interface ProcTexts extends Sample {

    /**
     * {@code /proc/PID/status}: the fields that hold an amount of memory or a count, by their name in the file.
     *
     * @param pid the process, or -1 where the text does not say
     * @param bytes the fields that the kernel prints in kB, in bytes (1 kB there is 1024 bytes)
     * @param threads the number of threads of the process, or -1 where the text does not say
     */
    record ProcStatus(long pid, Map<String, Long> bytes, long threads) implements ProcTexts {

        public ProcStatus {
            bytes = Map.copyOf(bytes);
        }

        /** Resident memory ({@code VmRSS}), in bytes, or null where the kernel does not give it. */
        public @Nullable Long residentBytes() {
            return bytes.get("VmRSS");
        }

        /** Page tables ({@code VmPTE}), in bytes: kernel memory, outside resident memory and NMT. */
        public @Nullable Long pageTableBytes() {
            return bytes.get("VmPTE");
        }
    }

    /**
     * {@code /proc/PID/smaps_rollup}: the sums over all mappings, by their name in the file.
     *
     * @param bytes every field, in bytes (1 kB there is 1024 bytes)
     */
    record SmapsRollup(Map<String, Long> bytes) implements ProcTexts {

        public SmapsRollup {
            bytes = Map.copyOf(bytes);
        }

        /** Resident memory ({@code Rss}), in bytes, or null where the kernel does not give it. */
        public @Nullable Long residentBytes() {
            return bytes.get("Rss");
        }
    }

    /**
     * {@code /proc/PID/smaps}: every mapping of the process with what is resident of it. Its resident sizes add up to the
     * kernel's resident memory (RSS) exactly, which no other source does; a page that is mapped twice counts twice there.
     *
     * @param mappings in the order of addresses
     */
    record Smaps(List<Mapping> mappings) implements ProcTexts {

        public Smaps {
            mappings = List.copyOf(mappings);
        }

        /**
         * One mapping. All amounts are in bytes.
         *
         * @param from its first address
         * @param to the address after its last byte
         * @param protection such as {@code rw-p}; {@code ---p} cannot be touched
         * @param name the mapped file, a name of the kernel's such as {@code [heap]}, or empty for anonymous memory
         * @param residentBytes what is resident of it
         * @param anonymousBytes the resident part that no file backs, be it a mapping of a file or not
         * @param hugeBytes the resident part in transparent huge pages
         * @param swappedBytes what is swapped out
         * @param proportionalBytes what is resident of it, each page divided by the number of mappings that have it, of this
         *     process and of others ({@code Pss}), or -1 where the kernel does not give it
         * @param file device and inode of the mapped file, such as {@code 00:01 1026}; empty where it maps none
         * @param offset where in that file it begins, in bytes
         */
        public record Mapping(
                long from,
                long to,
                String protection,
                String name,
                long residentBytes,
                long anonymousBytes,
                long hugeBytes,
                long swappedBytes,
                long proportionalBytes,
                String file,
                long offset) {

            /** A mapping of which it is not known what it shares. */
            public Mapping(
                    long from,
                    long to,
                    String protection,
                    String name,
                    long residentBytes,
                    long anonymousBytes,
                    long hugeBytes,
                    long swappedBytes) {
                this(from, to, protection, name, residentBytes, anonymousBytes, hugeBytes, swappedBytes, -1, "", 0);
            }

            /** Whether what is written into it reaches the file, and so all its mappings. */
            public boolean isShared() {
                return protection.length() == 4 && protection.charAt(3) == 's';
            }

            /** The same mapping with another resident size, in bytes. */
            public Mapping withResident(long bytes) {
                return new Mapping(
                        from,
                        to,
                        protection,
                        name,
                        bytes,
                        anonymousBytes,
                        hugeBytes,
                        swappedBytes,
                        proportionalBytes,
                        file,
                        offset);
            }
        }
    }

    /**
     * The resident pages of the regions that the JVM knows, from the kernel's page map.
     *
     * @param regions the regions that were looked at, in the order of addresses
     * @param runs the runs of resident pages in them, in the order of addresses, not overlapping
     */
    record ResidentPages(List<Range> regions, List<Range> runs) implements ProcTexts {

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
                bytes += Math.min(to, runs.get(i).to())
                        - Math.max(from, runs.get(i).from());
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
}
