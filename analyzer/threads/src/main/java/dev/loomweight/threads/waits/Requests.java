package dev.loomweight.threads.waits;

import dev.loomweight.amount.Saturating;
import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.fold.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.state.RequestParts;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When virtual threads began and ended, and where they waited and were pinned in between, thread by thread: what is gathered.
 * Of many threads a part is kept, which the number of the thread decides, so that whoever gathers keeps the same.
 */
final class Requests implements State<Requests> {

    /** The fold of threads. */
    static final Fold<Requests> FOLD = Fold.of(
            Interest.in(TracedWait.class, Pin.class, VirtualThreadStart.class, VirtualThreadEnd.class),
            Requests::new,
            new StateForm<>(RequestParts.class, Requests::of));

    /** Enough for the slowest of 100, and little to keep. */
    static final int MOST_THREADS = 1 << 14;

    private static final int MOST_HALVINGS = 62;
    private static final Comparator<Map.Entry<WaitTimes.Key, Long>> IN_ORDER =
            Map.Entry.comparingByKey(WaitTimes.Key.IN_ORDER);

    private final Map<String, OfProcess> processes = new TreeMap<>();

    private Requests() {}

    private static Requests of(String process, RequestParts parts) {
        Requests all = new Requests();
        all.of(process).add(parts);
        return all;
    }

    private OfProcess of(String process) {
        return processes.computeIfAbsent(process, any -> new OfProcess());
    }

    /** One virtual thread. */
    static final class Life {
        // In nanoseconds since 1970; 0 is not known.
        private long began;
        private long ended;
        private long pinned;
        private final Map<WaitTimes.Key, Long> waited = new HashMap<>(2);

        private void begin(long nanos) {
            began = Math.max(began, nanos);
        }

        private void end(long nanos) {
            ended = Math.max(ended, nanos);
        }

        private void pin(long nanos) {
            pinned = Saturating.sum(pinned, nanos);
        }

        private void waitFor(StackTrace stack, boolean notified, long nanos) {
            if (nanos < 0) {
                throw new IllegalArgumentException("a wait of " + nanos + " ns");
            }
            waited.merge(new WaitTimes.Key(stack, notified), nanos, Saturating::sum);
        }

        private void addAll(Life other) {
            begin(other.began);
            end(other.ended);
            pin(other.pinned);
            other.waited.forEach((key, nanos) -> waited.merge(key, nanos, Saturating::sum));
        }

        /** Whether its beginning and its end were recorded. */
        private boolean isWhole() {
            return began > 0 && ended >= began;
        }

        private void add(RequestParts.OfThread part) {
            begin(part.beganNanos());
            end(part.endedNanos());
            pin(part.pinnedNanos());
            part.waited().forEach(waited -> waitFor(waited.stack(), waited.notified(), waited.nanos()));
        }

        private RequestParts.OfThread part(long thread) {
            return new RequestParts.OfThread(
                    thread,
                    began,
                    ended,
                    pinned,
                    waited.entrySet().stream()
                            .sorted(IN_ORDER)
                            .map(entry -> new RequestParts.Waited(
                                    entry.getKey().stack(), entry.getKey().notified(), entry.getValue()))
                            .toList());
        }

        /** How long it lived, in nanoseconds. */
        long nanos() {
            return ended - began;
        }

        /** How long it was pinned to its carrier, in nanoseconds. */
        long pinnedNanos() {
            return pinned;
        }

        /** How long it waited in which stack, in nanoseconds. */
        Map<WaitTimes.Key, Long> waited() {
            return waited;
        }
    }

    /** The threads of one process. */
    static final class OfProcess {
        private final Map<Long, Life> lives = new HashMap<>();
        private int halvings;

        /** Null for one that is not kept. */
        private @Nullable Life of(long thread) {
            if (!keeps(thread)) {
                return null;
            }
            Life life = lives.computeIfAbsent(thread, any -> new Life());
            halve();
            return life;
        }

        private void halve() {
            while (lives.size() > MOST_THREADS) {
                halvings++;
                lives.keySet().removeIf(thread -> !keeps(thread));
            }
        }

        private boolean keeps(long thread) {
            return (DistinctThreads.mix(thread) >>> 1) >>> (Long.SIZE - 1 - halvings) == 0;
        }

        private void addAll(OfProcess other) {
            halvings = Math.max(halvings, other.halvings);
            lives.keySet().removeIf(thread -> !keeps(thread));
            other.lives.forEach((thread, life) -> {
                Life own = of(thread);
                if (own != null) {
                    own.addAll(life);
                }
            });
        }

        private void add(RequestParts parts) {
            if (parts.halvings() < 0 || parts.halvings() > MOST_HALVINGS) {
                throw new IllegalArgumentException("one of 2^" + parts.halvings() + " threads");
            }
            halvings = parts.halvings();
            for (RequestParts.OfThread part : parts.threads()) {
                if (part.beganNanos() < 0 || part.endedNanos() < 0 || part.pinnedNanos() < 0) {
                    throw new IllegalArgumentException("a thread with a time below 0");
                }
                Life life = of(part.thread());
                if (life != null) {
                    life.add(part);
                }
            }
        }

        private RequestParts parts() {
            List<RequestParts.OfThread> threads = new ArrayList<>();
            lives.forEach((thread, life) -> threads.add(life.part(thread)));
            threads.sort(Comparator.comparingLong(RequestParts.OfThread::thread));
            return new RequestParts(halvings, threads);
        }

        /** Those that began and ended, in no order. */
        List<Life> whole() {
            List<Life> whole = new ArrayList<>();
            lives.values().stream().filter(Life::isWhole).forEach(whole::add);
            return whole;
        }

        /** Of how many threads one is kept. */
        long oneOf() {
            return 1L << halvings;
        }
    }

    @Override
    public void add(Origin origin, Sample sample) {
        long thread = threadOf(sample);
        Life life = thread == 0 ? null : of(origin.subject()).of(thread);
        if (life == null) {
            return;
        }
        switch (sample) {
            case VirtualThreadStart start -> life.begin(start.atNanos());
            case VirtualThreadEnd end -> life.end(end.atNanos());
            case TracedWait wait -> life.waitFor(wait.stack(), wait.notified(), wait.nanos());
            case Pin pin -> life.pin(pin.nanos());
            default -> {}
        }
    }

    /** Whose it is; 0 where that is not known, or of no use. */
    private static long threadOf(Sample sample) {
        return switch (sample) {
            case VirtualThreadStart start -> start.javaThreadId();
            case VirtualThreadEnd end -> end.javaThreadId();
            case TracedWait wait -> wait.thread().javaThreadId();
            case Pin pin when pin.thread() != null -> pin.thread().javaThreadId();
            default -> 0;
        };
    }

    @Override
    public void merge(Requests other) {
        other.processes.forEach((process, of) -> of(process).addAll(of));
    }

    /** By the name of the process, in order. */
    Map<String, OfProcess> processes() {
        return processes;
    }

    /** What fold files hold, by the name of the process. */
    Map<String, StateParts> parts() {
        Map<String, StateParts> parts = new TreeMap<>();
        processes.forEach((process, of) -> parts.put(process, of.parts()));
        return parts;
    }
}
