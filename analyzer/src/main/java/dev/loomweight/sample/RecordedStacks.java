package dev.loomweight.sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How deep the platform threads of a recorded thread dump stood: {@code jdk.ThreadDump}, JDK 11 and later, one a chunk by
 * default. Its text is that of {@code Thread.print}; virtual threads are not in it.
 *
 * @param time when
 * @param depths the frames of each Java thread that has any, in the order of the dump
 */
public record RecordedStacks(Instant time, List<Integer> depths) implements Sample {

    /** The event's name. */
    public static final String EVENT = "jdk.ThreadDump";

    public RecordedStacks {
        depths = List.copyOf(depths);
    }

    static RecordedStacks from(EventView event) {
        return new RecordedStacks(event.startTime(), depths(Values.textAt(event, "result")));
    }

    /** The frames of each thread: lines that begin with {@code at}, below a line that begins with the quoted name. */
    private static List<Integer> depths(String text) {
        List<Integer> depths = new ArrayList<>();
        int frames = 0;
        for (String line : text.lines().toList()) {
            if (line.startsWith("\"") || line.isBlank()) {
                if (frames > 0) {
                    depths.add(frames);
                }
                frames = 0;
            } else if (line.startsWith("\tat ")) {
                frames++;
            }
        }
        if (frames > 0) {
            depths.add(frames);
        }
        return depths;
    }
}
