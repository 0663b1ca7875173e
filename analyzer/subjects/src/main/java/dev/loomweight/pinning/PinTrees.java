package dev.loomweight.pinning;

import dev.loomweight.diagnosis.Owners;
import dev.loomweight.diagnosis.PinCause;
import dev.loomweight.report.StackTree;
import dev.loomweight.stacks.MarkedStack;
import dev.loomweight.stacks.Passages;
import dev.loomweight.stacks.StackTrees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The stack tree of {@link PinAnalysis}: stacks below their sites. */
final class PinTrees {

    private PinTrees() {}

    /** All stacks, as one tree per site; shown at first: the ten with the largest totals. */
    static StackTree of(List<PinSite> sites, PinOptions options) {
        List<MarkedStack> stacks = new ArrayList<>();
        for (PinSite site : sites) {
            Set<String> holders = new HashSet<>();
            for (PinCause cause : site.causes()) {
                if (cause.frame() != null) {
                    holders.add(cause.frame());
                }
            }
            String blocker = site.diagnosis().blocker();
            site.stacks()
                    .forEach(
                            (lines, total) -> stacks.add(new MarkedStack(site.name(), lines, total, holders, blocker)));
        }
        return StackTrees.of(stacks, new Passages(new Owners(options.code(), options.own())));
    }
}
