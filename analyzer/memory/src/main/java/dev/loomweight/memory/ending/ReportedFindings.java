package dev.loomweight.memory.ending;

import dev.loomweight.memory.ending.ReportedEnd.Meaning;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What others report of ends, in words; what is found of the process itself is not said again. */
final class ReportedFindings {

    /** What a capture does not show. */
    static final Set<Meaning> MORE =
            EnumSet.of(Meaning.EVICTED, Meaning.FAILED_PROBE, Meaning.OUT_OF_MEMORY_IN_GROUP, Meaning.NOT_STARTED);

    private ReportedFindings() {}

    static void addTo(EndReading reading, List<Finding> findings) {
        boolean ended =
                reading.reported().stream().anyMatch(one -> one.kill() != null || one.meaning() != Meaning.NONE);
        for (ReportedEnd one : reading.reported()) {
            Kill kill = one.kill();
            Container container = one.container();
            if (kill != null && !reading.isOwn(kill)) {
                findings.add(new KernelKillFinding(one, kill).finding());
            } else if (kill == null && container != null && !isSaid(reading, one)) {
                // Those that run next to one that ended are of no interest.
                if (!ended || one.meaning() != Meaning.NONE) {
                    findings.add(new ContainerFinding(one, container).finding());
                }
            }
        }
    }

    /** The end of the only container is that of the process that was captured; a crash log has more of a crash. */
    private static boolean isSaid(EndReading reading, ReportedEnd one) {
        boolean only = reading.reported().stream()
                        .filter(other -> other.meaning() != Meaning.NONE)
                        .count()
                == 1;
        boolean found = reading.outcome().kill() != null
                || reading.outcome().exit() != null
                || reading.ending().cause() != null;
        return (reading.isOfCapture() && only && found && !MORE.contains(one.meaning()))
                || (reading.ending().crash() != null && one.meaning() == Meaning.CRASHED);
    }
}
