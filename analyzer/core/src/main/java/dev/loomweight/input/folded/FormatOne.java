package dev.loomweight.input.folded;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.SchedulerDelay;
import dev.loomweight.sample.ThreadEvents.SubmitFailed;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.DelayParts;
import dev.loomweight.sample.state.PinParts;
import dev.loomweight.sample.state.RanParts;
import dev.loomweight.sample.state.RefusalParts;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fold files of schema version 1. They have states as samples: equal ones once, with their number ({@code Repeated}), and all
 * pins of a process as one ({@code FoldedPins}). What is made of them is a unit of the present version.
 */
final class FormatOne {

    /** The version of the form. */
    static final int SCHEMA_VERSION = 1;

    /** What was written there of all pins of a process has the components of {@link PinParts}, under other names. */
    private static final int FOLDED_PINS = 0x99e11c2d;

    private static final int REPEATED = 0xe550c580;

    /** The kinds that were repeated, by their places among all kinds of sample in the order of their names. */
    private static final Map<Integer, Class<? extends Sample>> REPEATED_KINDS = Map.of(
            10, CpuSamplesLost.class,
            11, CpuTimeSample.class,
            14, ExecutionSample.class,
            28, NativeMethodSample.class,
            43, SchedulerDelay.class,
            46, SubmitFailed.class);

    private static final int KINDS = 52;

    private final FoldUnit unit;
    private final FoldUnit.Builder made = new FoldUnit.Builder();
    private final List<StateParts> states = new ArrayList<>();
    private final List<RanParts.OfStack> stacks = new ArrayList<>();
    private long lost;
    private long failed;
    private long biased;
    private final List<RefusalParts.Group> refused = new ArrayList<>();
    private final List<RefusalParts.Named> names = new ArrayList<>();

    private FormatOne(FoldUnit unit) {
        this.unit = unit;
    }

    /**
     * The same of the present version.
     *
     * @param unit whose sections are as version 1 has them
     * @throws dev.loomweight.capture.DataException if one is damaged, or is of another version
     */
    static FoldUnit converted(FoldUnit unit) {
        return new FormatOne(unit).convert();
    }

    private FoldUnit convert() {
        unit.head().origins().forEach(made::add);
        for (Section section : List.of(Section.PINS, Section.CARRIERS, Section.THREADS, Section.MEMORY)) {
            ColumnReader reader = unit.open(section);
            int kinds = reader == null ? 0 : reader.bytes().count();
            for (int i = 0; reader != null && i < kinds; i++) {
                read(reader, FoldUnit.nameIn(reader.bytes()));
            }
        }
        if (!stacks.isEmpty() || lost > 0) {
            states.add(new RanParts(stacks, lost, failed, biased));
        }
        if (!refused.isEmpty() || !names.isEmpty()) {
            states.add(new RefusalParts(refused, names));
        }
        states.forEach(made::add);
        return made.build(unit.file(), unit.head());
    }

    private void read(ColumnReader reader, String name) {
        switch (name) {
            case "FoldedPins" -> {
                Description.check(reader.bytes(), FOLDED_PINS, name);
                int count = unit.origins(reader.bytes()).length;
                Columns.of(PinParts.class).read(reader, count).forEach(pins -> states.add((PinParts) pins));
            }
            case "Repeated" -> {
                Description.check(reader.bytes(), REPEATED, name);
                repeated(reader, unit.origins(reader.bytes()).length);
            }
            default -> unit.read(reader, name, kind -> true, this::sample);
        }
    }

    private void repeated(ColumnReader reader, int count) {
        List<Object> samples = repeatedSamples(reader, count);
        List<Object> counts = Columns.of(long.class).read(reader, count);
        for (int i = 0; i < count; i++) {
            if ((long) counts.get(i) < 1) {
                throw reader.bytes().damaged("a Repeated cannot be so");
            }
            add((Sample) samples.get(i), (long) counts.get(i));
        }
    }

    private static List<Object> repeatedSamples(ColumnReader reader, int count) {
        ByteView view = reader.bytes();
        if (view.octet() != 0) {
            throw view.damaged("a Repeated cannot be so");
        }
        Map<Integer, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            places.computeIfAbsent(view.index(KINDS), any -> new ArrayList<>()).add(i);
        }
        Object[] samples = new Object[count];
        places.forEach((number, of) -> {
            Class<? extends Sample> kind = REPEATED_KINDS.get(number);
            if (kind == null) {
                throw view.damaged("a Repeated cannot be so");
            }
            List<Object> found = Columns.of(kind).read(reader, of.size());
            for (int i = 0; i < found.size(); i++) {
                samples[of.get(i)] = found.get(i);
            }
        });
        return List.of(samples);
    }

    private void sample(int origin, Sample sample) {
        if (sample instanceof SubmitFailed
                || sample instanceof SchedulerDelay
                || sample instanceof VirtualThreadStart) {
            add(sample, 1);
        } else {
            Origin of = unit.head().origins().get(origin);
            made.add(of, sample);
        }
    }

    private void add(Sample sample, long count) {
        switch (sample) {
            case CpuTimeSample ran -> {
                ran(CpuTimeSample.EVENT, ran.thread(), ran.stack(), count, count * ran.periodNanos());
                failed += ran.failed() ? count : 0;
                biased += ran.biased() ? count : 0;
            }
            case ExecutionSample ran -> ran(ExecutionSample.EVENT, ran.thread(), ran.stack(), count, 0);
            case NativeMethodSample ran -> ran(NativeMethodSample.EVENT, ran.thread(), ran.stack(), count, 0);
            case CpuSamplesLost of -> lost += count * of.count();
            case SubmitFailed one -> {
                ThreadRef submitter = one.submitter();
                refused.add(new RefusalParts.Group(
                        one.message(),
                        submitter == null ? null : submitter.name(),
                        one.stack(),
                        count,
                        List.of(one.victimId())));
            }
            case SchedulerDelay delay -> states.add(parts(delay, count));
            case VirtualThreadStart start -> names.add(new RefusalParts.Named(start.javaThreadId(), start.name()));
            default -> throw new IllegalStateException(sample.getClass().getName());
        }
    }

    private void ran(String event, ThreadRef thread, StackTrace stack, long count, long nanos) {
        stacks.add(new RanParts.OfStack(event, thread.virtual(), stack, count, nanos));
    }

    private static DelayParts parts(SchedulerDelay delay, long count) {
        String alarm = delay.alarm();
        return new DelayParts(
                delay.sumNanos(),
                delay.maxNanos(),
                delay.histogram(),
                alarm == null ? List.of() : List.of(new DelayParts.Alarm(delay.time(), alarm)),
                alarm == null ? 0 : count,
                delay.time(),
                delay.openNanos(),
                delay.periodNanos(),
                delay.time(),
                delay.maxNanos(),
                delay.lateNanos());
    }
}
