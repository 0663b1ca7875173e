package dev.loomweight.sample;

import java.util.Map;
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
}
