package dev.loomweight.command;

import dev.loomweight.amount.Quantity;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import dev.loomweight.launch.CommandRun;
import dev.loomweight.launch.LimitedRun;
import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.sizing.Proposal;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.memory.sizing.Sizing;
import dev.loomweight.memory.sizing.Trial;
import dev.loomweight.memory.sizing.TriedLimits;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a captured command again under the limits that are proposed for it, and reports what happened: under the limit of
 * the user's choice, or else a comfortable and the least one; then under a tenth less.
 */
public final class Verification {

    /** Without a duration, a trial may take this many times as long as the first run, and a little more. */
    private static final int TIMES_FIRST = 3;

    private static final Duration EXTRA = Duration.ofSeconds(30);

    /** What a trial is less than the limit before it. */
    private static final double NEXT_LIMIT_FACTOR = 0.9;

    private static final long MB = 1 << 20;

    private static final Quantity NO_PAUSES = Quantity.unknown("no recording, or none with jdk.GarbageCollection");

    private final Trials request;
    private final Consumer<String> remarks;
    private volatile @Nullable CommandRun current;
    private volatile boolean stopped;

    /**
     * What to verify.
     *
     * @param words the words of the command
     * @param capture the capture of the first run, which has ended
     * @param first how the first run ended
     * @param limitBytes the limit to try, in bytes, or 0 for those that are proposed
     * @param duration how long the command runs each time, or null until it ends
     */
    public record Trials(
            List<String> words,
            CaptureRequest capture,
            CommandRun.CommandResult first,
            long limitBytes,
            @Nullable Duration duration) {

        public Trials {
            words = List.copyOf(words);
        }
    }

    /** A limit to try. */
    private record Attempt(String name, Plan plan, boolean isMargin) {}

    /** @param remarks takes one line before each run */
    public Verification(Trials request, Consumer<String> remarks) {
        this.request = request;
        this.remarks = remarks;
    }

    /**
     * A signal for this program: passed on to the run that is going on, and no other is started.
     *
     * @param name the signal's name
     * @param forward as for {@link CommandRun#signal}
     */
    public void signal(String name, boolean forward) {
        stopped = true;
        CommandRun run = current;
        if (run != null) {
            run.signal(name, forward);
        }
    }

    /**
     * Runs the trials.
     *
     * @return the sections of the proposal and of what happened
     * @throws DataException if the first capture has too little to propose a limit, or a run cannot be started
     * @throws InterruptedException if the calling thread is interrupted
     */
    public List<Section> run() throws InterruptedException {
        Sizing sizing = new Sizing(request.limitBytes());
        Processes captured = read(sizing, request.capture().folder());
        List<Proposal> proposals = sizing.read(captured, Coverage.NONE);
        if (proposals.isEmpty()) {
            throw new DataException("the capture has too little to propose a limit: no snapshot of the JVM's memory was"
                    + " taken; a command that ends at once cannot be verified");
        }
        TriedLimits tried = new TriedLimits(
                new Trial(null, false, "", run(request.first()), "", "", Quantity.unknown(""), pauses(captured)));
        List<Attempt> attempts = attempts(proposals.getFirst());
        for (int i = 0; i < attempts.size() && !stopped; i++) {
            Attempt attempt = attempts.get(i);
            remarks.accept("run " + (i + 1) + " of " + attempts.size() + " under a limit: "
                    + Amounts.bytes(attempt.plan.limitBytes()) + " (" + attempt.name + ")");
            tried.add(attempt.name, attempt.plan, attempt(attempt.plan), attempt.isMargin);
        }
        List<Section> sections = new ArrayList<>();
        sections.add(withoutRefuted(sizing.say(proposals, Coverage.NONE), tried, proposals.getFirst()));
        sections.add(tried.section());
        return sections;
    }

    private static List<Attempt> attempts(Proposal proposal) {
        List<Attempt> attempts = new ArrayList<>();
        long last;
        if (proposal.givenBytes() > 0) {
            last = proposal.givenBytes();
            attempts.add(new Attempt("the limit", proposal.at(last), false));
        } else {
            attempts.add(new Attempt("comfortable limit", proposal.comfortable(), false));
            Plan least = proposal.least();
            last = least.limitBytes();
            attempts.add(new Attempt("least limit", least, false));
        }
        attempts.add(new Attempt("10 % less", proposal.at(Math.round(last * NEXT_LIMIT_FACTOR) / MB * MB), true));
        attempts.removeIf(attempt -> attempt.plan.flags().isEmpty());
        return attempts;
    }

    private Trial attempt(Plan plan) throws InterruptedException {
        CaptureRequest first = request.capture();
        Path folder = LiveCapture.sibling(first.folder(), "limit-" + plan.limitBytes() / MB + "m");
        Set<Part> parts = EnumSet.copyOf(first.snapshots().parts());
        // Both stop the application: a histogram is a full collection.
        parts.remove(Part.HISTOGRAM);
        parts.remove(Part.THREADS);
        CaptureRequest capture = new CaptureRequest(
                folder,
                new SnapshotRequest(
                        first.snapshots().every(), parts, first.snapshots().detail()),
                first.settings(),
                first.minFreeBytes(),
                first.classes(),
                // It is run for its memory.
                Watched.NOTHING,
                null,
                Map.of());
        Duration longest = request.duration();
        if (longest == null) {
            longest = request.first().ran().multipliedBy(TIMES_FIRST).plus(EXTRA);
        }
        LimitedRun.Outcome outcome = LimitedRun.run(
                new LimitedRun.Request(request.words(), capture, plan.limitBytes(), plan.words(), longest),
                run -> current = run);
        return new Trial(
                plan,
                outcome.enforced(),
                outcome.limitedBy(),
                run(outcome.run()),
                outcome.refused(),
                outcome.outOfMemory(),
                Quantity.notNegative(outcome.peakChargedBytes(), ""),
                pausesOf(folder));
    }

    private static Trial.Run run(CommandRun.CommandResult result) {
        return new Trial.Run(
                result.status(),
                result.endedItself(),
                result.kills(),
                result.peakResidentBytes(),
                result.peakSharedBytes(),
                result.ran().toNanos());
    }

    private static Quantity pausesOf(Path folder) {
        try {
            return pauses(read(new Sizing(), folder));
        } catch (DataException e) {
            // What was killed has not always written its recording.
            return NO_PAUSES;
        }
    }

    private static Quantity pauses(Processes captured) {
        List<ObservedProcess> processes = captured.together();
        if (processes.isEmpty()) {
            return NO_PAUSES;
        }
        GcHistory history = processes.getFirst().recorded().collections();
        return history.isNamed() ? Quantity.of(history.pausesNanos()) : NO_PAUSES;
    }

    private static Processes read(Sizing sizing, Path folder) {
        try (CommandInputs inputs = new CommandInputs(Options.NONE)) {
            return FoldRun.read(
                            List.of(sizing),
                            inputs.open(List.of(folder), count -> {}).sources())
                    .result(sizing)
                    .all();
        }
    }

    /** A limit that sufficed is no problem, whatever was estimated. */
    private static Section withoutRefuted(Section sizing, TriedLimits tried, Proposal proposal) {
        if (!tried.suffices(proposal.givenBytes())) {
            return sizing;
        }
        List<Finding> findings = sizing.findings().stream()
                .filter(finding -> !finding.id().equals(Sizing.TOO_SMALL))
                .toList();
        return new Section(sizing.id(), sizing.title(), sizing.blocks(), findings);
    }
}
