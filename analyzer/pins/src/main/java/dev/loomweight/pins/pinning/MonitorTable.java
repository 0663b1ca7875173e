package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.kernel.monitors.PreviousOwners;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The monitors that pinned threads waited for, as the events of these waits name them. */
final class MonitorTable {

    private static final int TOP = 10;
    private static final int NAMED = 3;

    private record Use(PinSite site, String monitorClass, PinSite.MonitorUse use) {

        private static int heaviestFirst(Use one, Use other) {
            int order = MonitorTable.heaviestFirst(one.monitorClass, one.use, other.monitorClass, other.use);
            return order == 0 ? PinSite.WORST.compare(one.site, other.site) : order;
        }
    }

    private static final Rows<Use> MONITORS = Rows.of(Use.class)
            .text("monitor", "Class of the monitor", use -> name(use.monitorClass))
            .text("site", "Site", use -> use.site.name())
            .count("pins", "Pins", use -> use.use.sum().count())
            .nanos("total", "Total", use -> use.use.sum().nanos())
            .bar()
            .nanos("max", "Max", use -> use.use.sum().maxNanos())
            .text(
                    "lastOwner",
                    "Last held or notified by",
                    use -> use.use.owners().words())
            .top(TOP);

    private MonitorTable() {}

    private static int heaviestFirst(
            String one, PinSite.MonitorUse useOfOne, String other, PinSite.MonitorUse useOfOther) {
        int order = Sum.HEAVIEST.compare(useOfOne.sum(), useOfOther.sum());
        return order == 0 ? one.compareTo(other) : order;
    }

    /** One row for each site and class, the costliest first, where events name monitors of any. */
    static Table of(List<PinSite> sites) {
        List<Use> uses = new ArrayList<>();
        for (PinSite site : sites) {
            site.monitors().forEach((monitorClass, use) -> uses.add(new Use(site, monitorClass, use)));
        }
        uses.sort(Use::heaviestFirst);
        boolean classLocks = uses.stream()
                .anyMatch(use -> JvmNames.isClassLock(use.monitorClass)
                        && isOfClasses(use.site.first().kind()));
        return MONITORS.table(
                "monitors",
                "Monitors that were waited for",
                uses,
                classLocks
                        ? List.of(
                                "At sites that wait for a class to be linked or initialized, int[] is the JVM's lock of it.")
                        : List.of());
    }

    /** A sentence on the monitors of a site of which events name some; empty where its summary does. */
    static String sentence(PinSite site) {
        CauseKind kind = site.first().kind();
        boolean said = kind == CauseKind.CLASS_LOADER_LOCK || kind == CauseKind.CLASS_LINKING;
        if (said) {
            return "";
        }
        List<Map.Entry<String, PinSite.MonitorUse>> uses =
                new ArrayList<>(site.monitors().entrySet());
        uses.sort((one, other) -> heaviestFirst(one.getKey(), one.getValue(), other.getKey(), other.getValue()));
        List<String> classes = uses.stream().map(use -> name(use.getKey())).toList();
        PreviousOwners holders = site.holders();
        PreviousOwners enders = site.enders();
        if (isOfClasses(kind)) {
            return holders.isEmpty() ? "" : " The lock of the class was last held by " + holders.words() + ".";
        }
        return " The monitor is of class " + Amounts.names(classes, classes.size(), NAMED)
                + (holders.isEmpty() ? "" : "; it was last held by " + holders.words())
                + (enders.isEmpty() ? "" : "; its waits were ended by " + enders.words())
                + ".";
    }

    /** Whether an {@code int[]} that is waited for is the lock of a class. */
    private static boolean isOfClasses(CauseKind kind) {
        return kind == CauseKind.CLASS_LINKING
                || kind == CauseKind.OTHER_CLASS_INITIALIZATION
                || kind == CauseKind.CLASS_LOCK;
    }

    private static String name(String monitorClass) {
        return JvmNames.sourceName(monitorClass);
    }
}
