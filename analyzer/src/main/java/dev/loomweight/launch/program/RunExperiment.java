package dev.loomweight.launch.program;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.launch.Progress;
import dev.loomweight.launch.SampleRequest;
import dev.loomweight.launch.SampleRun;
import dev.loomweight.launch.TargetJdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Runs the programs of an experiment, each as often as asked on each JDK, and keeps what was captured of each. */
public final class RunExperiment {

    /** A program that takes longer hangs. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final Duration LIMIT_FULL = Duration.ofMinutes(60);

    private static final String GO = "loomweight.go";
    private static final int REPEATS = 3;

    /** How often the longer ones are run unless it is said: what they take is the time of their load. */
    private static final Map<String, Integer> FEWER_REPEATS = Map.of("downstream", 1, "ping", 1);

    private final ExperimentRequest request;
    private final Progress progress;
    private final BooleanSupplier stopping;
    private final List<String> failures = new ArrayList<>();
    private final Map<ExperimentProgram, List<Duration>> taken = new HashMap<>();
    private final String machine = Machine.words();

    private RunExperiment(ExperimentRequest request, Progress progress, BooleanSupplier stopping) {
        this.request = request;
        this.progress = progress;
        this.stopping = stopping;
    }

    /**
     * What came of it.
     *
     * @param folder where the captures are
     * @param ended how many runs ended by themselves
     * @param planned how many runs there were to be
     * @param failures one line for each run that failed
     */
    public record Outcome(Path folder, int ended, int planned, List<String> failures) {

        public Outcome {
            failures = List.copyOf(failures);
        }

        /** Whether it was stopped on the way. */
        public boolean interrupted() {
            return ended < planned;
        }
    }

    /** One run: a program on a JDK. */
    private record Planned(int number, int repeat, TargetJdk jdk, ExperimentProgram program) {}

    /** The names of the experiments, in the order in which all of them are run. */
    public static List<String> names() {
        return List.copyOf(ExperimentProgram.ALL.keySet());
    }

    /**
     * The versions of JDKs.
     *
     * @param homes their homes; empty for the one that runs this program
     * @throws DataException if one cannot be used
     */
    public static List<String> versions(List<Optional<Path>> homes) {
        return homes.stream()
                .map(home -> TargetJdk.at(home.orElse(null)).version())
                .toList();
    }

    /** How often each program of an experiment is run on each JDK where nobody says it. */
    public static int repeats(String name) {
        return FEWER_REPEATS.getOrDefault(name, REPEATS);
    }

    /**
     * Runs it. A run that fails does not keep the others from running. When the calling thread is interrupted, the
     * target is stopped and no other is started.
     *
     * @param request what to run
     * @param progress is told of every step
     * @param stopping whether this program is ending, so that a target that dies has not failed
     * @return where the captures are, and what went wrong if anything did
     * @throws DataException if there is no such experiment, if a JDK cannot be used, or the folder not be made
     */
    public static Outcome run(ExperimentRequest request, Progress progress, BooleanSupplier stopping) {
        return new RunExperiment(request, progress, stopping).run();
    }

    private Outcome run() {
        List<Planned> plan = plan();
        CaptureFolder.create(request.folder());
        int ended = 0;
        try {
            for (Planned planned : plan) {
                if (stopping.getAsBoolean()) {
                    throw new InterruptedException("stopped between two runs");
                }
                long start = System.nanoTime();
                run(planned, plan);
                taken.computeIfAbsent(planned.program(), program -> new ArrayList<>())
                        .add(Duration.ofNanos(System.nanoTime() - start));
                ended++;
            }
        } catch (InterruptedException e) {
            // The caller reports what there is; the capture of this run says that it was interrupted.
            progress.interrupted("interrupted in run " + (ended + 1) + " of " + plan.size()
                    + "; what was captured until now is kept in " + request.folder());
        }
        return new Outcome(request.folder(), ended, plan.size(), failures);
    }

