package dev.loomweight.pins.pinning.live;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CarrierPool;
import dev.loomweight.jvm.CarrierSlots;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.Diagnoser;
import dev.loomweight.kernel.diagnosis.Diagnosis;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.monitors.LatestWaits;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.pins.pinning.PinAnalysis.PinFold;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinSite;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.pins.scheduler.PoolSizes;
import dev.loomweight.pins.scheduler.Steps;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one JVM in the last seconds, updated as they arrive: the same sites and causes as
 * {@link PinFold}, in memory that is bounded by the window and its distinct stacks. Pins come when they end. Not safe
 * for several threads.
 */
public final class LivePins {

    private static final int MAX_STACKS = 20_000;
    private static final long SECOND = 1_000_000_000;
    // Of pins that are added later, none is of any use that began earlier.
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    private final PinOptions options;
    private final Diagnoser diagnoser;
    private final PinFold pins;
    private final Parallelism parallelism = new Parallelism();
    private final PoolSizes sizes = new PoolSizes();
    private @Nullable Steps most;
    private final CarrierSlots slots = new CarrierSlots();
    private final Map<PinStack, Place> places = new HashMap<>();
    private final LatestWaits waits = new LatestWaits();
    private final Map<Long, Map<PinSite.Key, Tally>> seconds = new HashMap<>();
    private final int windowSeconds;
    private long newest = Long.MIN_VALUE;
    private long total;
    private boolean reasons;

    /**
     * None yet.
     *
     * @param options class files, own packages and what is wanted
     * @param windowSeconds how far back {@link #sites} and {@link #perSecond} can be asked for
     */
    public LivePins(PinOptions options, int windowSeconds) {
        this.options = options;
        this.diagnoser = new Diagnoser(options.code(), options.own());
        this.pins = new PinFold(options.filter());
        this.windowSeconds = windowSeconds;
        if (options.carriers() > 0) {
            parallelism.add(Parallelism.By.SCHEDULER, options.carriers());
        }
    }

    /** Where pins of one stack go; no key where they are none, the JVM's own, or not wanted. */
    private record Place(PinSite.@Nullable Key key, Diagnosis diagnosis, boolean losesCarrier) {}

    /** The pins of one site within one second. */
    private static final class Tally {
        private final Map<StackTrace, Sum> stacks = new HashMap<>();
        private Diagnosis diagnosis;
        private Sum sum = Sum.NONE;

        private Tally(Diagnosis diagnosis) {
            this.diagnosis = diagnosis;
        }

        private void add(Diagnosis withLines, StackTrace stack, Sum more) {
            if (more.nanos() >= sum.maxNanos()) {
                diagnosis = withLines;
            }
            sum = sum.plus(more);
            stacks.merge(stack, more, Sum::plus);
        }

        private void addAll(Tally other) {
            other.stacks.forEach((stack, more) -> stacks.merge(stack, more, Sum::plus));
            if (other.sum.maxNanos() >= sum.maxNanos()) {
                diagnosis = other.diagnosis;
            }
            sum = sum.plus(other.sum);
        }
    }

    /** Says that the JVM gives reasons for its pins, as from JDK 24 on: monitors do not pin there. */
    public void givesReasons() {
        if (!reasons) {
            reasons = true;
            places.clear();
        }
    }

    /** Takes what {@link PinFold} takes, and nothing of anything else. */
    public void add(Sample sample) {
        switch (sample) {
            case Pin pin -> {
                if (pin.operation() != null || pin.reason() != null) {
                    givesReasons();
                }
                PinStack stack = pins.stackOf(pin);
                add(stack == null ? null : waits.join(pin, stack), pin.start(), pin.nanos());
            }
            case MonitorEnter enter -> {
                waits.add(enter);
                add(pins.stackOf(enter), enter.start(), enter.nanos());
            }
            case MonitorWait wait -> add(pins.stackOf(wait), wait.start(), wait.nanos());
            default -> {
                parallelism.add(sample);
                if (PoolSizes.INTEREST.wants(sample.getClass())) {
                    sizes.add(sample);
                    most = null;
                }
            }
        }
    }

    /** What options of the JVM say of carriers. */
    public void add(CarrierOptions carriers) {
        parallelism.add(carriers);
    }

