package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;

/** The report on a fleet. It depends on what was folded and on nothing else, so the same recordings give the same. */
public final class FleetReport {

    private FleetReport() {}

    /**
     * The report.
     *
     * @param all what was folded
     * @param by the names of the labels to report by, from the widest to the narrowest
     * @param title what was examined
     */
    public static Report of(FleetSums all, List<String> by, String title) {
        return of(all, by, title, FleetCheck.NONE);
    }

    /**
     * The report with budgets.
     *
     * @param all what was folded
     * @param by the names of the labels to report by, from the widest to the narrowest
     * @param title what was examined
     * @param check what is allowed
     */
    public static Report of(FleetSums all, List<String> by, String title, FleetCheck check) {
        FleetView view = new FleetView(all, by);
        FleetOutliers outliers = new FleetOutliers(view);
        List<Section> sections = new ArrayList<>();
        if (!check.limits().isEmpty()) {
            sections.add(check.section(view, outliers));
        }
        sections.add(summary(view));
        sections.add(new FleetSites(view).section());
        if (view.hasVersions()) {
            sections.add(new FleetVersions(view).section());
        }
        if (view.hasUnits()) {
            sections.add(outliers.section());
        }
        sections.add(new FleetMemory(view).section());
        sections.add(new FleetCourse(view).section());
        sections.add(new FleetCoverage(view).section());
        sections.removeIf(Section::isEmpty);
        return new Report("fleet", title, sections);
    }

    private static Section summary(FleetView view) {
        GroupSums total = view.total();
        List<String> sentences = new ArrayList<>();
        sentences.add(size(view));
        sentences.add(FleetCoverage.sentence(total));
        if (total.get(Counter.CARRIER_NANOS) > 0) {
            sentences.add("Pins took " + Amounts.percent(share(total)) + " of the carriers' time: "
                    + Amounts.time(total.get(Counter.PINNED_OF_KNOWN_NANOS)) + " of "
                    + Amounts.time(total.get(Counter.CARRIER_NANOS)) + ".");
        }
        return new Section("fleet", "", List.of(new Note("headline", sentences), services(view)), List.of());
    }

    private static String size(FleetView view) {
        GroupSums total = view.total();
        List<String> parts = new ArrayList<>();
        if (!view.by().isEmpty()) {
            parts.add(Amounts.count(view.services().size(), view.serviceWord()));
        }
        if (view.hasUnits()) {
            parts.add(Amounts.count(view.units().size(), view.unitWord()));
        }
        return Amounts.count(total.get(Counter.RECORDINGS), "recording")
                + (parts.isEmpty() ? "" : " of " + String.join(" and ", parts)) + ", "
                + Amounts.time(total.get(Counter.RECORDED_NANOS)) + " in which pinning was recorded.";
    }

    private static double share(GroupSums sums) {
        return (double) sums.get(Counter.PINNED_OF_KNOWN_NANOS) / sums.get(Counter.CARRIER_NANOS);
    }

    private static Table services(FleetView view) {
        List<Row> rows = new ArrayList<>();
        view.costliest().forEach(service -> rows.add(row(Role.PLAIN, service.getKey(), service.getValue())));
        if (rows.size() > 1) {
            rows.add(row(Role.TOTAL, "Total", view.total()));
        }
        return new Table(
                        "services",
                        "",
                        List.of(
                                Column.of("service", FleetSites.capital(view.serviceWord())),
                                Column.of("recordings", "Recordings"),
                                Column.of("pinsRecordedIn", "Pins recorded in"),
                                Column.of("recorded", "Recorded"),
                                Column.of("pins", "Pins"),
                                new Column("pinned", "Pinned", true),
                                Column.of("pinnedPerHour", "Per hour"),
                                Column.of("ofCarriers", "Of carriers' time"),
                                Column.of("max", "Longest pin"),
                                Column.of("starvedPerHour", "All pinned, per hour"),
                                Column.of("failedSubmits", "Rejected")),
                        rows,
                        List.of("Per hour: for each hour in which pinning was recorded."),
                        20)
                .withBrief("service", "recordings", "pinned", "ofCarriers");
    }

    private static Row row(Role role, String name, GroupSums sums) {
        long recorded = sums.get(Counter.RECORDED_NANOS);
        boolean carriers = sums.get(Counter.CARRIER_NANOS) > 0;
        return new Row(
                role,
                List.of(
                        Cell.text(name),
                        Cell.count(sums.get(Counter.RECORDINGS)),
                        Cell.count(sums.get(Counter.TOLD)),
                        new Cell.Nanos(recorded),
                        Cell.count(sums.pins().count()),
                        new Cell.Nanos(sums.pins().nanos()),
                        recorded == 0 ? Cell.absent("") : new Cell.Nanos(FleetView.pinnedPerHour(sums)),
                        carriers ? new Cell.Ratio(share(sums)) : Cell.absent("carriers not known"),
                        new Cell.Nanos(sums.pins().maxNanos()),
                        carriers
                                ? new Cell.Nanos(FleetView.perHour(sums.get(Counter.STARVED_NANOS), recorded))
                                : Cell.absent("carriers not known"),
                        sums.get(Counter.SUBMITS_TOLD) == 0
                                ? Cell.absent("not recorded")
                                : Cell.count(sums.get(Counter.FAILED_SUBMITS))));
    }
}
