package dev.loomweight.input.recording;

import dev.loomweight.input.SampleSink;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pins that were recorded shorter than they were. JDK 21 to 23 measure a pin from when the thread could not unmount: where it
 * lost its processor on the way there, a sleep of 40 ms is a pin of 3 µs. The events of what the thread waited in know
 * better, where the recording has them: the longer of the two counts. A pin of 3 µs can also be true, where an old permit
 * ended it at once; then the same sleep has a second pin, which is as long as the sleep.
 */
final class CutPins {

    /** The events that last as long as the wait of a pinned thread. */
    static final Set<String> WAITS = Set.of("jdk.ThreadSleep", "jdk.ThreadPark", "jdk.SocketRead", "jdk.SocketWrite");

    /** A pin that is shorter, in a wait that is not, was cut: JFR's clock and a loaded machine differ by less. */
    private static final long SHORT_NANOS = 1_000_000;

    /** How far an event may begin or end outside of the one that it is in: their clocks are read one after the other. */
    private static final long SLACK_NANOS = 200_000;

    // More are passed on as they are: they would take more memory than the stacks of the recording.
    private static final int MAX_HELD = 100_000;

    private final List<Held> held = new ArrayList<>();

    /** A short pin, and who waits for it. */
    private record Held(SampleSink sink, Origin origin, Pin pin) {}

    /**
     * A time that a thread spent.
     *
     * @param from in nanoseconds since 1970
     * @param nanos its length, 0 or more
     */
    record Span(long from, long nanos) {

        private boolean isIn(Span outer) {
            return from >= outer.from - SLACK_NANOS && from + nanos <= outer.from + outer.nanos + SLACK_NANOS;
        }
    }

    /**
     * A wait.
     *
     * @param event its type, of {@link #WAITS}
     */
    record Wait(String event, Span span) {}

    /** What a thread that had a short pin did. */
    private static final class OfThread {
        private final Map<Span, StackTrace> shortPins = new HashMap<>();
        private final Set<Span> pins = new HashSet<>();
        private final List<Wait> waits = new ArrayList<>();

        synchronized void add(EventView event) {
            Span span = new Span(event.startNanos(), event.nanosLasted());
            if (event.typeName().equals(Pin.EVENT)) {
                pins.add(span);
            } else if (span.nanos >= SHORT_NANOS) {
                waits.add(new Wait(event.typeName(), span));
            }
        }
    }

    /** A sink that gets all but short pins, which are held until all is read. */
    SampleSink over(SampleSink sink) {
        return new SampleSink() {
            @Override
            public void accept(Origin origin, Sample sample) {
                if (!(sample instanceof Pin pin && isHeld(sink, origin, pin))) {
                    sink.accept(origin, sample);
                }
            }

            @Override
            public boolean takes(Class<? extends StateParts> kind) {
                return sink.takes(kind);
            }

            @Override
            public void merge(String process, StateParts parts) {
                sink.merge(process, parts);
            }
        };
    }

    private boolean isHeld(SampleSink sink, Origin origin, Pin pin) {
        if (pin.nanos() >= SHORT_NANOS || pin.reason() != null || pin.thread() == null) {
            return false;
        }
        synchronized (held) {
            return held.size() < MAX_HELD && held.add(new Held(sink, origin, pin));
        }
    }

