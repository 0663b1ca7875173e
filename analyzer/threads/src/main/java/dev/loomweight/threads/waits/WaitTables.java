package dev.loomweight.threads.waits;

import dev.loomweight.fold.Sampled;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.stacks.Passages;
import dev.loomweight.kernel.stacks.StackTrees;
import dev.loomweight.kernel.stacks.StackTrees.MarkedStack;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.threads.waits.Contended.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The profile as tables and a tree of stacks. */
final class WaitTables {

    private static final int MAX_ROWS = 10;

    private static final String NO_INTERVAL = "an error needs " + Sampled.MIN_MOMENTS + " dumps or more";

    /** What some of the threads did, or all of them. */
    private record Did(String words, boolean contention, double share, Cell error, Sampled threads, Cell most) {}

    private static final Rows<Did> KINDS = Rows.of(Did.class)
            .text("doing", "Doing", Did::words)
            .text("contention", "Contention", did -> did.contention ? "yes" : "")
            .ratio("share", "Share", Did::share)
            .bar()
            .column("error", "±", Did::error)
            .count("threads", "Threads", did -> number(did.threads))
            .column("most", "Most", Did::most)
            .brief("doing", "share", "error", "threads");

    private static final Rows<Contended> LOCKS = Rows.of(Contended.class)
            .text("lock", "Lock", Contended::name)
            .text("site", "Waits at", lock -> lock.site().place())
            .ratio("ofContention", "Of contention", lock -> lock.ofContention().value())
            .bar()
            .column("ofContentionError", "±", lock -> error(lock.ofContention()))
            .ratio("ofThreads", "Of threads", lock -> lock.waiters().share().value())
            .column("ofThreadsError", "±", lock -> error(lock.waiters().share()))
            .count("waiting", "Waiting", lock -> number(lock.waiters().threads()))
            .text("holder", "Held by", WaitTables::owner, "not in the dumps")
            .count("most", "Most", lock -> lock.waiters().most())
            .count("dumps", "Dumps", lock -> lock.had().samples())
            .text("kind", "Kind", lock -> lock.kind().words())
            .top(MAX_ROWS)
            .brief("lock", "site", "ofContention", "ofContentionError", "holder");

    /** Who had a lock in some of the dumps, or null where they do not show it. */
    private record HadBy(Contended lock, @Nullable Holder holder) {

        private long dumps() {
            return holder == null ? lock.had().unseen() : holder.samples();
        }

        private @Nullable String of(Function<Holder, String> words) {
            return holder == null ? null : words.apply(holder);
        }
    }

    private static final Rows<HadBy> HOLDERS = Rows.of(HadBy.class)
            .text("lock", "Lock", had -> had.lock.name())
            .text(
                    "holder",
                    "Held by",
                    had -> had.of(Holder::method),
                    "not in the dump: not shown by this JDK, or released before its owner was looked at")
            .text("doing", "Which was", had -> had.of(holder -> holder.doing().words()))
            .text("at", "At", had -> had.of(Holder::at))
            .text("thread", "Thread", had -> had.of(holder -> holder.virtual() ? "virtual" : "platform"))
            .count("dumps", "Dumps", HadBy::dumps)
            .ratio(
                    "share",
                    "Of dumps with waiters",
                    had -> (double) had.dumps() / had.lock.had().samples())
            .top(MAX_ROWS)
            .brief("lock", "holder", "doing", "dumps");

    private static final Rows<WaitProfile.Elsewhere> ELSEWHERE = Rows.of(WaitProfile.Elsewhere.class)
            .text("doing", "Waits for", place -> place.kind().words())
            .text("site", "Waits at", WaitProfile.Elsewhere::place)
            .ratio("share", "Of threads", place -> place.waiters().share().value())
            .column("error", "±", place -> error(place.waiters().share()))
            .count("threads", "Threads", place -> number(place.waiters().threads()))
            .top(MAX_ROWS)
            .brief("doing", "site", "share");

    private static final Rows<Sampling> SAMPLING = Rows.of(Sampling.class)
            .count("dumps", "Dumps", sampling -> sampling.samples().size())
            .column("span", "Over", sampling -> Cell.nanos(sampling.spanNanos()))
            .column("interval", "Interval (median)", sampling -> Cell.nanos(sampling.intervalNanos()))
            .column(
                    "took",
                    "Took (median)",
                    sampling -> Cell.nanos(sampling.took().median()))
            .column(
                    "paused",
                    "Pause (median)",
                    sampling -> Cell.nanos(sampling.paused().median()))
            .column(
                    "pausedMost",
                    "Pause (max)",
                    sampling -> Cell.nanos(sampling.paused().most()))
            .column("pausedShare", "Paused", sampling -> Cell.ratio(sampling.pausedShare(), "not measured"))
            .ratio("budget", "Budget", Sampling::budget)
            .where(sampling -> sampling.budget() > 0, "none");

