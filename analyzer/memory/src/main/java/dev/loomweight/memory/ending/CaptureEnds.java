package dev.loomweight.memory.ending;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import java.util.List;
import java.util.stream.Stream;

/** Captures that ended before they had all that they were to have. What became of the process is {@link EndAnalysis}. */
public final class CaptureEnds implements Analysis<Processes, List<CaptureEnds.Incomplete>> {

    /**
     * A capture that is not complete.
     *
     * @param name its process, as reports name it
     * @param info its manifest
     */
    public record Incomplete(String name, CaptureInfo info) {

        private static Stream<Incomplete> of(ObservedProcess process) {
            CaptureInfo info = process.info();
            return info == null || !lacks(info) ? Stream.empty() : Stream.of(new Incomplete(process.name(), info));
        }

        /**
         * A series of snapshots of threads that were to sleep lacks its last ones when its target is killed; that of an
         * application goes as far as the application did, and what killed it is found elsewhere. That fewer threads slept is
         * said with their weight.
         */
        private static boolean lacks(CaptureInfo info) {
            return !info.isComplete()
                    && !info.hasFewerThreads()
                    && !info.end().wasKilledForMemory()
                    && (info.kind() != null || !info.goesToTheEndOfTheTarget());
        }
    }

    @Override
    public String id() {
        return "captures";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public List<Incomplete> read(Processes all, Coverage coverage) {
        return all.together().stream().flatMap(Incomplete::of).toList();
    }

    @Override
    public Section say(List<Incomplete> all, Coverage coverage) {
        return new Section(
                id(),
                "Captures",
                List.of(),
                all.stream().map(CaptureEnds::finding).toList());
    }

    /** One that was stopped has all that it was to have until then. */
    private static Finding finding(Incomplete capture) {
        CaptureInfo info = capture.info;
        return new Finding(
                        "captureIncomplete",
                        info.wasStopped() ? Severity.WARNING : Severity.PROBLEM,
                        "The capture " + capture.name + " is not complete.",
                        "Last status of the capture: " + info.status() + ".",
                        "The report covers what was captured; capture again for the rest.")
                .ofInputs();
    }
}
