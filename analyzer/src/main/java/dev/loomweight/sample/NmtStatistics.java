package dev.loomweight.sample;

import java.util.List;

/**
 * {@code VM.native_memory statistics}: how NMT itself fares. Kept as it is printed; no figure of it enters a report.
 *
 * @param pid the process that jcmd printed above it, or -1
 * @param lines the lines as printed
 */
public record NmtStatistics(long pid, List<String> lines) implements Sample {

    public NmtStatistics {
        lines = List.copyOf(lines);
    }
}
