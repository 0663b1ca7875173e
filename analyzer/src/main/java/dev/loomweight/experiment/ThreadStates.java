package dev.loomweight.experiment;

import dev.loomweight.fold.Fold;
import dev.loomweight.report.Block;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.ExperimentRun;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadDump;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares a thread dump taken from outside with the states known from inside, for the experiment {@code states}, whose
 * threads are named for their state.
 */
public final class ThreadStates implements Fold<ThreadStates.All>, Analysis<ThreadStates.All> {

    private static final String EXPERIMENT = "states";

    /** The runs and dumps by their process: the accumulator. */
    public static final class All {
        private final Map<String, List<ExperimentRun>> runs = new TreeMap<>();
        private final Map<String, List<ThreadDump>> dumps = new TreeMap<>();

        private All() {}
    }

    @Override
    public String id() {
        return "seenStates";
    }

    @Override
    public Interest interest() {
        return Interest.in(ExperimentRun.class, ThreadDump.class);
    }

    @Override
    public All empty() {
        return new All();
    }

    @Override
    public void add(All into, Origin origin, Sample sample) {
        if (sample instanceof ExperimentRun run && run.experiment().equals(EXPERIMENT)) {
            into.runs
                    .computeIfAbsent(origin.subject(), subject -> new ArrayList<>())
                    .add(run);
        } else if (sample instanceof ThreadDump dump) {
            ThreadDump named = StateTable.ofExperiment(dump);
            if (!named.stacks().isEmpty()) {
                into.dumps
                        .computeIfAbsent(origin.subject(), subject -> new ArrayList<>())
                        .add(named);
            }
        }
    }

    @Override
    public All merge(All left, All right) {
        right.runs.forEach((subject, runs) ->
                left.runs.computeIfAbsent(subject, key -> new ArrayList<>()).addAll(runs));
        right.dumps.forEach((subject, dumps) ->
                left.dumps.computeIfAbsent(subject, key -> new ArrayList<>()).addAll(dumps));
        return left;
    }

    @Override
    public Section finish(All all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        all.runs.forEach((subject, runs) -> {
            List<ThreadDump> dumps = all.dumps.getOrDefault(subject, List.of());
            if (runs.size() == 1 && dumps.size() == 1) {
                StateTable table = StateTable.of(runs.getFirst(), dumps.getFirst());
                String number = blocks.isEmpty() ? "" : Integer.toString(blocks.size() / 2 + 1);
                blocks.add(table.sentences("seen" + number, subject));
                blocks.add(table.table("states" + number, subject));
            }
        });
        return new Section(id(), "Thread states in a thread dump", blocks, List.of());
    }
}
