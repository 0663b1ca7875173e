package dev.loomweight.pins.pinning;

import static java.util.Objects.requireNonNullElse;

import dev.loomweight.fold.FamilyParts;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.Releases;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.Passages;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.kernel.stacks.StackTrees;
import dev.loomweight.kernel.stacks.StackTrees.MarkedStack;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Rows;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The tables of {@link PinAnalysis}, and its tree: stacks below their sites. */
final class PinTables {

    /** The sites that people see unless they ask for more. */
    private static final int TOP = 25;

    private static final int TOP_WINDOWS = 10;

    /** What each site costs. */
    private static final Rows<Cost> SITES = Rows.of(Cost.class)
            .text("site", "Site", Cost::site)
            .text("blocker", "Blocked in", Cost::blocker)
            .text("cause", "Cause", Cost::cause)
            .count("pins", "Pins", cost -> cost.figures.sum().count())
            .nanos("total", "Total", cost -> cost.figures.sum().nanos())
            .bar()
            .nanos("max", "Max", cost -> cost.figures.sum().maxNanos())
            .nanos("p50", "p50", cost -> cost.percentilesNanos.get(0))
            .nanos("p95", "p95", cost -> cost.percentilesNanos.get(1))
            .nanos("p99", "p99", cost -> cost.percentilesNanos.get(2))
            .count("threads", "Threads", cost -> cost.figures.threads())
            .text("after", "Pins on 24+", Cost::after)
            .top(TOP)
            .brief("site", "total", "pins", "cause", "blocker", "after");

    /** Who holds what at each site. */
    private static final Rows<Holder> HOLDERS = Rows.of(Holder.class)
            .roles(holder -> holder.inner ? Role.PLAIN : Role.PART)
            .text("holder", "Holder", Holder::name)
            .text("cause", "Cause", holder -> holder.cause.kind().words())
            .text("causeId", "--cause", holder -> holder.cause.kind().id())
            .id("line", "Line", Holder::line)
            .where(holder -> holder.line() > 0)
            .text("lock", "Lock", holder -> holder.cause.lock())
            .text("caller", "Called by", holder -> CodePlace.methodOf(holder.cause.caller()))
            .text("blocker", "Blocked in", holder -> holder.site.blocker())
            .where(Holder::inner)
            .text("event", "Event", holder -> holder.site.event().eventType())
            .where(Holder::inner)
            .text("after", "Pins on 24+", holder -> holder.releases().on24().word())
            .text("releases", "Pins on JDK", holder -> holder.releases().words())
            .top(TOP)
            .brief("holder", "cause", "line", "lock", "caller");

    /**
     * What a site costs, or all of them.
     *
     * @param percentilesNanos p50, p95 and p99
     */
    private record Cost(
            String site,
            @Nullable String blocker,
            @Nullable String cause,
            FamilyParts figures,
            List<Long> percentilesNanos,
            @Nullable String after) {

        private Cost(
                String site,
                @Nullable String blocker,
                @Nullable String cause,
                FamilyParts figures,
                @Nullable String after) {
            this(
                    site,
                    blocker,
                    cause,
                    figures,
                    LongStream.of(figures.percentilesNanos(50, 95, 99)).boxed().toList(),
                    after);
        }
    }

    /**
     * A cause of a site: one stack can have several.
     *
     * @param inner whether it is the first of its site
     */
    private record Holder(PinSite site, PinCause cause, boolean inner) {

        private String name() {
            return requireNonNullElse(CodePlace.methodOf(cause.frame()), site.name());
        }

        private int line() {
            CodePlace frame = cause.frame();
            return frame == null ? -1 : frame.line();
        }

        private Releases releases() {
            return inner ? site.releases() : cause.releases();
        }
    }

    /** What an event recorded. */
    private record Recorded(String event, Sum sum, Set<String> places, Set<StackLines> stacks) {}

    private static final Rows<Recorded> EVENTS = Rows.of(Recorded.class)
            .text("event", "Event", Recorded::event)
            .count("pins", "Pins", recorded -> recorded.sum.count())
            .nanos("total", "Total", recorded -> recorded.sum.nanos())
            .count("places", "Methods", recorded -> recorded.places.size())
            .count("stacks", "Stacks", recorded -> recorded.stacks.size());

    private PinTables() {}

    /**
     * What each site costs, the costliest first, and their total.
     *
     * @param alike what sets them apart
     */
    static Table sites(List<PinSite> sites, AlikeSites alike) {
        List<Cost> costs = new ArrayList<>();
        FamilyParts total = new FamilyParts();
        for (PinSite site : sites) {
            total.addAll(site.figures());
            costs.add(new Cost(
                    site.name(),
                    site.blocker(),
                    AlikeSites.why(site) + alike.after(site),
                    site.figures(),
                    site.releases().on24().word()));
        }
        return SITES.totals(List.of(new Cost("Total", null, null, total, null)))
                .table(
                        "sites",
                        "Pinning sites, costliest first",
                        costs,
                        total.isExact()
                                ? List.of()
                                : List.of(
                                        "Numbers of threads above 1024 are estimates, with a standard error of 3 %."));
    }