    private void add(@Nullable PinStack pin, Instant start, long nanos) {
        if (pin == null) {
            return;
        }
        Place place = places.get(pin);
        if (place == null) {
            if (places.size() >= MAX_STACKS) {
                places.clear();
            }
            place = place(pin);
            places.put(pin, place);
        }
        if (place.key == null) {
            return;
        }
        long from = EpochNanos.of(start);
        long to = Sum.together(Math.max(0, from), nanos);
        if (place.losesCarrier) {
            slots.add(from, to, pool(from, to));
        } else {
            slots.addWait(from, to, pool(from, to));
        }
        total++;
        long second = Math.floorDiv(to, SECOND);
        if (second > newest) {
            newest = second;
            seconds.keySet().removeIf(old -> old <= second - windowSeconds);
        }
        if (second > newest - windowSeconds) {
            Diagnosis diagnosis = place.diagnosis;
            seconds.computeIfAbsent(second, key -> new HashMap<>())
                    .computeIfAbsent(place.key, key -> new Tally(diagnosis))
                    .add(diagnosis, pin.stack(), new Sum(1, nanos, nanos));
        }
    }

    private Place place(PinStack pin) {
        Diagnosis diagnosis = diagnoser.of(pin, reasons);
        boolean counted = reasons && pin.duplicatesPinned();
        boolean wanted = !counted
                && diagnosis.isPin()
                && diagnosis.first().kind() != CauseKind.JVM_OWN
                && options.filter().passes(pin, diagnosis);
        // While a thread waits, JDKs before 24 may add a carrier.
        boolean loses = pin.event() != PinFacts.Event.WAIT || !pin.isInWait();
        return new Place(wanted ? PinSite.Key.of(diagnosis, pin) : null, diagnosis, loses);
    }

    /** The number of carriers. */
    public CarrierPool pool() {
        return parallelism.pool();
    }

    /**
     * The number of carriers, and the most that there can have been from a time to another.
     *
     * @param from in nanoseconds since 1970
     * @param to its end
     */
    public CarrierPool pool(long from, long to) {
        Steps known = most == null ? sizes.most(Long.MAX_VALUE) : most;
        most = known;
        long then = known.most(from, to);
        return then == Steps.UNBOUNDED ? parallelism.pool() : parallelism.pool().atMost(then);
    }

    /** Takes what the scheduler said at a time; forgets what it said more than some minutes before. */
    public void add(Instant time, Scheduler scheduler) {
        parallelism.add(scheduler);
        sizes.add(time, scheduler);
        sizes.forgetBefore(time.minus(REMEMBERED));
        most = null;
    }

    /** How many there were since the beginning. */
    public long total() {
        return total;
    }

    /**
     * The sites of some seconds.
     *
     * @param from the first second since 1970
     * @param to the second after the last
     * @return in no order
     */
    public List<LiveSite> sites(long from, long to) {
        Map<PinSite.Key, Tally> all = new HashMap<>();
        for (long second = from; second < to; second++) {
            seconds.getOrDefault(second, Map.of())
                    .forEach((key, tally) -> all.computeIfAbsent(key, any -> new Tally(tally.diagnosis))
                            .addAll(tally));
        }
        return all.entrySet().stream()
                .map(entry -> site(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static LiveSite site(PinSite.Key key, Tally tally) {
        PinCause cause = tally.diagnosis.first();
        StackTrace costliest = tally.stacks.entrySet().stream()
                .min(Map.Entry.<StackTrace, Sum>comparingByValue(Sum.HEAVIEST)
                        .thenComparing(entry -> new StackLines(entry.getKey()).toString()))
                .map(Map.Entry::getKey)
                .orElse(StackTrace.NONE);
        return new LiveSite(
                key.toString(),
                key.site(),
                cause.kind(),
                cause.frame() == null ? "" : cause.frame().toString(),
                cause.lock() == null ? "" : cause.lock(),
                cause.detail(),
                tally.sum,
                tally.stacks.size(),
                new StackLines(costliest).labels());
    }

    /** How many pins ended in each of some seconds, from the first to the one before the last. */
    public double[] perSecond(long from, long to) {
        double[] counts = new double[Math.toIntExact(Math.max(0, to - from))];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = seconds.getOrDefault(from + i, Map.of()).values().stream()
                    .mapToLong(tally -> tally.sum.count())
                    .sum();
        }
        return counts;
    }

    /** The carriers over time. */
    public CarrierSlots slots() {
        return slots;
    }
}
