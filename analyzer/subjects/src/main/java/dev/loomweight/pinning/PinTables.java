package dev.loomweight.pinning;

import dev.loomweight.diagnosis.PinCause;
import dev.loomweight.fold.FamilyParts;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.scheduler.FullCarriers;
import dev.loomweight.stacks.StackLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tables of {@link PinAnalysis}. */
final class PinTables {

    /** The sites that people see unless they ask for more. */
    private static final int TOP = 25;

    private static final int TOP_WINDOWS = 10;

    private static final Cell NONE = Cell.text("");

    /** What a site is, what it costs, and what to do about it. */
    private static final List<String> BRIEF = List.of("site", "total", "pins", "cause", "blocker", "after");

    private PinTables() {}

    /** What each site costs, the costliest first, and their total. */
    static Table sites(List<PinSite> sites) {
        AlikeSites alike = AlikeSites.of(sites);
        List<Row> rows = new ArrayList<>();
        FamilyParts total = new FamilyParts();
        for (PinSite site : sites) {
            total.addAll(site.figures());
            Cell cause = Cell.text(AlikeSites.why(site) + alike.after(site));
            List<Cell> words = List.of(Cell.text(site.name()), blocker(site), cause);
            Cell after = Cell.text(site.releases().on24().word());
            rows.add(row(Role.PLAIN, words, site.figures(), after));
        }
        rows.add(row(Role.TOTAL, List.of(Cell.text("Total"), NONE, NONE), total, NONE));
        return new Table(
                "sites",
                "Pinning sites, costliest first",
                List.of(
                        Column.of("site", "Site"),
                        Column.of("blocker", "Blocked in"),
                        Column.of("cause", "Cause"),
                        Column.of("pins", "Pins"),
                        new Column("total", "Total", true),
                        Column.of("max", "Max"),
                        Column.of("p50", "p50"),
                        Column.of("p95", "p95"),
                        Column.of("p99", "p99"),
                        Column.of("threads", "Threads"),
                        Column.of("after", "On 24+")),
                rows,
                total.isExact()
                        ? List.of()
                        : List.of("Numbers of threads above 1024 are estimates, with a standard error of 3 %."),
                TOP,
                BRIEF);
    }

    private static Row row(Role role, List<Cell> words, FamilyParts figures, Cell after) {
        long[] percentiles = figures.percentilesNanos(50, 95, 99);
        List<Cell> cells = new ArrayList<>(words);
        cells.add(Cell.count(figures.sum().count()));
        cells.add(new Cell.Nanos(figures.sum().nanos()));
        cells.add(new Cell.Nanos(figures.sum().maxNanos()));
        cells.add(new Cell.Nanos(percentiles[0]));
        cells.add(new Cell.Nanos(percentiles[1]));
        cells.add(new Cell.Nanos(percentiles[2]));
        cells.add(Cell.count(figures.threads()));
        cells.add(after);
        return new Row(role, cells);
    }

    private static Cell blocker(PinSite site) {
        String blocker = site.diagnosis().blocker();
        return blocker == null ? NONE : Cell.text(blocker);
    }

    /** Who holds what at each site: one row per cause, since one stack can have several. */
    static Table holders(List<PinSite> sites) {
        List<Row> rows = new ArrayList<>();
        for (PinSite site : sites) {
            boolean inner = true;
            for (PinCause cause : site.causes()) {
                rows.add(holder(site, cause, inner));
                inner = false;
            }
        }
        return new Table(
                "holders",
                "Holders and blocking calls",
                List.of(
                        Column.of("holder", "Holder"),
                        Column.of("cause", "Cause"),
                        Column.of("causeId", "--cause"),
                        Column.of("line", "Line"),
                        Column.of("lock", "Lock"),
                        Column.of("caller", "Called by"),
                        Column.of("blocker", "Blocked in"),
                        Column.of("event", "Event"),
                        Column.of("after", "Pins on 24+"),
                        Column.of("releases", "Pins on JDK")),
                rows,
                List.of(),
                TOP,
                List.of("holder", "cause", "line", "lock", "caller"));
    }

