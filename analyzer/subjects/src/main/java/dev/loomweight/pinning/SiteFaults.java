package dev.loomweight.pinning;

import dev.loomweight.diagnosis.BlamedFrame;
import dev.loomweight.diagnosis.Owner;
import dev.loomweight.diagnosis.PinCause;
import dev.loomweight.faults.FaultFindings;
import dev.loomweight.faults.KnownFaults;
import dev.loomweight.faults.Library;
import dev.loomweight.faults.Match;
import dev.loomweight.report.Finding;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import dev.loomweight.jvm.CauseKind;

/** Which known faults of libraries the sites are: a monitor that a library holds while it waits. */
final class SiteFaults {

    private static final Set<CauseKind> MONITORS = EnumSet.of(
            CauseKind.SYNCHRONIZED_METHOD, CauseKind.SYNCHRONIZED_BLOCK, CauseKind.LIBRARY_MONITOR, CauseKind.OBJECT_WAIT,
            CauseKind.MONITOR_ENTER);

    private SiteFaults() {}

    /** Each fault once, of the costliest site that shows it. */
    static List<Finding> of(List<PinSite> sites, SiteSentences sentences, KnownFaults faults) {
        List<Finding> findings = new ArrayList<>();
        Set<String> said = new HashSet<>();
        for (PinSite site : sites) {
            PinCause cause = site.first();
            BlamedFrame blamed = MONITORS.contains(cause.kind()) ? sentences.blamed(site, cause) : null;
            Owner owner = blamed == null || blamed.owner().kind() != Owner.Kind.LIBRARY ? null : blamed.owner();
            Library library = owner == null ? null : owner.library();
            Match match = owner == null || library == null ? null : faults.match(library, library.version(owner.jar()));
            // A change of which no release is known is a hint in the advice on the site, and no fault.
            if (match != null && (match.certain() || !library.fixedIn().isEmpty()) && said.add(match.fault().id())) {
                findings.add(
                        FaultFindings.of(match, "The pin in " + SiteSentences.shortName(String.valueOf(cause.frame()))));
            }
        }
        return findings;
    }
}