    private final Among among;
    private final WaitAnalysis.OfProcess process;
    private final Passages passages;

    /**
     * @param among the process
     * @param passages which frames of stacks people can do without
     */
    WaitTables(Among among, WaitAnalysis.OfProcess process, Passages passages) {
        this.among = among;
        this.process = process;
        this.passages = passages;
    }

    /** The tables of the virtual threads, and what platform threads did. */
    List<Block> all() {
        WaitProfile virtual = process.virtual();
        WaitProfile platform = process.platform();
        List<Block> blocks = new ArrayList<>();
        if (!virtual.isEmpty()) {
            blocks.add(kinds("doing", "What virtual threads did", virtual));
            if (!virtual.locks().isEmpty()) {
                blocks.add(locks("locks", "What virtual threads waited for that other threads had", virtual));
                if (virtual.locks().stream()
                        .anyMatch(lock -> !lock.had().holders().isEmpty())) {
                    blocks.add(holders(virtual));
                }
                blocks.add(StackTrees.of(among.id("stacks"), "stacks that waited", stacks(virtual), passages));
            }
            ELSEWHERE
                    .some(among.id("elsewhere"), among.words("Other waits"), virtual.idle())
                    .ifPresent(blocks::add);
        }
        if (!platform.isEmpty()) {
            blocks.add(kinds("platform", "What platform threads did", platform));
            if (!platform.locks().isEmpty()) {
                blocks.add(locks("platformLocks", "What platform threads waited for that other threads had", platform));
            }
        }
        blocks.add(
                SAMPLING.table(among.id("sampling"), among.words("How it was sampled"), List.of(process.sampling())));
        return blocks;
    }

    private Table kinds(String id, String title, WaitProfile profile) {
        List<Did> kinds = profile.kinds().stream()
                .map(kind -> new Did(
                        kind.kind().words(),
                        kind.kind().isContention(),
                        kind.waiters().share().value(),
                        error(kind.waiters().share()),
                        kind.waiters().threads(),
                        Cell.count(kind.waiters().most())))
                .toList();
        return KINDS.totals(List.of(new Did("all", false, 1, Rows.NONE, profile.threads(), Rows.NONE)))
                .table(among.id(id), among.words(title), kinds);
    }

    private static @Nullable String owner(Contended lock) {
        Contended.Owner owner = lock.had().owner();
        return owner == null ? null : owner.method();
    }

    private Table locks(String id, String title, WaitProfile profile) {
        return LOCKS.table(among.id(id), among.words(title), profile.locks());
    }

    private Table holders(WaitProfile profile) {
        List<HadBy> all = new ArrayList<>();
        for (Contended lock : profile.locks()) {
            lock.had().holders().forEach(holder -> all.add(new HadBy(lock, holder)));
            if (lock.had().unseen() > 0) {
                all.add(new HadBy(lock, null));
            }
        }
        return HOLDERS.table(among.id("holders"), among.words("Who had it while they waited"), all);
    }

    private static List<MarkedStack> stacks(WaitProfile profile) {
        List<MarkedStack> stacks = new ArrayList<>();
        for (Contended lock : profile.locks()) {
            CodePlace at = lock.site().at();
            CodePlace blocker = at == null ? null : at.withoutLine();
            // Locks of one name can differ in their sites.
            String group = lock.name() + " (" + lock.kind().words() + ")"
                    + (!lock.instances().isKnown() ? " at " + Objects.toString(blocker, "") : "");
            lock.stacks()
                    .forEach((lines, count) ->
                            stacks.add(new MarkedStack(group, lines, new Sum(count, 0, 0), Set.of(), blocker)));
        }
        return stacks;
    }

    /** The larger half of the interval, which need not be symmetrical. */
    private static Cell error(Sampled share) {
        return share.hasInterval()
                ? new Cell.Ratio(Math.max(share.value() - share.low(), share.high() - share.value()))
                : Cell.absent(NO_INTERVAL);
    }

    /** A mean number of threads; the shares have the fractions. */
    private static long number(Sampled mean) {
        return Math.round(mean.value());
    }
}
