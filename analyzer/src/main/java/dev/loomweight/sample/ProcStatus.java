package dev.loomweight.sample;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /proc/PID/status}: the fields that hold an amount of memory or a count, by their name in the file.
 *
 * @param pid the process, or -1 where the text does not say
 * @param bytes the fields that the kernel prints in kB, in bytes (1 kB there is 1024 bytes)
 * @param threads the number of threads of the process, or -1 where the text does not say
 */
public record ProcStatus(long pid, Map<String, Long> bytes, long threads) implements Sample {

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
