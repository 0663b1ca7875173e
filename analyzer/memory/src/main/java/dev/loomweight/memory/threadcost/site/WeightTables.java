package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.memory.threadcost.estimate.StackModel;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The tables on what threads weigh. */
final class WeightTables {

    private static final int MAX_ROWS = 12;
    private static final String WITHOUT_HEAP = "only a heap dump shows it: --heap FILE";

    private static final String WITHOUT_BOTH = "only with heap dumps of both moments";
    private static final String WITHOUT_TOTAL = "it takes a class histogram or a heap dump of the same moment";
    private static final String WITHOUT_RESIDENT =
            "it takes native memory tracking, System.map and a thread dump of the same moment";

    private static final Rows<SiteWeight> PLACES = Rows.of(SiteWeight.class)
            .text(
                    "site",
                    "Site",
                    site -> site.common().place() == null
                            ? "(stack not in the dump)"
                            : site.common().place().toString())
            .text("caller", "Through", SiteWeight::caller)
            .text("names", "Named", site -> SiteWeight.words(site.named().names()))
            .text("waits", "Waits for", site -> waits(site.common().waits()))
            .text("frames", "Frames", WeightTables::frames)
            .count("threads", "Threads", site -> site.weight().threads());

    private static final Rows<SiteWeight> MEASURED = PLACES.bytes("all", "All", SiteWeight::most)
            .bar()
            .column("median", "Each (median)", site -> known(site.each().median()))
            .column("p95", "p95", site -> known(site.each().p95()))
            .column("stack", "Stack", site -> stack(site, site.weight().stackMost()))
            .column("locals", "Thread-locals", site -> known(site.weight().locals()))
            .column("held", "Held alone", site -> known(site.weight().held()))
            .bytes("shared", "Shared", SiteWeight::shared)
            .top(MAX_ROWS);

    private static final Rows<SiteWeight> ESTIMATED = PLACES.column(
                    "stackLeast",
                    "Stack, at least",
                    site -> stack(site, site.weight().stackLeast()))
            .column("stackMost", "at most", site -> stack(site, site.weight().stackMost()))
            .bar()
            .column("eachLeast", "Each, at least", site -> each(site, site.least()))
            .column("eachMost", "at most", site -> each(site, site.most()))
            .top(MAX_ROWS);

    private static final Rows<LocalWeight> LOCALS = Rows.of(LocalWeight.class)
            .text("place", "ThreadLocal", local -> LocalWords.place(local.local()))
            .text("class", "Class", local -> LocalWords.type(local.local()))
            .text("value", "Value", local -> LocalWords.value(local.local()))
            .text("names", "Held by", local -> SiteWeight.words(local.names()))
            .count("threads", "Threads", LocalWeight::threads)
            .bytes("all", "All", LocalWeight::all)
            .bar()
            .bytes("each", "Each (mean)", local -> local.bytes() / Math.max(1, local.threads()))
            .where(local -> local.threads() > 0 && local.shared() == 0)
            .bytes("shared", "Shared", LocalWeight::shared)
            .top(MAX_ROWS)
            .brief("place", "all", "threads", "names", "value", "each");

    private static final List<String> NOTES_ON_KINDS = List.of(
            "As the other kind: an estimate from their stacks and frames, without thread-locals and what stacks hold, which"
                    + " both kinds have. Platform threads are outside the heap, virtual threads in it.");

    private WeightTables() {}

    private record Sum(String what, long threads, long bytes, boolean total) {}

    private static final Rows<Sum> SUMS = Rows.of(Sum.class)
            .roles(sum -> sum.total ? Table.Role.TOTAL : Table.Role.PLAIN)
            .text("part", "", Sum::what)
            .count("threads", "threads", Sum::threads)
            .where(sum -> sum.threads >= 0)
            .bytes("size", "size", Sum::bytes);