    /** JDKs side by side, so that the machine is the same for both; the repetition is outermost. */
    private List<Planned> plan() {
        List<ExperimentProgram> programs = ExperimentProgram.ALL.get(request.name());
        if (programs == null) {
            throw new DataException(
                    "there is no experiment " + request.name() + "; there are " + String.join(", ", names()));
        }
        List<TargetJdk> jdks = request.jdks().stream()
                .map(home -> TargetJdk.at(home.orElse(null)))
                .toList();
        List<Planned> plan = new ArrayList<>();
        for (int repeat = 1; repeat <= request.repeats(); repeat++) {
            for (ExperimentProgram program : programs) {
                for (TargetJdk jdk : jdks) {
                    plan.add(new Planned(plan.size() + 1, repeat, jdk, program));
                }
            }
        }
        return plan;
    }

    private void run(Planned planned, List<Planned> plan) throws InterruptedException {
        String label = planned.program().part() + ", JDK " + planned.jdk().version();
        try {
            SampleRun.run(sample(planned), new Placed(planned.number(), plan.size(), left(planned, plan), label));
        } catch (DataException e) {
            if (stopping.getAsBoolean()) {
                throw new InterruptedException("stopped while a target ran");
            }
            failures.add("run " + planned.number() + " (" + label + "): " + e.getMessage());
        }
    }

    private SampleRequest sample(Planned planned) {
        ExperimentProgram program = planned.program();
        Map<String, Object> place = new LinkedHashMap<>();
        place.put("name", request.name());
        place.put("part", program.part());
        place.put("size", request.size().word());
        place.put("repeat", planned.repeat());
        place.put("of", request.repeats());
        if (program.outside()) {
            place.put("outside", true);
        }
        String capture = String.format(
                Locale.ROOT,
                "%03d-%s-jdk%s.lw",
                planned.number(),
                program.part(),
                planned.jdk().version());
        return new SampleRequest(
                request.name(),
                // All that is left alive by any of them is virtual.
                program.threads().apply(request.size()) > 0 ? SleepersRequest.Kind.VIRTUAL.word() : null,
                program.mainClass(),
                program.isServer() ? SamplesJar.classPathOfServers() : SamplesJar.classPath(),
                program.arguments().apply(request.size()),
                planned.jdk().java(),
                options(program),
                request.settle(),
                program.threads().apply(request.size()),
                0,
                request.folder().resolve(capture),
                true,
                // The JDK is replaced by what the JVM itself says; one that does not start says nothing.
                Map.of("jdk", planned.jdk().runtimeVersion(), "experiment", place, "machine", machine),
                request.size() == ExperimentSize.FULL ? LIMIT_FULL : LIMIT);
    }

    private List<String> options(ExperimentProgram program) {
        List<String> options = new ArrayList<>(program.options().apply(request.size()));
        if (request.port() != 0) {
            options.add("-Dloomweight.port=" + request.port());
        }
        // Where the command go is, if not on the PATH.
        String go = System.getProperty(GO);
        if (go != null) {
            options.add("-D" + GO + "=" + go);
        }
        return options;
    }

    /** How long this run and those behind it will take: as long as the same program took, or any. */
    private Optional<Duration> left(Planned next, List<Planned> plan) {
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        Duration any = mean(taken.values().stream().flatMap(List::stream).toList());
        Duration left = Duration.ZERO;
        for (Planned planned : plan.subList(next.number() - 1, plan.size())) {
            List<Duration> same = taken.getOrDefault(planned.program(), List.of());
            left = left.plus(same.isEmpty() ? any : mean(same));
        }
        return Optional.of(left);
    }

    private static Duration mean(List<Duration> some) {
        return some.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(some.size());
    }

    /** Says of which run each step is, and how long all will take yet. */
    private final class Placed implements Progress {
        private final String place;

        private Placed(int number, int of, Optional<Duration> left, String label) {
            this.place = "run " + number + " of " + of + left.map(Placed::words).orElse("") + ": " + label + ": ";
        }

        @Override
        public void step(String what) {
            progress.step(place + what);
        }

        @Override
        public void interrupted(String what) {
            // Said for all runs, once the run has ended.
        }

        private static String words(Duration left) {
            return String.format(Locale.ROOT, ", %d:%02d left", left.toMinutes(), left.toSecondsPart());
        }
    }
}
