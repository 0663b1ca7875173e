package dev.loomweight.watch;

import dev.loomweight.amount.Quantity;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.memory.growth.Course;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.render.Graphic;
import dev.loomweight.report.Amounts;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/**
 * The page with all figures.
 *
 * @param title the target
 * @param moment the figures
 * @param state what the user chose
 * @param hints what is missing, and how to get it
 */
record OverviewPage(String title, LiveFigures moment, ViewState state, List<String> hints) {

    private static final String KEYS = "? keys   q quit   p pause   s sort   enter stack   d dump   t weigh";
    private static final String KEYS_OF_HANG = "w who waits for whom   " + KEYS;
    private static final int MAX_GROWING_ROWS = 3;
    // As the agent's alarm by default.
    private static final long LONG_WAIT_NANOS = 1_000_000_000;
    private static final int SPARKLINE = 20;
    private static final int BAR = 12;
    private static final double ROUNDING = 1e-6;
    private static final int SMALL_COLUMNS = 60;
    private static final int SMALL_ROWS = 20;
    // Columns of the table of categories, and of a screen that has room for all of them.
    private static final int CATEGORY = 26;
    private static final int CATEGORY_FIGURE = 10;
    private static final int WITH_RESERVED = 56;
    private static final int LINES_FOR_SITES = 5;
    // With fewer lines for both tables, the sites get all of them.
    private static final int LINES_FOR_BOTH = 8;

    /**
     * The page, as many lines as there are rows.
     *
     * @param message the result of the last key; empty shows the keys, null neither
     */
    List<AttributedString> lines(LineLayout layout, int rows, @Nullable String message) {
        List<AttributedString> lines = new ArrayList<>();
        boolean small = layout.columns() < SMALL_COLUMNS || rows < SMALL_ROWS;
        lines.add(head(layout));
        lines.addAll(carriers(layout, small));
        lines.addAll(delays(layout));
        lines.addAll(pins(layout, small));
        lines.addAll(threads(layout, small));
        lines.addAll(memory(layout, small));
        lines.addAll(growth(layout, small));
        if (moment.lostBytes() > 0) {
            lines.addAll(layout.sentence(
                    LineLayout.WARNING,
                    "JFR lost " + Amounts.bytes(moment.lostBytes()) + " of events: counts are too low."));
        }
        hints.forEach(hint -> lines.addAll(layout.sentence(LineLayout.WARNING, hint)));
        // Keep some room for sites.
        int most = Math.max(1, rows - 1 - LINES_FOR_SITES);
        if (lines.size() > most) {
            lines.subList(most, lines.size()).clear();
        }
        tables(layout, rows - 1 - lines.size(), lines);
        if (message == null) {
            return lines.subList(0, Math.min(rows, lines.size()));
        }
        AttributedString footer = layout.line(
                message.isEmpty()
                        ? LineLayout.piece(LineLayout.FAINT, moment.held().isAny() ? KEYS_OF_HANG : KEYS)
                        : LineLayout.piece(LineLayout.STRONG, message));
        return LineLayout.filled(lines, footer, rows);
    }

    private AttributedString head(LineLayout layout) {
        String clock = moment.time().truncatedTo(ChronoUnit.SECONDS).toString().substring(11);
        return layout.ends(
                LineLayout.piece(LineLayout.STRONG, title),
                state.paused()
                        ? LineLayout.piece(LineLayout.WARNING, "paused " + clock)
                        : LineLayout.piece(LineLayout.FAINT, clock));
    }

    private List<AttributedString> carriers(LineLayout layout, boolean small) {
        LiveFigures.Carriers carriers = moment.carriers();
        long all = carriers.parallelism();
        // Pins show that the JVM had added some.
        long pinnable = Math.max(all, (long) Math.ceil(carriers.mostPinned() - ROUNDING));
        List<AttributedString> figures = new ArrayList<>();
        figures.add(LineLayout.piece(all < 0 ? "number unknown" : Amounts.count(all, "carrier")));
        figures.add(carriers.active() < 0 ? LineLayout.EMPTY : LineLayout.piece(carriers.active() + " mounted"));
        figures.add(carriers.queued() < 0 ? LineLayout.EMPTY : LineLayout.piece(carriers.queued() + " queued"));
        LiveFigures.Held held = moment.held();
        // Pins that have not ended are in no event: what is pinned by these alone says nothing then.
        String pinned = held.isAny()
                ? "held now " + held.carriers()
                : String.format(Locale.ROOT, "pinned now %.1f", carriers.pinned());
        double now = held.isAny() ? held.carriers() : carriers.pinned();
        pinnable = held.isAny() ? Math.max(pinnable, held.seen()) : pinnable;
        figures.add(
                all <= 0 || small
                        ? LineLayout.piece(all <= 0 ? pinned : pinned + " of " + pinnable)
                        : layout.line(
                                LineLayout.piece(pinned + " of " + pinnable + " "),
                                LineLayout.piece(
                                        now >= 0.98 * pinnable ? LineLayout.PROBLEM : LineLayout.BAR,
                                        LineLayout.left(
                                                Graphic.bar(now / pinnable).draw(BAR), BAR))));
        figures.add(
                small || held.isAny()
                        ? LineLayout.EMPTY
                        : LineLayout.piece(String.format(Locale.ROOT, "max %.1f", carriers.mostPinned())));
        List<AttributedString> lines = new ArrayList<>(layout.fields("Carriers", figures));
        if (held.isAny()) {
            lines.addAll(HeldLines.of(held, layout, small));
        }
        if (all > 0 && held.all()) {
            lines.addAll(layout.fields(
                    "Starved",
                    List.of(
                            LineLayout.piece(LineLayout.PROBLEM, "now, for " + Amounts.time(held.leastNanos())),
                            LineLayout.piece("counted when the pins end: "
                                    + range(carriers.starvedTotalNanos(), carriers.mostStarvedTotalNanos())
                                    + " total"))));
        } else if (all > 0) {
            boolean certain = carriers.starvedNanos() > 0;
            boolean possible = carriers.mostStarvedNanos() > 0;
            lines.addAll(layout.fields(
                    "Starved",
                    List.of(
                            LineLayout.piece(
                                    certain ? LineLayout.PROBLEM : possible ? LineLayout.WARNING : LineLayout.PLAIN,
                                    range(carriers.starvedNanos(), carriers.mostStarvedNanos()) + " of the last "
                                            + window()),
                            LineLayout.piece(range(carriers.starvedTotalNanos(), carriers.mostStarvedTotalNanos())
                                    + " total"))));
        }
        return lines;
    }

