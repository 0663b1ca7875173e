package dev.loomweight.program;

import dev.loomweight.classfiles.TargetJdk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The sample {@code sleepers}, once for each combination of some settings. Every list has one value or more, each once.
 *
 * @param kinds kinds of thread
 * @param threads numbers of threads, 1 or more
 * @param depths frames below each sleep, 0 or more
 * @param stackSizes stack sizes of a platform thread in bytes; empty for the JVM's default
 * @param gcs collectors; empty for the JVM's choice
 * @param inlining whether the JIT may inline the frames into each other, as it does in an ordinary program
 * @param sweep whether the runs are a sweep: a series, whose captures are named for their settings; else there is one
 *     run for each kind, and its capture is named for the kind
 */
public record SleeperPrograms(
        List<Kind> kinds,
        List<Integer> threads,
        List<Integer> depths,
        List<Optional<Long>> stackSizes,
        List<Optional<Collector>> gcs,
        List<Boolean> inlining,
        boolean sweep)
        implements Programs {

    public SleeperPrograms {
        kinds = List.copyOf(kinds);
        threads = List.copyOf(threads);
        depths = List.copyOf(depths);
        stackSizes = List.copyOf(stackSizes);
        gcs = List.copyOf(gcs);
        inlining = List.copyOf(inlining);
    }

    /** The kind of a thread. */
    public enum Kind {
        /** A thread with a stack of the operating system. */
        PLATFORM,
        /** A thread whose frames lie in the heap while it waits. */
        VIRTUAL;

        /** Its name on the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A garbage collector of HotSpot. */
    public enum Collector {
        /** The default on machines with two processors and 2 GB or more. */
        G1("-XX:+UseG1GC"),
        /** One thread, for small heaps. */
        SERIAL("-XX:+UseSerialGC"),
        /** For throughput. */
        PARALLEL("-XX:+UseParallelGC"),
        /** For short pauses. */
        Z("-XX:+UseZGC"),
        /** For short pauses; not in every JDK. */
        SHENANDOAH("-XX:+UseShenandoahGC");

        private final String flag;

        Collector(String flag) {
            this.flag = flag;
        }

        String flag() {
            return flag;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public boolean isSeries() {
        return sweep;
    }

    /**
     * The repetition is outermost, and every second one runs backwards, so that a steady drift, such as the machine
     * getting warmer, does not line up with a setting.
     */
    @Override
    public List<Run> plan(RunRequest request, List<TargetJdk> jdks) {
        List<SleepersRun> matrix = matrix(jdks);
        List<Run> plan = new ArrayList<>();
        for (int repeat = 1; repeat <= request.repeats(); repeat++) {
            for (SleepersRun run : repeat % 2 == 1 ? matrix : matrix.reversed()) {
                int number = plan.size() + 1;
                String capture = sweep
                        ? captureName(number, run, jdks.size() > 1)
                        : run.kind().word();
                Map<String, Object> place = new LinkedHashMap<>();
                if (sweep) {
                    place.put("run", number);
                    place.put("of", matrix.size() * request.repeats());
                    place.put("repeat", repeat);
                }
                plan.add(new Run(
                        sweep ? run.label() : run.shortLabel(),
                        run,
                        run.sample(
                                request.settle(),
                                request.folder().resolve(capture + ".lw"),
                                sweep ? Map.of("sweep", place) : Map.of())));
            }
        }
        return plan;
    }

    /** All combinations. Kinds and JDKs, which are compared most, run side by side: the machine is the same for both. */
    List<SleepersRun> matrix(List<TargetJdk> jdks) {
        List<SleepersRun> matrix = new ArrayList<>();
        for (int count : threads) {
            for (int depth : depths) {
                for (Optional<Long> stackSize : stackSizes) {
                    for (Optional<Collector> gc : gcs) {
                        for (boolean inline : inlining) {
                            for (TargetJdk jdk : jdks) {
                                kinds.forEach(kind ->
                                        matrix.add(new SleepersRun(kind, count, depth, stackSize, gc, inline, jdk)));
                            }
                        }
                    }
                }
            }
        }
        return matrix;
    }

    /** The number comes first, so that a listing is in the order of the runs; then the settings that differ. */
    private String captureName(int number, SleepersRun run, boolean severalJdks) {
        StringBuilder name = new StringBuilder(String.format(
                Locale.ROOT, "%03d-%s-threads%d-depth%d", number, run.kind().word(), run.threads(), run.depth()));
        if (stackSizes.size() > 1) {
            name.append("-stack")
                    .append(run.stackSizeBytes().map(String::valueOf).orElse(""));
        }
        if (gcs.size() > 1) {
            name.append('-').append(run.gc().map(Collector::toString).orElse("gc"));
        }
        if (inlining.size() > 1) {
            name.append(run.inlining() ? "-inlining" : "-plain");
        }
        if (severalJdks) {
            name.append("-jdk").append(run.jdk().version());
        }
        return name.toString();
    }
}
