package dev.loomweight.experiment.weight;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The memory that the threads of one capture added, for analyses that compare captures.
 *
 * @param subject the capture's name in the report
 * @param info the manifest of the capture
 * @param addedBytes the memory that all threads added, in bytes; without figures that were not measured
 */
public record RunFigures(String subject, CaptureInfo info, Map<Figure, Long> addedBytes) {

    /** One way to measure what threads take. */
    public enum Figure {
        /** Address space of their stacks, by NMT. */
        STACK_RESERVED,
        /** What NMT calls committed of their stacks, guard pages included. */
        STACK_COMMITTED,
        /** Growth of the process' resident memory. */
        RESIDENT,
        /** Growth of the live heap, by class histogram. */
        LIVE_HEAP,
        /** The real cost: resident memory outside the heap plus live objects in it. */
        MEMORY
    }

    public RunFigures {
        addedBytes = Map.copyOf(addedBytes);
    }

    /** Of a capture that does not have both snapshots, or no threads. */
    static RunFigures without(String subject, CaptureInfo info) {
        return new RunFigures(subject, info, Map.of());
    }

    static RunFigures of(ThreadGrowth cost) {
        Map<Figure, Long> added = new EnumMap<>(Figure.class);
        put(added, Figure.STACK_RESERVED, cost.stackReserved());
        put(added, Figure.STACK_COMMITTED, cost.stackCommitted());
        put(added, Figure.RESIDENT, cost.resident());
        put(added, Figure.LIVE_HEAP, cost.liveHeap());
        put(added, Figure.MEMORY, cost.memory());
        return new RunFigures(cost.subject(), cost.info(), added);
    }

    private static void put(Map<Figure, Long> into, Figure figure, OptionalLong bytes) {
        if (bytes.isPresent()) {
            into.put(figure, bytes.getAsLong());
        }
    }
}