    /** Who holds what at each site: one row per cause, since one stack can have several. */
    static Table holders(List<PinSite> sites) {
        List<Holder> holders = new ArrayList<>();
        for (PinSite site : sites) {
            boolean inner = true;
            for (PinCause cause : site.causes()) {
                holders.add(new Holder(site, cause, inner));
                inner = false;
            }
        }
        return HOLDERS.table("holders", "Holders and blocking calls", holders);
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
        List<Recorded> events = new ArrayList<>();
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
                events.add(new Recorded(event.eventType(), sum, places, stacks));
            }
        }
        return EVENTS.table(
                "events",
                "Events that recorded the pins",
                events,
                List.of("Methods: the application's innermost method on each stack."));
    }

    private static List<String> notes(StarvedWindows starvation, int rows) {
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
     * The windows in which as many carriers were pinned as the scheduler runs, the longest first; not all where there
     * are very many.
     *
     * @param beginNanos when the recording begins, in nanoseconds since 1970
     */
    static Table windows(String id, String title, StarvedWindows starvation, long beginNanos) {
        return Rows.of(FullWindows.Window.class)
                .time("start", "Start", FullWindows.Window::start)
                .nanos("offset", "Offset", window -> window.fromNanos() - beginNanos)
                .nanos("length", "Duration", FullWindows.Window::nanos)
                .bar()
                .text("sites", "Sites", window -> String.join(", ", names(starvation.in(window), 3)))
                .nanos("certain", "All held", FullWindows.Window::fullNanos)
                .top(TOP_WINDOWS)
                .table(
                        id,
                        title,
                        starvation.longest(),
                        notes(starvation, starvation.longest().size()));
    }

    /** All stacks, as one tree per site; shown at first: the ten with the largest totals. */
    static StackTree stacks(List<PinSite> sites, PinOptions options) {
        List<MarkedStack> stacks = new ArrayList<>();
        for (PinSite site : sites) {
            Set<CodePlace> holders = new HashSet<>();
            for (PinCause cause : site.causes()) {
                if (cause.frame() != null) {
                    holders.add(cause.frame().withoutLine());
                }
            }
            Set<CodePlace> marked = Set.copyOf(holders);
            CodePlace blocker = site.diagnosis().blocker();
            site.stacks()
                    .forEach((lines, total) -> stacks.add(new MarkedStack(site.name(), lines, total, marked, blocker)));
        }
        return StackTrees.of(stacks, new Passages(new Owners(options.code(), options.own(), options.faults())));
    }

    /**
     * The table of a first screen: what costs most, each with the line of one's own code and what to do. Pins of classes that
     * are loaded and initialized, which come with the first requests, are one row.
     */
    static final class WorstSites {

        /** So many rows have words below them: no screen shows more. */
        private static final int NOTED = 10;

        private static final int NAMED = 2;

        private static final Rows<Worst> ROWS = Rows.of(Worst.class)
                .text("site", "Site", Worst::site)
                .text("blocker", "Blocked in", Worst::blocker)
                .text("cause", "Cause", Worst::cause)
                .count("pins", "Pins", worst -> worst.sum.count())
                .nanos("total", "Total", worst -> worst.sum.nanos())
                .text("after", "Pins on 24+", Worst::after)
                .notes(Worst::note)
                .top(NOTED)
                .brief("site", "total", "pins", "cause", "blocker", "after");

        /** @param of the site; null of a row of several */
        private record Worst(
                String site,
                @Nullable String blocker,
                String cause,
                Sum sum,
                String after,
                @Nullable PinSite of,
                String note) {

            private Worst with(String words) {
                return new Worst(site, blocker, cause, sum, after, of, words);
            }
        }

        private WorstSites() {}

        /**
         * The table of all sites, the costliest first; null where there are none.
         *
         * @param alike what sets them apart
         */
        static @Nullable Table of(List<PinSite> sites, AlikeSites alike, SiteSentences words) {
            if (sites.isEmpty()) {
                return null;
            }
            List<PinSite> once =
                    sites.stream().filter(site -> site.firstUse() != null).toList();
            boolean together = once.size() > 1;
            List<Worst> rows = new ArrayList<>();
            for (PinSite site : sites) {
                if (!together || site.firstUse() == null) {
                    rows.add(new Worst(
                            site.name(),
                            site.blocker(),
                            AlikeSites.why(site) + alike.after(site),
                            site.sum(),
                            site.releases().on24().word(),
                            site,
                            ""));
                }
            }
            if (together) {
                rows.add(together(once));
                rows.sort((one, other) -> Sum.HEAVIEST.compare(one.sum, other.sum));
            }
            for (int i = 0; i < Math.min(NOTED, rows.size()); i++) {
                PinSite site = rows.get(i).of;
                if (site != null) {
                    rows.set(i, rows.get(i).with(words.note(site)));
                }
            }
            return ROWS.table("worst", "Pinning sites, costliest first", rows);
        }

        private static Worst together(List<PinSite> once) {
            Sum sum = Sum.NONE;
            Releases releases = Releases.NONE;
            for (PinSite site : once) {
                sum = sum.plus(site.sum());
                releases = releases.or(site.releases());
            }
            List<String> names =
                    once.stream().map(PinSite::shortName).distinct().toList();
            return new Worst(
                    "first use of classes, " + Amounts.count(once.size(), "site"),
                    null,
                    "classes are loaded and initialized",
                    sum,
                    releases.on24().word(),
                    null,
                    Amounts.names(names, names.size(), NAMED) + " → use these classes once at startup");
        }
    }
}