    static List<Block> of(Among among, OfProcess process) {
        List<Block> blocks = new ArrayList<>();
        boolean grew = process.evidence().moments() > 1;
        Rows<SiteWeight> table = (process.evidence().weighed() ? MEASURED : ESTIMATED)
                .when(grew, rows -> grown(rows, process.evidence().weighed()))
                .column("otherLeast", "As the other kind, at least", site -> other(site, StackModel.Range::least))
                .column("otherMost", "at most", site -> other(site, StackModel.Range::most))
                .brief(brief(process.evidence().weighed(), grew));
        Optional<Table> locals =
                LOCALS.some(among.id("threadLocals"), among.words("What thread-locals hold"), process.locals());
        boolean localsFirst = process.heavyLocal().isPresent();
        if (localsFirst) {
            locals.ifPresent(blocks::add);
        }
        boolean platformFirst = most(process.of(false)) > most(process.of(true));
        if (platformFirst) {
            platform(among, process, table).ifPresent(blocks::add);
        }
        table.some(
                        among.id("virtualSites"),
                        among.words("What virtual threads weigh, by site"),
                        process.of(true),
                        notes(process.of(true)))
                .ifPresent(blocks::add);
        SUMS.some(
                        among.id("sums"),
                        among.words("What of virtual threads is in the heap"),
                        sums(process),
                        footnotes(process))
                .ifPresent(blocks::add);
        if (!platformFirst) {
            platform(among, process, table).ifPresent(blocks::add);
        }
        if (!localsFirst) {
            locals.ifPresent(blocks::add);
        }
        return blocks;
    }

    private static long most(List<SiteWeight> sites) {
        return sites.isEmpty() ? 0 : sites.getFirst().most();
    }

    private static Optional<Table> platform(Among among, OfProcess process, Rows<SiteWeight> table) {
        return table.when(
                        process.mallocEach() >= 0,
                        rows -> rows.bytes(
                                "malloc",
                                "Malloc for threads (mean)",
                                site -> process.mallocEach() * site.weight().threads()))
                .some(
                        among.id("platformSites"),
                        among.words("What platform threads weigh, by site"),
                        process.of(false),
                        notes(process.of(false)));
    }

    private static List<String> notes(List<SiteWeight> sites) {
        return sites.stream().anyMatch(site -> site.asOtherKind() != null) ? NOTES_ON_KINDS : List.of();
    }

    private static Cell other(SiteWeight site, ToLongFunction<StackModel.Range> end) {
        StackModel.Range range = site.asOtherKind();
        return range == null ? Rows.NONE : Cell.bytes(end.applyAsLong(range));
    }

    private static Rows<SiteWeight> grown(Rows<SiteWeight> rows, boolean weighed) {
        Rows<SiteWeight> threads =
                rows.column("grewThreads", "Grew", site -> grown(site, SiteGrowth::threads, Cell::count));
        Rows<SiteWeight> bytes = weighed
                ? threads.column("grewBytes", "by", site -> grownBytes(site, SiteGrowth::most))
                : threads.column("grewLeast", "by, at least", site -> grownBytes(site, SiteGrowth::least))
                        .column("grewMost", "at most", site -> grownBytes(site, SiteGrowth::most));
        return bytes.column("stayed", "Stayed", site -> stay(site, stay -> Cell.count(stay.stayed())))
                .column("seen", "Seen for (half)", site -> stay(site, stay -> time(stay.half())))
                .column("oldest", "Oldest", site -> stay(site, stay -> time(stay.oldest())));
    }

    private static Cell stay(SiteWeight site, Function<Stay, Cell> cell) {
        SiteGrowth grown = site.grown();
        return grown == null || grown.stay() == null
                ? Cell.absent("only with the ids of threads at two moments")
                : cell.apply(grown.stay());
    }

    private static Cell time(@Nullable Duration time) {
        return time == null ? Rows.NONE : new Cell.Nanos(time.toNanos());
    }

    private static Cell grown(SiteWeight site, ToLongFunction<SiteGrowth> amount, LongFunction<Cell> cell) {
        SiteGrowth grown = site.grown();
        return grown == null ? Rows.NONE : cell.apply(amount.applyAsLong(grown));
    }

