package dev.loomweight.launch.program;

import dev.loomweight.launch.program.SleepersRequest.Collector;
import dev.loomweight.launch.program.SleepersRequest.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A matrix of runs of {@code sleepers}: each value of each setting with each value of the others. Every list has one
 * value or more, each once.
 *
 * @param kinds kinds of thread
 * @param threads numbers of threads, 1 or more
 * @param depths frames below each sleep, 0 or more
 * @param stackSizes stack sizes in bytes; empty for the JVM's default
 * @param gcs collectors; empty for the JVM's choice
 * @param inlining whether the JIT may inline the frames into each other
 * @param jdks homes of JDKs; empty for the one that runs this program
 * @param repeats how often the whole matrix is run, 1 or more
 * @param settle how long to wait before each snapshot
 * @param folder where the captures go; must not exist or be empty
 */
public record SweepRequest(
        List<Kind> kinds,
        List<Integer> threads,
        List<Integer> depths,
        List<Optional<Long>> stackSizes,
        List<Optional<Collector>> gcs,
        List<Boolean> inlining,
        List<Optional<Path>> jdks,
        int repeats,
        Duration settle,
        Path folder) {

    public SweepRequest {
        kinds = List.copyOf(kinds);
        threads = List.copyOf(threads);
        depths = List.copyOf(depths);
        stackSizes = List.copyOf(stackSizes);
        gcs = List.copyOf(gcs);
        inlining = List.copyOf(inlining);
        jdks = List.copyOf(jdks);
    }

    /** How many runs it is. */
    public int runs() {
        return matrix().size() * repeats;
    }

    /**
     * The settings of one repetition. What is compared most, kinds and JDKs, stands side by side, so that the machine
     * is the same for both.
     */
    public List<SleepersSettings> matrix() {
        List<SleepersSettings> matrix = new ArrayList<>();
        for (int count : threads) {
            for (int depth : depths) {
                for (Optional<Long> stackSize : stackSizes) {
                    for (Optional<Collector> gc : gcs) {
                        for (boolean inline : inlining) {
                            for (Optional<Path> jdk : jdks) {
                                for (Kind kind : kinds) {
                                    matrix.add(new SleepersSettings(
                                            kind,
                                            count,
                                            depth,
                                            stackSize.orElse(null),
                                            gc.orElse(null),
                                            inline,
                                            jdk.orElse(null)));
                                }
                            }
                        }
                    }
                }
            }
        }
        return matrix;
    }

    /**
     * All runs in their order. The repetition is outermost, and each second one goes backwards: what drifts steadily,
     * such as the heat of the machine, does not line up with a setting.
     */
    public List<Planned> plan() {
        List<Planned> plan = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            List<SleepersSettings> matrix = matrix();
            for (SleepersSettings settings : repeat % 2 == 1 ? matrix : matrix.reversed()) {
                plan.add(new Planned(plan.size() + 1, repeat, settings));
            }
        }
        return plan;
    }

    /**
     * One run.
     *
     * @param number its place in the order, from 1
     * @param repeat which repetition it belongs to, from 1
     * @param settings what it is
     */
    public record Planned(int number, int repeat, SleepersSettings settings) {}
}
