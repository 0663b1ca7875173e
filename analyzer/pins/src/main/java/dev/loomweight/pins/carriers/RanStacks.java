package dev.loomweight.pins.carriers;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import dev.loomweight.sample.state.RanParts;
import dev.loomweight.sample.state.StateParts;
import java.util.Map;
import java.util.TreeMap;

/** What ran on carriers, by process and stack. */
public final class RanStacks implements State<RanStacks> {

    /** The fold of samples of what ran. */
    public static final Fold<RanStacks> FOLD = Fold.of(
            Interest.in(CpuTimeSample.class, CpuSamplesLost.class, ExecutionSample.class, NativeMethodSample.class),
            RanStacks::new,
            new StateForm<>(RanParts.class, RanStacks::of));

    /** Samples of what ran, as fold files hold them. */
    public static final Subject<RanStacks, RanStacks> SUBJECT = Subject.of(FOLD).stored((all, coverage) -> all.parts());

    private final Map<String, SampledStacks> processes = new TreeMap<>();

    private RanStacks() {}

    private static RanStacks of(String process, RanParts parts) {
        RanStacks all = new RanStacks();
        all.processes.put(process, SampledStacks.of(parts));
        return all;
    }

    private Map<String, StateParts> parts() {
        Map<String, StateParts> parts = new TreeMap<>();
        processes.forEach((process, of) -> parts.put(process, of.parts()));
        return parts;
    }

    @Override
    public void add(Origin origin, Sample sample) {
        if (FOLD.interest().wants(sample.getClass())) {
            processes
                    .computeIfAbsent(origin.subject(), any -> new SampledStacks())
                    .add(sample);
        }
    }

    @Override
    public void merge(RanStacks other) {
        other.processes.forEach((process, of) ->
                processes.computeIfAbsent(process, any -> new SampledStacks()).addAll(of));
    }

    /** By the name of the process. */
    Map<String, SampledStacks> processes() {
        return processes;
    }
}
