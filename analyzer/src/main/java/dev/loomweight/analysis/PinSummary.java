package dev.loomweight.analysis;

import dev.loomweight.analysis.PinGroups.Cause;
import dev.loomweight.analysis.PinGroups.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link PinGroups} gathered, summed up by site and by cause.
 *
 * @param sites by name
 * @param causes by operation and reason
 * @param jvmOwn the pins that are the JVM's own, which are in no other figure
 */
record PinSummary(Map<String, Site> sites, Map<Cause, ByClass> causes, Durations jvmOwn) {

    /** All pins of one place of the application. */
    static final class Site {
        final Durations durations = new Durations();
        final DistinctThreads threads;
        final Map<Cause, Long> causes = new HashMap<>();
        final Map<List<String>, Durations> stacks = new HashMap<>();

        private Site(DistinctThreads threads) {
            this.threads = threads;
        }
    }

    /** All pins of one cause, and by the class that it names. */
    static final class ByClass {
        final Durations durations = new Durations();
        final Map<String, Durations> classes = new HashMap<>();
    }

    /** The sums; the groups are not changed. */
    static PinSummary of(PinGroups groups) {
        PinSummary summary = new PinSummary(new HashMap<>(), new HashMap<>(), groups.jvmOwn());
        groups.sites().forEach((name, group) -> {
            Site site = new Site(group.threads());
            summary.sites.put(name, site);
            group.stacks().forEach((labels, reasons) -> {
                Durations stack = new Durations();
                site.stacks.put(labels, stack);
                reasons.forEach((reason, durations) -> {
                    stack.addAll(durations);
                    site.causes.merge(reason.cause(), durations.count(), Long::sum);
                    summary.add(reason, durations);
                });
                site.durations.addAll(stack);
            });
        });
        return summary;
    }

    private void add(Reason reason, Durations durations) {
        ByClass byClass = causes.computeIfAbsent(reason.cause(), key -> new ByClass());
        byClass.durations.addAll(durations);
        if (!reason.className().isEmpty()) {
            byClass.classes
                    .computeIfAbsent(reason.className(), key -> new Durations())
                    .addAll(durations);
        }
    }
}
