package dev.loomweight.sample;

import java.util.List;

/**
 * {@code GC.class_histogram}: the live objects of the heap by class. Unlike a heap dump it counts stack chunks whole.
 *
 * @param lines one per class, the largest first
 * @param totalInstances as printed in the last line, or the sum where that line is missing
 * @param totalBytes as printed in the last line, in bytes, or the sum where that line is missing
 */
public record ClassHistogram(List<Line> lines, long totalInstances, long totalBytes) implements Sample {

    public ClassHistogram {
        lines = List.copyOf(lines);
    }

    /**
     * One class.
     *
     * @param className in the JVM's notation, such as {@code [B} or {@code java.lang.String}; never null
     * @param module the module in parentheses, version included, or empty where none is printed
     * @param instances how many live objects
     * @param bytes their shallow size, in bytes
     */
    public record Line(String className, String module, long instances, long bytes) {}
}