    /** As many threads as before can weigh more: what a heap dump measures grows between two of them. */
    private static Cell grownBytes(SiteWeight site, ToLongFunction<SiteGrowth> amount) {
        SiteGrowth grown = site.grown();
        boolean ofHeap = site.weight().own() != Weight.UNKNOWN;
        if (grown != null && !grown.measured() && (ofHeap || grown.threads() == 0)) {
            return Cell.absent(WITHOUT_BOTH);
        }
        return site.isWeighed() ? grown(site, amount, Cell::bytes) : stack(site, Weight.UNKNOWN);
    }

    private static String[] brief(boolean weighed, boolean grew) {
        List<String> ids = new ArrayList<>(List.of("site", "threads"));
        if (grew) {
            ids.addAll(List.of("grewThreads", weighed ? "grewBytes" : "grewMost"));
        }
        ids.addAll(
                weighed
                        ? List.of("all", "median", "names", "stack", "locals", "held")
                        : List.of("stackLeast", "stackMost", "eachMost", "names"));
        return ids.toArray(String[]::new);
    }

    private static Cell each(SiteWeight site, long bytes) {
        return site.isWeighed()
                ? Cell.bytes(bytes / site.weight().threads())
                : stack(site, site.weight().stackMost());
    }

    private static Cell stack(SiteWeight site, long bytes) {
        return bytes == Weight.UNKNOWN
                ? Cell.absent(site.common().virtual() ? WITHOUT_TOTAL : WITHOUT_RESIDENT)
                : Cell.bytes(bytes);
    }

    private static Cell known(long bytes) {
        return bytes == Weight.UNKNOWN ? Cell.absent(WITHOUT_HEAP) : Cell.bytes(bytes);
    }

    private static String waits(@Nullable WaitKind kind) {
        return kind == null || kind == WaitKind.NONE ? "" : kind.words();
    }

    private static String frames(SiteWeight site) {
        return site.leastFrames() == site.mostFrames()
                ? Amounts.count(site.mostFrames())
                : Amounts.count(site.leastFrames()) + " to " + Amounts.count(site.mostFrames());
    }

    /** What the sites are of all that a histogram or a heap dump counts, with the remainder; empty where neither does. */
    private static List<Sum> sums(OfProcess process) {
        HeapSums all = process.sums();
        Weight sites = process.virtual();
        if (all.chunkBytes() < 0 || !sites.isMeasured()) {
            return List.of();
        }
        List<Sum> sums = new ArrayList<>();
        sums.add(new Sum("stack chunks of the sites above", sites.threads(), sites.stackLeast(), false));
        sums.add(new Sum(
                "other stack chunks, such as those of threads that have ended",
                -1,
                all.chunkBytes() - sites.stackLeast(),
                false));
        sums.add(new Sum("virtual threads and continuations of the sites", sites.threads(), sites.own(), false));
        if (all.ofHistogram()) {
            sums.add(new Sum(
                    "other virtual threads and continuations, such as those that have ended",
                    all.threads() - sites.threads(),
                    all.own() - sites.own(),
                    false));
            sums.add(new Sum("what wakes them up after a time", -1, all.timers(), false));
        }
        sums.add(new Sum("thread-locals, alone", -1, sites.locals(), false));
        sums.add(new Sum("what stacks and tasks hold, alone", -1, sites.held(), false));
        long within = process.of(true).stream().mapToLong(SiteWeight::shared).sum();
        sums.add(new Sum("what threads of one site share", -1, within, false));
        sums.add(new Sum("what threads of several sites share", -1, process.between(), false));
        sums.add(new Sum("all", -1, sums.stream().mapToLong(Sum::bytes).sum(), true));
        return sums;
    }

    private static List<String> footnotes(OfProcess process) {
        return List.of(
                process.sums().ofHistogram()
                        ? "Threads, continuations, stack chunks and timers add up to the class histogram."
                        : "Without a class histogram of the same moment the heap dump's own sums are used.");
    }
}
