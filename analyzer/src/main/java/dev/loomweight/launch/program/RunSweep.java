package dev.loomweight.launch.program;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.launch.Progress;
import dev.loomweight.launch.SampleRun;
import dev.loomweight.launch.TargetJdk;
import dev.loomweight.launch.program.SweepRequest.Planned;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Runs a matrix of {@code sleepers}, one after the other, and keeps what was captured of each. */
public final class RunSweep {

    private final SweepRequest request;
    private final Progress progress;
    private final BooleanSupplier stopping;
    private final Map<Optional<Path>, TargetJdk> jdks = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final long started = System.nanoTime();

    private RunSweep(SweepRequest request, Progress progress, BooleanSupplier stopping) {
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

    /**
     * Runs them all. A run that fails does not keep the others from running. When the calling thread is interrupted,
     * the target is stopped and no other is started.
     *
     * @param request what to run
     * @param progress is told of every step
     * @param stopping whether this program is ending, so that a target that dies has not failed
     * @return where the captures are, and what went wrong if anything did
     * @throws DataException if a JDK cannot be used, or the folder not be made
     */
    public static Outcome run(SweepRequest request, Progress progress, BooleanSupplier stopping) {
        return new RunSweep(request, progress, stopping).run();
    }

    private Outcome run() {
        request.jdks().forEach(home -> jdks.put(home, TargetJdk.at(home.orElse(null))));
        List<Path> classPath = SamplesJar.classPath();
        CaptureFolder.create(request.folder());
        List<Planned> plan = request.plan();
        int ended = 0;
        try {
            for (Planned planned : plan) {
                if (stopping.getAsBoolean()) {
                    throw new InterruptedException("stopped between two runs");
                }
                run(planned, plan.size(), classPath);
                ended++;
            }
        } catch (InterruptedException e) {
            // The caller reports what there is; the capture of this run says that it was interrupted.
            progress.interrupted("interrupted in run " + (ended + 1) + " of " + plan.size()
                    + "; what was captured until now is kept in " + request.folder());
        }
        return new Outcome(request.folder(), ended, plan.size(), failures);
    }

    private void run(Planned planned, int of, List<Path> classPath) throws InterruptedException {
        SleepersSettings settings = planned.settings();
        TargetJdk jdk = jdk(settings);
        Path capture = request.folder().resolve(name(planned, jdk) + ".lw");
        Map<String, Integer> place = new LinkedHashMap<>();
        place.put("run", planned.number());
        place.put("of", of);
        place.put("repeat", planned.repeat());
        String label = String.format(
                Locale.ROOT,
                "%s, %,d threads, %,d frames, JDK %s",
                settings.kind().word(),
                settings.threads(),
                settings.depth(),
                jdk.version());
        try {
            SampleRun.Outcome outcome = SampleRun.run(
                    new SleepersTarget(settings, jdk, request.settle(), capture)
                            .request(classPath, Map.of("sweep", place)),
                    new Placed(planned.number(), of, label));
            if (!outcome.shortfall().isEmpty()) {
                failures.add("run " + planned.number() + " (" + label + "): only " + outcome.ran() + " of "
                        + outcome.asked() + " threads could run: " + outcome.shortfall());
            }
        } catch (DataException e) {
            if (stopping.getAsBoolean()) {
                throw new InterruptedException("stopped while a target ran");
            }
            failures.add("run " + planned.number() + " (" + label + "): " + e.getMessage());
        }
    }

    private TargetJdk jdk(SleepersSettings settings) {
        TargetJdk jdk = jdks.get(Optional.ofNullable(settings.jdk()));
        if (jdk == null) {
            throw new IllegalStateException("no JDK was looked at for " + settings);
        }
        return jdk;
    }

    /** The name of a run's capture: its place first, so that a listing is in order, then what it is. */
    private String name(Planned planned, TargetJdk jdk) {
        SleepersSettings settings = planned.settings();
        StringBuilder name = new StringBuilder(String.format(
                Locale.ROOT,
                "%03d-%s-threads%d-depth%d",
                planned.number(),
                settings.kind().word(),
                settings.threads(),
                settings.depth()));
        if (request.stackSizes().size() > 1) {
            name.append(settings.stackSizeBytes() == null ? "-stack" : "-stack" + settings.stackSizeBytes());
        }
        if (request.gcs().size() > 1) {
            name.append('-').append(settings.gc() == null ? "gc" : settings.gc());
        }
        if (request.inlining().size() > 1) {
            name.append(settings.inlining() ? "-inlining" : "-plain");
        }
        if (request.jdks().size() > 1) {
            name.append("-jdk").append(jdk.version());
        }
        return name.toString();
    }

    /** Says of which run each step is, and how long all will take yet by the pace until now. */
    private final class Placed implements Progress {
        private final int number;
        private final int of;
        private final String label;

        private Placed(int number, int of, String label) {
            this.number = number;
            this.of = of;
            this.label = label;
        }

        @Override
        public void step(String what) {
            progress.step("run " + number + " of " + of + left() + ": " + label + ": " + what);
        }

        @Override
        public void interrupted(String what) {
            // Said for all runs, once the run has ended.
        }

        private String left() {
            if (number == 1) {
                return "";
            }
            Duration each = Duration.ofNanos(System.nanoTime() - started).dividedBy(number - 1L);
            long seconds = each.multipliedBy(of - number + 1L).toSeconds();
            return String.format(Locale.ROOT, ", %d:%02d left", seconds / 60, seconds % 60);
        }
    }
}
