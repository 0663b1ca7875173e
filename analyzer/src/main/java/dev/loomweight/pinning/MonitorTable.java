package dev.loomweight.pinning;

import dev.loomweight.diagnosis.CauseKind;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The monitors that pinned threads waited for, as the events of these waits name them. */
final class MonitorTable {

    private static final int TOP = 10;
    private static final int NAMED = 3;

    private static final Comparator<Map.Entry<String, PinSite.MonitorUse>> HEAVIEST = Comparator.comparing(
                    (Map.Entry<String, PinSite.MonitorUse> use) ->
                            use.getValue().sum(),
                    Sum.HEAVIEST)
            .thenComparing(Map.Entry::getKey);

    private MonitorTable() {}

    private record Use(PinSite site, String monitorClass, PinSite.MonitorUse use) {}

    /** One row for each site and class, the costliest first; none where no event names a monitor. */
    static Optional<Table> of(List<PinSite> sites) {
        List<Use> uses = new ArrayList<>();
        sites.forEach(
                site -> site.monitors().forEach((monitorClass, use) -> uses.add(new Use(site, monitorClass, use))));
        if (uses.isEmpty()) {
            return Optional.empty();
        }
        List<Row> rows = uses.stream()
                .sorted(Comparator.comparing((Use use) -> use.use.sum(), Sum.HEAVIEST)
                        .thenComparing(Use::monitorClass)
                        .thenComparing(Use::site, PinSite.WORST))
                .map(use -> Row.of(
                        Cell.text(name(use.monitorClass)),
                        Cell.text(use.site.name()),
                        Cell.count(use.use.sum().count()),
                        new Cell.Nanos(use.use.sum().nanos()),
                        new Cell.Nanos(use.use.sum().maxNanos()),
                        Cell.text(use.use.owners().words())))
                .toList();
        return Optional.of(new Table(
                "monitors",
                "Monitors that were waited for",
                List.of(
                        Column.of("monitor", "Class of the monitor"),
                        Column.of("site", "Site"),
                        Column.of("pins", "Pins"),
                        new Column("total", "Total", true),
                        Column.of("max", "Max"),
                        Column.of("lastOwner", "Last held or notified by")),
                rows,
                uses.stream().anyMatch(use -> JvmNames.isClassLock(use.monitorClass))
                        ? List.of("int[] is the JVM's lock of a class that is linked or initialized.")
                        : List.of(),
                TOP));
    }

    /** A sentence on the monitors of one site; empty where no event names one, or its summary does. */
    static String sentence(PinSite site) {
        CauseKind kind = site.first().kind();
        boolean said = kind == CauseKind.CLASS_LOADER_LOCK || kind == CauseKind.CLASS_LINKING;
        if (site.monitors().isEmpty() || said) {
            return "";
        }
        String classes = site.monitors().entrySet().stream()
                .sorted(HEAVIEST)
                .limit(NAMED)
                .map(use -> name(use.getKey()))
                .collect(Collectors.joining(", "));
        int more = site.monitors().size() - NAMED;
        PreviousOwners owners = site.owners();
        if (site.monitors().keySet().stream().allMatch(JvmNames::isClassLock)) {
            return owners.isEmpty() ? "" : " The lock of the class was last held by " + owners.words() + ".";
        }
        boolean notified = kind == CauseKind.OBJECT_WAIT;
        return " The monitor is of class " + classes + (more > 0 ? " and " + more + " more" : "")
                + (owners.isEmpty()
                        ? ""
                        : (notified ? "; its waits were ended by " : "; it was last held by ") + owners.words())
                + ".";
    }

    private static String name(String monitorClass) {
        return JvmNames.isClassLock(monitorClass) ? "int[]" : monitorClass;
    }
}
