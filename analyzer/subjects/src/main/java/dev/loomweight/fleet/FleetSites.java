package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import dev.loomweight.pinning.SiteKey;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sites that cost the fleet the most carrier time, by service. */
final class FleetSites {

    private static final int TOP = 15;
    private static final double LARGE_SHARE = 0.1;

    // Less of the carriers' time is not worth to be acted on first.
    private static final double MATTERS = 0.01;

    private final FleetView view;
    private final long pinnedNanos;

    FleetSites(FleetView view) {
        this.view = view;
        this.pinnedNanos = view.total().pins().nanos();
    }

    /** A site of a service. */
    private record Of(String service, GroupSums all, SiteKey key, SiteSums site) {}

    private List<Of> sites() {
        List<Of> sites = new ArrayList<>();
        view.services()
                .forEach((service, all) ->
                        all.sites().forEach((key, site) -> sites.add(new Of(service, all, key, site))));
        sites.sort(Comparator.comparing((Of of) -> of.site().sum(), Sum.HEAVIEST)
                .thenComparing(Of::service)
                .thenComparing(Of::key));
        return sites;
    }

    Section section() {
        List<Of> sites = sites();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        long recorded = view.total().get(Counter.TOLD);
        if (sites.isEmpty()) {
            blocks.add(Note.of(
                    "headline",
                    recorded == 0
                            ? "No recording could report pins, so nothing is known of them."
                            : "No pins in " + Amounts.count(recorded, "recording") + " that recorded pinning."));
        } else {
            Of first = sites.getFirst();
            blocks.add(Note.of(
                    "headline",
                    (sites.size() == 1 ? "1 site pins" : Amounts.count(sites.size()) + " sites pin") + " carriers for "
                            + Amounts.time(pinnedNanos) + " in total; the costliest is "
                            + first.key().name()
                            + (view.by().isEmpty() ? "" : " in " + first.service()) + ", with "
                            + Amounts.percent(share(first)) + " of that."
                            + (recorded == 0 ? " Pinning itself was not recorded: these waited for monitors." : "")));
            blocks.add(table(sites));
            sites.stream().limit(3).filter(of -> share(of) >= LARGE_SHARE).forEach(of -> findings.add(finding(of)));
        }
        return new Section("sites", "Sites that cost the most carrier time", blocks, findings);
    }

    private double share(Of of) {
        return pinnedNanos == 0 ? 0 : (double) of.site().sum().nanos() / pinnedNanos;
    }

    /** The share of the carriers' time of its service; 0 where their number is not known. */
    private static double ofCarriers(Of of) {
        long carriers = of.all().get(Counter.CARRIER_NANOS);
        return carriers == 0 ? 0 : (double) of.site().sum().nanos() / carriers;
    }

    private Table table(List<Of> sites) {
        List<Column> columns = List.of(
                Column.of("service", capital(view.serviceWord())),
                Column.of("site", "Site"),
                Column.of("blocker", "Blocked in"),
                Column.of("cause", "Cause"),
                new Column("pinned", "Pinned", true),
                Column.of("share", "Of all"),
                Column.of("pinnedPerHour", "Per hour"),
                Column.of("pins", "Pins"),
                Column.of("max", "Max"),
                Column.of("recordings", "Recordings"),
                Column.of("holder", "Holder"));
        List<Row> rows = sites.stream()
                .map(of -> Row.of(
                        Cell.text(of.service()),
                        Cell.text(of.key().name()),
                        Cell.text(of.key().blocker()),
                        Cell.text(String.join("; ", of.site().causes())),
                        new Cell.Nanos(of.site().sum().nanos()),
                        new Cell.Ratio(share(of)),
                        new Cell.Nanos(FleetView.perHour(
                                of.site().sum().nanos(), of.all().get(Counter.RECORDED_NANOS))),
                        Cell.count(of.site().sum().count()),
                        new Cell.Nanos(of.site().sum().maxNanos()),
                        Cell.count(of.site().recordings()),
                        Cell.text(of.key().holder())))
                .toList();
        return new Table(
                        "sites",
                        "By pinned time",
                        columns,
                        rows,
                        List.of("Per hour: pinned time for each hour that recordings of the " + view.serviceWord()
                                + " lasted in which pinning was recorded."),
                        TOP)
                .withBrief("service", "site", "pinned", "share");
    }

    private Finding finding(Of of) {
        return new Finding(
                "costlySite",
                of.site().own() && ofCarriers(of) >= MATTERS ? Severity.WARNING : Severity.INFO,
                view.prefix(of.service()) + of.key().name() + " pins carriers for "
                        + Amounts.time(of.site().sum().nanos()) + ", " + Amounts.percent(share(of))
                        + " of all pinned time"
                        + (of.all().get(Counter.CARRIER_NANOS) == 0
                                ? "."
                                : " and " + Amounts.percent(ofCarriers(of)) + " of the carriers' time there."),
                "Seen in " + Amounts.count(of.site().recordings(), "recording") + "; the longest pin took "
                        + Amounts.time(of.site().sum().maxNanos()) + ". Cause: "
                        + String.join("; ", of.site().causes()) + ".",
                of.site().solution());
    }

    static String capital(String word) {
        return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