    /**
     * Passes on what was held: those that were cut as long as they were.
     *
     * @param recording the same once more, if it has any of {@link #WAITS}; else null
     * @return what there is to say of it
     */
    List<String> passOn(@Nullable RecordingSource recording, int threads) {
        Map<Long, OfThread> byThread = new HashMap<>();
        if (recording != null && !held.isEmpty()) {
            for (Held one : held) {
                byThread.computeIfAbsent(thread(one.pin), key -> new OfThread())
                        .shortPins
                        .put(span(one.pin), one.pin.stack());
            }
            Set<String> types = new HashSet<>(WAITS);
            types.add(Pin.EVENT);
            recording.events(types, () -> event -> note(byThread, event), threads);
        }
        Map<Long, Map<Span, Span>> stretched = new HashMap<>();
        byThread.forEach((thread, all) -> stretched.put(
                thread,
                stretched(List.copyOf(all.pins), all.waits, (pin, wait) -> isOf(all.shortPins.get(pin), wait))));
        int longer = 0;
        for (Held one : held) {
            Span span = stretched.getOrDefault(thread(one.pin), Map.of()).get(span(one.pin));
            longer += span == null ? 0 : 1;
            one.sink.accept(one.origin, span == null ? one.pin : one.pin.lasting(span.from, span.nanos));
        }
        held.clear();
        return longer == 0
                ? List.of()
                : List.of((longer == 1 ? "1 pin was" : longer + " pins were")
                        + " recorded shorter than the wait (jdk.ThreadSleep, jdk.ThreadPark, jdk.SocketRead or"
                        + " jdk.SocketWrite) that pinned, whose duration counts instead.");
    }

    private static void note(Map<Long, OfThread> byThread, EventView event) {
        ThreadRef thread = event.oneOfMany("eventThread");
        OfThread of = thread == null ? null : byThread.get(thread.javaThreadId());
        if (of != null) {
            of.add(event);
        }
    }

    private static long thread(Pin pin) {
        ThreadRef thread = pin.thread();
        return thread == null ? 0 : thread.javaThreadId();
    }

    private static Span span(Pin pin) {
        return new Span(pin.startNanos(), pin.nanos());
    }

    /** Whether a pin can be of a wait, by its stack: what loads a class in a read is a pin, too. */
    private static boolean isOf(@Nullable StackTrace stack, String wait) {
        return stack != null
                && switch (wait) {
                    case "jdk.ThreadPark" -> true;
                    case "jdk.ThreadSleep" ->
                        stack.frames().stream()
                                .anyMatch(frame -> frame.className().startsWith("java.lang.")
                                        && frame.methodName().startsWith("sleep"));
                    default -> stack.frames().stream().anyMatch(CutPins::isOfSocket);
                };
    }

    private static boolean isOfSocket(Frame frame) {
        return frame.className().startsWith("sun.nio.ch.") && frame.methodName().startsWith("park");
    }

    /** Whether a pin can be of a wait. */
    @FunctionalInterface
    interface Match {
        /** Whether it can. */
        boolean test(Span pin, String wait);
    }

    /**
     * Which pins of one thread were cut.
     *
     * @param pins all of them
     * @param waits those of a millisecond and more
     * @return by the pins that were cut, as long as they were
     */
    static Map<Span, Span> stretched(List<Span> pins, List<Wait> waits, Match match) {
        List<Span> sorted = new ArrayList<>(pins);
        sorted.sort(Comparator.comparingLong(Span::from).thenComparingLong(Span::nanos));
        Map<Span, Span> longer = new HashMap<>();
        for (Wait wait : waits) {
            Span longest = null;
            long sum = 0;
            for (int i = firstFrom(sorted, wait.span.from - SLACK_NANOS);
                    i < sorted.size() && sorted.get(i).from <= wait.span.from + wait.span.nanos + SLACK_NANOS;
                    i++) {
                Span pin = sorted.get(i);
                if (pin.isIn(wait.span)) {
                    sum += pin.nanos;
                    longest = longest == null || pin.nanos > longest.nanos ? pin : longest;
                }
            }
            if (longest == null || longest.nanos >= SHORT_NANOS || !match.test(longest, wait.event)) {
                continue;
            }
            long nanos = wait.span.nanos - (sum - longest.nanos);
            Span known = longer.get(longest);
            if (nanos >= SHORT_NANOS && (known == null || nanos > known.nanos)) {
                longer.put(longest, new Span(Math.min(longest.from, wait.span.from), nanos));
            }
        }
        return longer;
    }

    private static int firstFrom(List<Span> sorted, long from) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle).from < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
