package dev.loomweight.launch.program;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.launch.Progress;
import dev.loomweight.launch.program.SleepersRequest.Kind;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.threadcost.weight.PublishedClaims;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The published experiment on the memory of sleeping threads: {@code sleepers} of both kinds, on each JDK. */
public final class RunMemory {

    /** Its name among the experiments. */
    public static final String NAME = "memory";

    private static final String CLAIMS = new PublishedClaims().id();

    private static final int PUBLISHED_THREADS = 4000;
    private static final int FEW_THREADS = 200;

    /** Resident memory comes to rest later than an experiment's own figures are told. */
    private static final Duration LEAST_SETTLE = Duration.ofSeconds(2);

    private RunMemory() {}

    /** Its report as a page about what was published: the claims first, which a report of threads has further below. */
    public static Report page(Report report) {
        List<Section> sections = new ArrayList<>(report.sections());
        sections.sort(Comparator.comparing(section -> !section.id().equals(CLAIMS)));
        return new Report(report.command(), NAME + ": what sleeping threads weigh", sections);
    }

    /**
     * Runs it once on each JDK, whatever the repetitions: it tells amounts of memory, which hardly differ.
     *
     * @param request what to run
     * @param progress is told of every step
     * @param stopping whether this program is ending
     * @return where the captures are, and what went wrong if anything did
     * @throws DataException if a JDK cannot be used, or the folder not be made
     */
    public static RunExperiment.Outcome run(ExperimentRequest request, Progress progress, BooleanSupplier stopping) {
        List<String> versions = RunExperiment.versions(request.jdks());
        CaptureFolder.create(request.folder());
        List<String> failures = new ArrayList<>();
        int ended = 0;
        try {
            for (int i = 0; i < versions.size(); i++) {
                if (stopping.getAsBoolean()) {
                    progress.interrupted("interrupted; what was captured until now is kept in " + request.folder());
                    break;
                }
                Optional<String> failure = run(request, request.jdks().get(i), versions.get(i), progress);
                if (failure.isPresent() && stopping.getAsBoolean()) {
                    break;
                }
                failure.ifPresent(failures::add);
                ended++;
            }
        } catch (InterruptedException e) {
            // The run that was interrupted has said so.
        }
        return new RunExperiment.Outcome(request.folder(), ended, versions.size(), failures);
    }

    /** What the capture of an experiment says, so that its JDK is in its name. */
    private static Map<String, ?> place(ExperimentRequest request, Kind kind) {
        return Map.of(
                "experiment",
                Map.of("name", NAME, "part", kind.word(), "size", request.size().word(), "repeat", 1, "of", 1),
                "machine",
                Machine.words());
    }

    private static Optional<String> run(
            ExperimentRequest request, Optional<Path> jdk, String version, Progress progress)
            throws InterruptedException {
        boolean brief = request.size() == ExperimentSize.SHORT;
        SleepersRequest sleepers = new SleepersRequest(
                brief ? FEW_THREADS : PUBLISHED_THREADS,
                List.of(Kind.PLATFORM, Kind.VIRTUAL),
                0,
                null,
                brief || request.settle().compareTo(LEAST_SETTLE) > 0 ? request.settle() : LEAST_SETTLE,
                jdk.orElse(null),
                null,
                false,
                request.folder());
        try {
            return Optional.ofNullable(
                    RunSleepers.beside(sleepers, "jdk" + version + "-", kind -> place(request, kind), progress)
                            .failure());
        } catch (DataException e) {
            return Optional.of("JDK " + version + ": " + e.getMessage());
        }
    }
}
