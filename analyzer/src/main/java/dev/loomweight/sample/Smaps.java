package dev.loomweight.sample;

import java.util.List;

/**
 * {@code /proc/PID/smaps}: every mapping of the process with what is resident of it. Its resident sizes add up to the
 * kernel's resident memory (RSS) exactly, which no other source does; a page that is mapped twice counts twice there.
 *
 * @param mappings in the order of addresses
 */
public record Smaps(List<Mapping> mappings) implements Sample {

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
