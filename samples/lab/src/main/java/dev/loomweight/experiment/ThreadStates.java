package dev.loomweight.experiment;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares a thread dump taken from outside with the states known from inside, for the experiment {@code states}, whose
 * threads are named for their state.
 */
public final class ThreadStates implements Analysis<ThreadStates.All, ThreadStates.All> {

    private static final Fold<All> FOLD = Fold.of(Interest.in(ExperimentRun.class, ThreadDump.class), All::new);

    private static final String EXPERIMENT = "states";

    /** The runs and dumps by their process: the accumulator. */
    public static final class All implements State<All> {
        private final Map<String, List<ExperimentRun>> runs = new TreeMap<>();
        private final Map<String, List<ThreadDump>> dumps = new TreeMap<>();

        private All() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof ExperimentRun run && run.experiment().equals(EXPERIMENT)) {
                runs.computeIfAbsent(origin.subject(), subject -> new ArrayList<>())
                        .add(run);
            } else if (sample instanceof ThreadDump dump) {
                ThreadDump named = StateTable.ofExperiment(dump);
                if (!named.stacks().isEmpty()) {
                    dumps.computeIfAbsent(origin.subject(), subject -> new ArrayList<>())
                            .add(named);
                }
            }
        }

        @Override
        public void merge(All other) {
            other.runs.forEach((subject, more) ->
                    runs.computeIfAbsent(subject, key -> new ArrayList<>()).addAll(more));
            other.dumps.forEach((subject, more) ->
                    dumps.computeIfAbsent(subject, key -> new ArrayList<>()).addAll(more));
        }
    }

    @Override
    public String id() {
        return "seenStates";
    }

    @Override
    public Fold<All> fold() {
        return FOLD;
    }

    @Override
    public All read(All all, Coverage coverage) {
        return all;
    }

    @Override
    public Section say(All all, Coverage coverage) {
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
