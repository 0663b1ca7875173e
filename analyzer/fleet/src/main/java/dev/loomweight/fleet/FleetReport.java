package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The report on a fleet. It depends on what was folded and on nothing else, so the same recordings give the same. */
public final class FleetReport {

    /** The labels that a report is by, as far as there are any. */
    public static final List<String> USUAL = List.of("service", "version", "pod");

    private static final int MAX_NAMED = 5;
    private static final String NO_CARRIERS = "carriers not known";

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
        sections.add(new FleetFaults(view).section());
        // Before what is a change: a service near its limit may be killed next.
        sections.add(new FleetMemory(view).section());
        if (view.hasVersions()) {
            sections.add(new FleetVersions(view).section());
        }
        if (view.hasUnits()) {
            sections.add(outliers.section());
        }
        sections.add(new FleetCourse(view).section());
        sections.add(new FleetCoverage(view).section());
        sections.removeIf(Section::isEmpty);
        return new Report("fleet", title, sections);
    }

    /**
     * The labels to report by: those that are asked for, or the usual ones that there are.
     *
     * @throws DataException if no recording has one that is asked for
     */
    public static List<String> by(FleetSums all, List<String> asked) {
        TreeSet<String> known = new TreeSet<>();
        all.groups().keySet().forEach(labels -> known.addAll(labels.values().keySet()));
        if (asked.isEmpty()) {
            return USUAL.stream().filter(known::contains).toList();
        }
        for (String name : asked) {
            if (!known.contains(name)) {
                throw new DataException("no recording has the label \"" + name + "\"; "
                        + (known.isEmpty()
                                ? "none has any: pass --path-pattern, --labels or --label"
                                : "the labels are " + String.join(", ", known)));
            }
        }
        return asked;
    }

    private static Section summary(FleetView view) {
        GroupSums total = view.total();
        List<String> sentences = new ArrayList<>();
        sentences.add(size(view));
        sentences.add(FleetCoverage.sentence(total));
        sentences.addAll(FleetCoverage.copies(total));
        if (total.get(Counter.CARRIER_NANOS) > 0) {
            sentences.add(
                    "Pins took " + FleetView.atLeast(total) + Amounts.percent(share(total)) + " of the carriers' time: "
                            + Amounts.time(total.get(Counter.PINNED_OF_KNOWN_NANOS)) + " of "
                            + Amounts.time(total.get(Counter.CARRIER_NANOS)) + ".");
        }
        return new Section("fleet", "", List.of(new Note(Note.HEADLINE, sentences), services(view)), List.of());
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
        List<Map.Entry<String, GroupSums>> services = view.costliest();
        Rows<Map.Entry<String, GroupSums>> rows = Rows.<Map.Entry<String, GroupSums>>of()
                .text("service", view.serviceTitle(), Map.Entry::getKey)
                .count("recordings", "Recordings", of -> of.getValue().get(Counter.RECORDINGS))
                .count("pinsRecordedIn", "Pins recorded in", of -> of.getValue().get(Counter.TOLD))
                .nanos("recorded", "Recorded", of -> of.getValue().get(Counter.RECORDED_NANOS))
                .count("pins", "Pins", of -> of.getValue().pins().count())
                .nanos("pinned", "Pinned", of -> of.getValue().pins().nanos())
                .bar()
                .nanos("pinnedPerHour", "Per hour", of -> FleetView.pinnedPerHour(of.getValue()))
                .where(of -> of.getValue().get(Counter.RECORDED_NANOS) != 0, "")
                .ratio("ofCarriers", "Of carriers' time", of -> share(of.getValue()))
                .where(FleetReport::hasCarriers, NO_CARRIERS)
                .nanos("max", "Longest pin", of -> of.getValue().pins().maxNanos())
                .nanos(
                        "starvedPerHour",
                        "All pinned, per hour",
                        of -> FleetView.perHour(
                                of.getValue().get(Counter.STARVED_NANOS),
                                of.getValue().get(Counter.RECORDED_NANOS)))
                .where(FleetReport::hasCarriers, NO_CARRIERS)
                .count("failedSubmits", "Rejected", of -> of.getValue().get(Counter.FAILED_SUBMITS))
                .where(of -> of.getValue().get(Counter.SUBMITS_TOLD) != 0, "not recorded")
                .top(20)
                .brief("service", "recordings", "pinned", "ofCarriers");
        if (services.size() > 1) {
            rows = rows.totals(List.of(Map.entry("Total", view.total())));
        }
        List<String> notes = new ArrayList<>(List.of("Per hour: for each hour in which pinning was recorded."));
        List<String> cut = services.stream()
                .filter(service -> FleetView.isAtLeast(service.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (!cut.isEmpty()) {
            notes.add(
                    "Pins and their time are at least so many where recordings were cut off, as by a kill, are damaged or"
                            + " lost events"
                            + (view.by().isEmpty() ? "." : ": " + Amounts.names(cut, cut.size(), MAX_NAMED) + "."));
        }
        return rows.table("services", "", services, notes);
    }

    private static boolean hasCarriers(Map.Entry<String, GroupSums> service) {
        return service.getValue().get(Counter.CARRIER_NANOS) > 0;
    }
}