    /** Only where the agent measures it. */
    private List<AttributedString> delays(LineLayout layout) {
        LiveFigures.Delays delays = moment.delays();
        if (!delays.isKnown()) {
            return List.of();
        }
        return layout.fields(
                "Waits",
                List.of(
                        LineLayout.piece(
                                delays.maxNanos() >= LONG_WAIT_NANOS ? LineLayout.PROBLEM : LineLayout.PLAIN,
                                "for a carrier: p99 " + Amounts.time(delays.p99Nanos())),
                        LineLayout.piece("max " + Amounts.time(delays.maxNanos())),
                        delays.openNanos() >= LONG_WAIT_NANOS
                                ? LineLayout.piece(
                                        LineLayout.PROBLEM, "waiting now " + Amounts.time(delays.openNanos()))
                                : LineLayout.EMPTY,
                        delays.alarms() == 0
                                ? LineLayout.EMPTY
                                : LineLayout.piece(LineLayout.PROBLEM, Amounts.count(delays.alarms(), "alarm"))));
    }

    // It is certain that all carriers were pinned for the one, and possible that they were for the other.
    private static String range(long least, long most) {
        if (most <= least) {
            return Amounts.time(least);
        }
        return least == 0 ? "up to " + Amounts.time(most) : Amounts.time(least) + " to " + Amounts.time(most);
    }

    private List<AttributedString> pins(LineLayout layout, boolean small) {
        LiveFigures.Pins pins = moment.pins();
        return layout.fields(
                "Pins",
                List.of(
                        LineLayout.piece(rate(pins.perSecond())),
                        spark(pins.history(), small),
                        LineLayout.piece(Amounts.count(pins.total()) + " total")));
    }

    private List<AttributedString> threads(LineLayout layout, boolean small) {
        LiveFigures.Threads threads = moment.threads();
        boolean counted = threads.started() >= 0;
        return layout.fields(
                "Threads",
                List.of(
                        LineLayout.piece(
                                counted
                                        ? rate(threads.startedPerSecond()) + " started"
                                        : "virtual thread starts not recorded"),
                        spark(threads.history(), small),
                        counted ? LineLayout.piece(alive(threads)) : LineLayout.EMPTY,
                        threads.refused() == 0
                                ? LineLayout.EMPTY
                                : LineLayout.piece(LineLayout.PROBLEM, Amounts.count(threads.refused()) + " rejected"),
                        threads.platform() < 0
                                ? LineLayout.EMPTY
                                : LineLayout.piece(Amounts.count(threads.platform()) + " platform")));
    }

    private String alive(LiveFigures.Threads threads) {
        long change = threads.started() - threads.ended();
        return threads.alive() >= 0
                ? Amounts.count(threads.alive()) + " virtual alive"
                : "virtual " + (change < 0 ? "" : "+") + Amounts.count(change) + " since the start";
    }

