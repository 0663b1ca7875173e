package dev.loomweight.sample;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the process' own control group is charged for, version 1 or 2: its processes' memory, and the page cache and
 * kernel memory that they caused.
 *
 * @param bytes the figures, in bytes, by the kernel's names: {@code usage}, and the lines of {@code memory.stat} such as
 *     {@code anon}, {@code file}, {@code kernel_stack}
 */
public record ContainerMemory(Map<String, Long> bytes) implements Sample {

    /** The name of the whole that is charged, which the kernel compares with the limit. */
    public static final String USAGE = "usage";

    /** The same of the group above whose limit applies, where that is not the process' own group. */
    public static final String LIMITED_USAGE = "usage of the limited group";

    // Version 1 has the figures of a group with and without those below it.
    private static final List<List<String>> RECLAIMABLE = List.of(
            List.of("total_inactive_file", "inactive_file"),
            List.of("total_active_file", "active_file"),
            List.of("slab_reclaimable"));

    public ContainerMemory {
        bytes = Map.copyOf(bytes);
    }

    /** The first of some figures that is there, in bytes, or null: the versions differ in their names. */
    public @Nullable Long first(String... names) {
        for (String name : names) {
            Long value = bytes.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** What is charged to the group whose limit applies, in bytes; empty where that is not known. */
    public OptionalLong charged() {
        Long charged = first(LIMITED_USAGE, USAGE);
        return charged == null ? OptionalLong.empty() : OptionalLong.of(charged);
    }

    /**
     * What the kernel frees before it kills a process, in bytes: page cache and caches of its own. Of a group above the
     * process' own it is not known, and what the own group has is the least.
     */
    public long reclaimableBytes() {
        long bytes = 0;
        for (List<String> names : RECLAIMABLE) {
            Long found = first(names.toArray(String[]::new));
            bytes += found == null ? 0 : Math.max(0, found);
        }
        return bytes;
    }
}
