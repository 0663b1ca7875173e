package dev.loomweight.carriers;

import dev.loomweight.fold.Condenser;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.CpuSamplesLost;
import dev.loomweight.sample.CpuTimeSample;
import dev.loomweight.sample.ExecutionSample;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NativeMethodSample;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Repeated;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SchedulerDelay;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.VirtualThreadStart;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What ran on carriers by stack, who was refused, and how long threads waited for a carrier: samples of equal stacks once, with
 * their number.
 */
public final class CarrierCondenser implements Condenser<CarrierCondenser.Gathered> {

    private static final ThreadRef VIRTUAL = new ThreadRef(0, "", 0, true);
    private static final ThreadRef CARRIER = new ThreadRef(0, "", 0, false);

    /** The condenser; it has no options. */
    public CarrierCondenser() {}

    /** What was gathered, by where it comes from: the accumulator. */
    public static final class Gathered {
        private final Map<Origin, Map<Sample, Long>> equal = new HashMap<>();
        // By process: a thread can be started in one of its recordings and refused in another.
        private final Map<String, FailedSubmits.Refusals> refusals = new TreeMap<>();
        private final Map<String, Origin> origins = new HashMap<>();
        private final Map<Origin, SchedulerDelays.Delays> delays = new HashMap<>();

        private Gathered() {}

        private void add(Origin origin, Sample sample, long count) {
            equal.computeIfAbsent(origin, any -> new HashMap<>()).merge(sample, count, Long::sum);
        }
    }

    @Override
    public Interest interest() {
        return Interest.in(
                        CpuTimeSample.class,
                        CpuSamplesLost.class,
                        ExecutionSample.class,
                        NativeMethodSample.class,
                        Repeated.class)
                .and(FailedSubmits.FOLD.interest())
                .and(SchedulerDelays.FOLD.interest());
    }

    @Override
    public Gathered empty() {
        return new Gathered();
    }

    @Override
    public void add(Gathered into, Origin origin, Sample sample) {
        add(into, origin, sample, 1);
    }

    private void add(Gathered into, Origin origin, Sample sample, long count) {
        switch (sample) {
            case CpuTimeSample ran ->
                into.add(
                        origin,
                        new CpuTimeSample(
                                0, ran.periodNanos(), ran.failed(), ran.biased(), kind(ran.thread()), ran.stack()),
                        count);
            case ExecutionSample ran ->
                into.add(origin, new ExecutionSample(0, kind(ran.thread()), ran.stack()), count);
            case NativeMethodSample ran ->
                into.add(origin, new NativeMethodSample(0, kind(ran.thread()), ran.stack()), count);
            case CpuSamplesLost lost -> into.add(origin, lost.ofAny(), count);
            case SubmitFailed failed -> refusals(into, origin).add(origin, failed, count);
            case VirtualThreadStart start -> refusals(into, origin).add(origin, start);
            case SchedulerDelay delay -> delays(into, origin).add(origin, delay, count);
            case Repeated repeated -> add(into, origin, repeated.sample(), repeated.count());
            default -> {}
        }
    }

    private static ThreadRef kind(ThreadRef thread) {
        return thread.virtual() ? VIRTUAL : CARRIER;
    }

    private FailedSubmits.Refusals refusals(Gathered into, Origin origin) {
        into.origins.merge(origin.subject(), origin, CarrierCondenser::first);
        return into.refusals.computeIfAbsent(origin.subject(), any -> FailedSubmits.FOLD.empty());
    }

    private static Origin first(Origin one, Origin other) {
        return one.toString().compareTo(other.toString()) <= 0 ? one : other;
    }

    private SchedulerDelays.Delays delays(Gathered into, Origin origin) {
        return into.delays.computeIfAbsent(origin, any -> SchedulerDelays.FOLD.empty());
    }

    @Override
    public Gathered merge(Gathered left, Gathered right) {
        right.equal.forEach((origin, all) -> all.forEach((sample, count) -> left.add(origin, sample, count)));
        right.refusals.forEach((subject, all) -> left.refusals.merge(subject, all, FailedSubmits.FOLD::merge));
        right.origins.forEach((subject, origin) -> left.origins.merge(subject, origin, CarrierCondenser::first));
        right.delays.forEach((origin, all) -> left.delays.merge(origin, all, SchedulerDelays.FOLD::merge));
        return left;
    }

    @Override
    public void condense(Gathered all, Coverage coverage, Taker to) {
        all.equal.forEach(
                (origin, equal) -> equal.forEach((sample, count) -> to.accept(origin, new Repeated(sample, count))));
        all.origins.forEach((subject, origin) ->
                FailedSubmits.condense(all.refusals.getOrDefault(subject, FailedSubmits.FOLD.empty()), origin, to));
        all.delays.forEach((origin, of) -> SchedulerDelays.condense(of, origin, to));
    }
}
