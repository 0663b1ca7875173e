package dev.loomweight.kernel.stacks;

import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.BlamedFrame;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.faults.Library;
import dev.loomweight.kernel.faults.Match;
import dev.loomweight.report.Finding;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Known faults of libraries: a monitor that a library holds while it waits. Each is said once, of the costliest site. */
public final class LibraryFaults {

    private static final Set<CauseKind> MONITORS = EnumSet.of(
            CauseKind.SYNCHRONIZED_METHOD,
            CauseKind.SYNCHRONIZED_BLOCK,
            CauseKind.LIBRARY_MONITOR,
            CauseKind.OBJECT_WAIT,
            CauseKind.MONITOR_ENTER);

    private final KnownFaults faults;
    private final Map<String, Finding> found = new LinkedHashMap<>();

    /** @param faults the faults that are tried */
    public LibraryFaults(KnownFaults faults) {
        this.faults = faults;
    }

    /**
     * Adds a site, the costliest first.
     *
     * @param cause why it pins
     * @param blamed the frame that is to blame, or null where none is known
     */
    public void add(PinCause cause, @Nullable BlamedFrame blamed) {
        Owner owner = blamed == null || !MONITORS.contains(cause.kind()) ? null : blamed.owner();
        Library library = owner == null ? null : owner.library();
        if (owner == null || library == null || owner.kind() != Owner.Kind.LIBRARY) {
            return;
        }
        Match match = faults.match(library, library.version(owner.jar()));
        // A change of which no release is known is a hint in the advice on the site, and no fault.
        if (match != null && (match.certain() || !library.fixedIn().isEmpty())) {
            found.putIfAbsent(
                    match.fault().id(), FaultFindings.of(match, "The pin in " + CodePlace.methodOf(cause.frame())));
        }
    }

    /** The findings, in the order of their sites. */
    public List<Finding> findings() {
        return List.copyOf(found.values());
    }
}
