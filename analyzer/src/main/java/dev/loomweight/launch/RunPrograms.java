package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Proc;
import dev.loomweight.program.Programs.Run;
import dev.loomweight.program.RunRequest;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Runs programs under capture, one after the other, and keeps what was captured. */
public final class RunPrograms {

    private final RunRequest request;
    private final List<Run> plan;
    private final CaptureProgress progress;
    private final BooleanSupplier stopping;
    private final List<String> failures = new ArrayList<>();
    private final Map<Object, List<Duration>> taken = new HashMap<>();

    private RunPrograms(RunRequest request, CaptureProgress progress, BooleanSupplier stopping) {
        this.request = request;
        this.plan = request.programs().plan(request, request.findJdks());
        this.progress = progress;
        this.stopping = stopping;
    }

    /**
     * The outcome of all runs.
     *
     * @param ended how many runs ended by themselves
     * @param planned how many runs were planned
     * @param failures one line for each run that failed, or ran with fewer threads than requested
     */
    public record SeriesResult(int ended, int planned, List<String> failures) {

        public SeriesResult {
            failures = List.copyOf(failures);
        }

        /** Whether the user stopped it before the last run had ended. */
        public boolean interrupted() {
            return ended < planned;
        }
    }

    /**
     * Runs all programs. If the calling thread is interrupted, the current target is stopped and no other is started;
     * what was captured stays.
     *
     * @param request what to run
     * @param progress gets every step
     * @param stopping whether this program is ending, so that a target that dies has not failed
     * @throws DataException if a program or JDK is not there or cannot be used, or if the folder cannot be created
     */
    public static SeriesResult run(RunRequest request, CaptureProgress progress, BooleanSupplier stopping) {
        return new RunPrograms(request, progress, stopping).run();
    }

    private SeriesResult run() {
        Proc.requireProcesses("the processes of samples");
        CaptureFolder.create(request.folder());
        int ended = 0;
        try {
            while (ended < plan.size()) {
                if (stopping.getAsBoolean()) {
                    throw new InterruptedException("stopped between two runs");
                }
                long start = System.nanoTime();
                run(ended + 1, plan.get(ended));
                taken.computeIfAbsent(plan.get(ended).kind(), kind -> new ArrayList<>())
                        .add(Duration.ofNanos(System.nanoTime() - start));
                ended++;
            }
        } catch (InterruptedException e) {
            // The caller reports what there is; the capture of this run says that it was interrupted.
            if (isSeries()) {
                progress.interrupted("interrupted in run " + (ended + 1) + " of " + plan.size()
                        + "; what was captured so far is in " + request.folder());
            }
        }
        return new SeriesResult(ended, plan.size(), failures);
    }

    private boolean isSeries() {
        return request.programs().isSeries();
    }

    private void run(int number, Run run) throws InterruptedException {
        String label = run.label().isEmpty() ? "" : run.label() + ": ";
        String failed = isSeries() ? "run " + number + " (" + run.label() + "): " : label;
        try {
            SampleRun.ThreadsRun outcome = SampleRun.run(run.sample(), new Steps(placeOf(number) + label));
            if (!outcome.shortfall().isEmpty()) {
                failures.add(failed + "only " + outcome.ran() + " of " + outcome.asked() + " "
                        + run.sample().threads().kind() + " threads could run (" + outcome.shortfall()
                        + "); its figures are for those. Ask for fewer with --threads, or raise the limit");
            }
        } catch (DataException e) {
            if (stopping.getAsBoolean()) {
                throw new InterruptedException("stopped while a target ran");
            }
            if (!isSeries() && !Files.exists(run.sample().folder().resolve(CaptureFolder.MANIFEST))) {
                throw e;
            }
            failures.add(failed + e.getMessage());
        }
    }

    /** Which run of the series it is, and how long it and those after it will take. */
    private String placeOf(int number) {
        if (!isSeries()) {
            return "";
        }
        String left = "";
        if (!taken.isEmpty()) {
            Duration duration = estimate(plan.subList(number - 1, plan.size()));
            left = String.format(Locale.ROOT, ", %d:%02d left", duration.toMinutes(), duration.toSecondsPart());
        }
        return "run " + number + " of " + plan.size() + left + ": ";
    }

    /** Each run takes as long as those of its kind took, or if there were none, as long as any. */
    private Duration estimate(List<Run> runs) {
        Duration any = mean(taken.values().stream().flatMap(List::stream).toList());
        return runs.stream()
                .map(run -> taken.containsKey(run.kind()) ? mean(taken.get(run.kind())) : any)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration mean(List<Duration> some) {
        return some.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(some.size());
    }

    /** Says for each step to which run it belongs. */
    private final class Steps implements CaptureProgress {
        private final String place;

        private Steps(String place) {
            this.place = place;
        }

        @Override
        public void step(String what) {
            progress.step(place + what);
        }

        @Override
        public void interrupted(String what) {
            // A series says it once for all runs.
            if (!isSeries()) {
                progress.interrupted(what);
            }
        }
    }
}
