package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
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
                    Note.HEADLINE,
                    recorded == 0
                            ? "No recording could report pins, so nothing is known of them."
                            : "No pins in " + Amounts.count(recorded, "recording") + " that recorded pinning."));
        } else {
            Of first = sites.getFirst();
            blocks.add(Note.of(
                    Note.HEADLINE,
                    Amounts.count(sites.size(), "site pins", "sites pin") + " carriers for "
                            + FleetView.atLeast(view.total()) + Amounts.time(pinnedNanos)
                            + " in total; the costliest is "
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
        return Rows.of(Of.class)
                .text("service", view.serviceTitle(), Of::service)
                .text("site", "Site", of -> of.key().name())
                .text("blocker", "Blocked in", of -> of.key().blocker())
                .text("cause", "Cause", of -> String.join("; ", of.site().causes()))
                .nanos("pinned", "Pinned", of -> of.site().sum().nanos())
                .bar()
                .ratio("share", "Of all", this::share)
                .nanos(
                        "pinnedPerHour",
                        "Per hour",
                        of -> FleetView.perHour(
                                of.site().sum().nanos(), of.all().get(Counter.RECORDED_NANOS)))
                .where(of -> of.all().get(Counter.RECORDED_NANOS) != 0, "")
                .count("pins", "Pins", of -> of.site().sum().count())
                .nanos("max", "Max", of -> of.site().sum().maxNanos())
                .count("recordings", "Recordings", of -> of.site().recordings())
                .text("holder", "Holder", of -> of.key().holder())
                .top(TOP)
                .brief("service", "site", "pinned", "share")
                .table(
                        "sites",
                        "By pinned time",
                        sites,
                        List.of("Per hour: pinned time for each hour that recordings of the " + view.serviceWord()
                                + " lasted in which pinning was recorded."));
    }

    private Finding finding(Of of) {
        return new Finding(
                "costlySite",
                of.site().own() && ofCarriers(of) >= MATTERS ? Severity.WARNING : Severity.INFO,
                view.prefix(of.service()) + of.key().name() + " pins carriers for "
                        + FleetView.atLeast(of.all())
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
}
