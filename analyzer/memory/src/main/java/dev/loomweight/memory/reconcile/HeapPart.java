package dev.loomweight.memory.reconcile;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The part of a thread's heap memory that a class is. Every class belongs to exactly one part. */
public enum HeapPart {
    /** The frames of unmounted virtual threads. */
    STACK_CHUNKS("stack chunks"),
    /** The virtual threads themselves. */
    VIRTUAL_THREADS("virtual threads"),
    /** The continuations that suspend them. */
    CONTINUATIONS("continuations"),
    /** The tasks that wake a virtual thread up: the names differ between JDKs. */
    TIMERS("sleep timers"),
    /** The objects of platform threads. */
    THREADS("Thread objects"),
    /** All others: names, maps, lambdas, and objects that the JVM allocated meanwhile. */
    OTHER("other objects");

    /** The parts that virtual threads are, whose objects no platform thread has. */
    public static final List<HeapPart> OF_VIRTUAL_THREADS =
            List.of(STACK_CHUNKS, VIRTUAL_THREADS, CONTINUATIONS, TIMERS);

    /** Fills holes after a collection; not live, and not part of a thread's cost. */
    public static final String FILLER = "[Ljdk.internal.vm.FillerElement;";

    private final String label;

    HeapPart(String label) {
        this.label = label;
    }

    /** The name in reports. */
    public String label() {
        return label;
    }

    /** The bytes of each part in a histogram; every part is there. */
    public static Map<HeapPart, Long> bytesByPart(ClassHistogram histogram) {
        Map<HeapPart, Long> bytes = new EnumMap<>(HeapPart.class);
        for (HeapPart part : values()) {
            bytes.put(part, 0L);
        }
        for (ClassHistogram.Line line : histogram.lines()) {
            if (!line.className().equals(FILLER)) {
                bytes.merge(of(line.className()), line.bytes(), Long::sum);
            }
        }
        return bytes;
    }

    /** The live objects of a histogram, in bytes: all but those that fill holes. */
    public static long liveBytes(ClassHistogram histogram) {
        long fillers = histogram.lines().stream()
                .filter(line -> line.className().equals(FILLER))
                .mapToLong(ClassHistogram.Line::bytes)
                .sum();
        return histogram.totalBytes() - fillers;
    }

    /** The part that a class is, by its name in the JVM's notation. */
    public static HeapPart of(String className) {
        return switch (className) {
            case VirtualThreads.STACK_CHUNK -> STACK_CHUNKS;
            case VirtualThreads.CLASS -> VIRTUAL_THREADS;
            case "java.lang.Thread", "java.lang.Thread$FieldHolder" -> THREADS;
            case Juc.RUNNABLE_ADAPTER -> TIMERS;
            default -> {
                if (className.startsWith(Juc.DELAY_SCHEDULER + "$") || className.startsWith(Juc.SCHEDULED_POOL + "$")) {
                    yield TIMERS;
                }
                if (className.startsWith(VirtualThreads.CONTINUATION)
                        || className.startsWith(VirtualThreads.JDK_CONTINUATION)) {
                    yield CONTINUATIONS;
                }
                yield OTHER;
            }
        };
    }
}
