package dev.loomweight.sample;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /proc/PID/smaps_rollup}: the sums over all mappings, by their name in the file.
 *
 * @param bytes every field, in bytes (1 kB there is 1024 bytes)
 */
public record SmapsRollup(Map<String, Long> bytes) implements Sample {

    public SmapsRollup {
        bytes = Map.copyOf(bytes);
    }

    /** Resident memory ({@code Rss}), in bytes, or null where the kernel does not give it. */
    public @Nullable Long residentBytes() {
        return bytes.get("Rss");
    }
}
