package dev.loomweight.program;

import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.program.SleeperPrograms.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The published experiment on the memory of sleeping threads: {@code sleepers} of both kinds on each JDK. They are run
 * once whatever the request says, since amounts of memory hardly differ from run to run.
 *
 * @param size how large
 */
public record PublishedMemory(ExperimentSize size) implements Programs {

    /** Its name among the experiments. */
    public static final String NAME = "memory";

    private static final int PUBLISHED_THREADS = 4000;
    private static final int FEW_THREADS = 200;

    /** Resident memory settles later than the programs of other experiments print their figures. */
    private static final Duration MIN_SETTLE = Duration.ofSeconds(2);

    @Override
    public List<Run> plan(RunRequest request, List<TargetJdk> jdks) {
        boolean isShort = size == ExperimentSize.SHORT;
        Duration settle = isShort || request.settle().compareTo(MIN_SETTLE) > 0 ? request.settle() : MIN_SETTLE;
        String machine = Machine.describe();
        List<Run> plan = new ArrayList<>();
        for (TargetJdk jdk : jdks) {
            for (Kind kind : Kind.values()) {
                SleepersRun run = new SleepersRun(
                        kind,
                        isShort ? FEW_THREADS : PUBLISHED_THREADS,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        jdk);
                // Its place among the experiments, so that reports put the JDK into its name.
                Map<String, ?> place = Map.of(
                        "experiment",
                        Map.of("name", NAME, "part", kind.word(), "size", size.word(), "repeat", 1, "of", 1),
                        "machine",
                        machine);
                String capture = "jdk" + jdk.version() + "-" + kind.word() + ".lw";
                plan.add(new Run(
                        run.shortLabel(),
                        kind,
                        run.sample(settle, request.folder().resolve(capture), place)));
            }
        }
        return plan;
    }
}