    private static Row holder(PinSite site, PinCause cause, boolean inner) {
        String frame = cause.frame();
        return new Row(
                inner ? Role.PLAIN : Role.PART,
                List.of(
                        frame == null ? Cell.text(site.name()) : Cell.text(frame),
                        Cell.text(cause.kind().words()),
                        Cell.text(cause.kind().id()),
                        cause.line() > 0 ? Cell.id(cause.line()) : Cell.text(""),
                        cause.lock() == null ? Cell.text("") : Cell.text(cause.lock()),
                        cause.caller() == null ? Cell.text("") : Cell.text(cause.caller()),
                        inner ? blocker(site) : NONE,
                        Cell.text(inner ? site.event().eventType() : ""),
                        Cell.text((inner ? site.releases() : cause.releases())
                                .on24()
                                .word()),
                        Cell.text((inner ? site.releases() : cause.releases()).words())));
    }

    /** The distinct names of the first of some sites. */
    static List<String> names(List<PinSite> sites, int most) {
        List<String> names = new ArrayList<>();
        for (PinSite site : sites.subList(0, Math.min(most, sites.size()))) {
            if (!names.contains(site.name())) {
                names.add(site.name());
            }
        }
        return names;
    }

    /** The events that recorded the pins: on JDK 21 to 23, not all of them are called pins. */
    static Table events(List<PinSite> sites) {
        List<Row> rows = new ArrayList<>();
        for (PinFacts.Event event : PinFacts.Event.values()) {
            Sum sum = Sum.NONE;
            Set<String> places = new HashSet<>();
            Set<StackLines> stacks = new HashSet<>();
            for (PinSite site : sites) {
                if (site.event() == event) {
                    sum = sum.plus(site.sum());
                    places.addAll(site.places());
                    stacks.addAll(site.stacks().keySet());
                }
            }
            if (sum.count() > 0) {
                rows.add(Row.of(
                        Cell.text(event.eventType()),
                        Cell.count(sum.count()),
                        new Cell.Nanos(sum.nanos()),
                        Cell.count(places.size()),
                        Cell.count(stacks.size())));
            }
        }
        return new Table(
                "events",
                "Events that recorded the pins",
                List.of(
                        Column.of("event", "Event"),
                        Column.of("pins", "Pins"),
                        Column.of("total", "Total"),
                        Column.of("places", "Methods"),
                        Column.of("stacks", "Stacks")),
                rows,
                List.of("Methods: the application's innermost method on each stack."));
    }

    private static List<String> notes(Starvation starvation, int rows) {
        List<String> notes = new ArrayList<>();
        if (!starvation.isCertain()) {
            notes.add("All held: for how long all carriers were held that there can have been.");
        }
        if (starvation.most().windows() > rows) {
            notes.add("The longest " + rows + " of "
                    + Amounts.count(starvation.most().windows()) + " windows.");
        }
        return notes;
    }

    /**
     * The windows in which as many carriers were pinned as the scheduler runs, the longest first; not all where there are very many.
     *
     * @param beginNanos when the recording begins, in nanoseconds since 1970
     */
    static Table windows(String id, String title, Starvation starvation, long beginNanos) {
        List<Row> rows = new ArrayList<>();
        for (FullCarriers.Window window : starvation.longest()) {
            rows.add(Row.of(
                    new Cell.Time(window.start()),
                    new Cell.Nanos(window.fromNanos() - beginNanos),
                    new Cell.Nanos(window.nanos()),
                    Cell.text(String.join(", ", names(starvation.in(window), 3))),
                    new Cell.Nanos(window.fullNanos())));
        }
        return new Table(
                id,
                title,
                List.of(
                        Column.of("start", "Start"),
                        Column.of("offset", "Offset"),
                        new Column("length", "Duration", true),
                        Column.of("sites", "Sites"),
                        Column.of("certain", "All held")),
                rows,
                notes(starvation, rows.size()),
                TOP_WINDOWS);
    }
}
