package dev.loomweight.sample;

import java.util.List;

/**
 * {@code /proc/PID/smaps}: every mapping of the process with what is resident of it. Its resident sizes add up to the
 * process' resident memory exactly, which no other source does.
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
     */
    public record Mapping(
            long from,
            long to,
            String protection,
            String name,
            long residentBytes,
            long anonymousBytes,
            long hugeBytes,
            long swappedBytes) {}
}