    private List<AttributedString> memory(LineLayout layout, boolean small) {
        LiveMemory.Figures memory = moment.memory();
        List<AttributedString> figures = new ArrayList<>();
        Quantity resident = memory.residentBytes();
        figures.add(LineLayout.piece(resident.isKnown() ? "RSS " + Amounts.bytes(resident.known()) : "RSS unknown"));
        if (memory.usedBytes().isKnown() && memory.limitBytes().isKnown()) {
            long limit = memory.limitBytes().known();
            double part = (double) memory.usedBytes().known() / limit;
            figures.add(layout.line(
                    LineLayout.piece(
                            Amounts.percent(part) + (memory.usedBytes().equals(resident) ? " of " : " charged of ")
                                    + Amounts.bytes(limit) + " "),
                    LineLayout.piece(
                            part > 0.9 ? LineLayout.PROBLEM : LineLayout.BAR,
                            LineLayout.left(Graphic.bar(part).draw(BAR), BAR))));
        } else {
            figures.add(LineLayout.piece("no limit"));
        }
        figures.add(spark(memory.residentHistory(), small));
        List<AttributedString> lines = new ArrayList<>(layout.fields("Memory", figures));
        LiveMemory.Stacks stacks = memory.stacks();
        long threads = stacks.threads().orElse(0);
        if (threads > 0 && !small) {
            long committed = stacks.committedBytes().known();
            lines.addAll(layout.fields(
                    "Stacks",
                    List.of(
                            LineLayout.piece(Amounts.count(threads, "thread") + ", including the JVM's"),
                            LineLayout.piece("reserved "
                                    + Amounts.bytes(stacks.reservedBytes().known())),
                            LineLayout.piece("committed " + Amounts.bytes(committed)),
                            LineLayout.piece(Amounts.bytes(committed / threads) + " each"))));
        }
        return lines;
    }

    /** What grew since the start, ranked as in reports; what is not taken for growth does not appear. */
    private List<AttributedString> growth(LineLayout layout, boolean small) {
        List<AttributedString> figures = new ArrayList<>();
        for (LiveGrowth.Growing one : moment.growth().places()) {
            if (figures.size() < (small ? 1 : MAX_GROWING_ROWS)) {
                String rate = one.perMinute().isPresent()
                                && one.errorPerMinute().isPresent()
                                && !small
                        ? " (" + Amounts.bytes(Math.round(one.perMinute().getAsDouble())) + " ± "
                                + Amounts.bytes(Math.round(one.errorPerMinute().getAsDouble())) + "/min, "
                                + one.trend().label() + ")"
                        : "";
                figures.add(LineLayout.piece(
                        one.trend() == Course.Trend.GROWS ? LineLayout.WARNING : LineLayout.PLAIN,
                        one.label() + " +" + Amounts.bytes(one.bytes()) + rate));
            }
        }
        return figures.isEmpty() ? List.of() : layout.fields("Grew", figures);
    }

    private void tables(LineLayout layout, int room, List<AttributedString> lines) {
        SiteTable sites = new SiteTable(moment, state, window());
        int categories = moment.memory().categories().size();
        // A blank line and a head before each.
        int both = room - 4;
        if (categories == 0 || both < LINES_FOR_BOTH) {
            lines.add(LineLayout.EMPTY);
            lines.addAll(sites.lines(layout, room - 2));
            return;
        }
        int ofSites = Math.min(sites.rows(), Math.max(3, both / 2));
        int ofCategories = Math.min(categories, both - ofSites);
        lines.add(LineLayout.EMPTY);
        lines.addAll(sites.lines(layout, Math.min(sites.rows(), both - ofCategories)));
        lines.add(LineLayout.EMPTY);
        lines.addAll(categories(moment.memory().categories(), layout, ofCategories));
    }

    /** The categories of NMT, with the recent course of their committed memory: the heading and at most so many rows. */
    private static List<AttributedString> categories(
            List<LiveMemory.Category> categories, LineLayout layout, int rows) {
        boolean reserved = layout.columns() >= WITH_RESERVED;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(layout.line(
                LineLayout.piece(LineLayout.STRONG, LineLayout.left("Native memory (NMT)", CATEGORY)),
                LineLayout.piece(LineLayout.FAINT, LineLayout.right("committed", CATEGORY_FIGURE)),
                LineLayout.piece(LineLayout.FAINT, reserved ? LineLayout.right("reserved", CATEGORY_FIGURE) : "")));
        for (LiveMemory.Category category : categories.subList(0, Math.min(rows, categories.size()))) {
            int room = layout.columns() - CATEGORY - CATEGORY_FIGURE - (reserved ? CATEGORY_FIGURE : 0) - 2;
            lines.add(layout.line(
                    LineLayout.piece(LineLayout.left("  " + category.name(), CATEGORY)),
                    LineLayout.piece(LineLayout.right(Amounts.bytes(category.committedBytes()), CATEGORY_FIGURE)),
                    LineLayout.piece(
                            LineLayout.FAINT,
                            reserved ? LineLayout.right(Amounts.bytes(category.reservedBytes()), CATEGORY_FIGURE) : ""),
                    LineLayout.piece(LineLayout.BAR, "  " + Graphic.sparkline(category.history(), room))));
        }
        return lines;
    }

    private static AttributedString spark(List<Double> history, boolean small) {
        String drawn = Graphic.sparkline(history, SPARKLINE);
        return small || drawn.isBlank() ? LineLayout.EMPTY : LineLayout.piece(LineLayout.BAR, drawn);
    }

    private String window() {
        return Amounts.time(moment.windowNanos());
    }

    private static String rate(double perSecond) {
        return (perSecond > 0 && perSecond < 100
                        ? String.format(Locale.ROOT, "%.1f", perSecond)
                        : Amounts.count(Math.round(perSecond)))
                + "/s";
    }
}
