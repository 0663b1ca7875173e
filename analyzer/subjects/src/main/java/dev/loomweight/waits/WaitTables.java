package dev.loomweight.waits;

import dev.loomweight.fold.Sampled;
import dev.loomweight.fold.Sum;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.stacks.MarkedStack;
import dev.loomweight.stacks.Passages;
import dev.loomweight.stacks.StackTrees;
import dev.loomweight.waits.Contended.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The profile as tables and a tree of stacks. */
final class WaitTables {

    private static final int MOST_ROWS = 10;

    private static final String NO_INTERVAL = "an error needs " + Sampled.LEAST + " dumps or more";

    private final String prefix;
    private final String number;
    private final WaitAnalysis.OfProcess process;
    private final Passages passages;

    /**
     * @param prefix what titles begin with
     * @param number what keys end with
     * @param passages which frames of stacks people can do without
     */
    WaitTables(String prefix, String number, WaitAnalysis.OfProcess process, Passages passages) {
        this.prefix = prefix;
        this.number = number;
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
                if (virtual.locks().stream().anyMatch(lock -> !lock.holders().isEmpty())) {
                    blocks.add(holders(virtual));
                }
                blocks.add(StackTrees.of("stacks" + number, "stacks that waited", stacks(virtual), passages));
            }
            if (!virtual.idle().isEmpty()) {
                blocks.add(elsewhere(virtual));
            }
        }
        if (!platform.isEmpty()) {
            blocks.add(kinds("platform", "What platform threads did", platform));
            if (!platform.locks().isEmpty()) {
                blocks.add(locks("platformLocks", "What platform threads waited for that other threads had", platform));
            }
        }
        blocks.add(taken());
        return blocks;
    }

    private Table kinds(String id, String title, WaitProfile profile) {
        List<Row> rows = new ArrayList<>();
        for (WaitProfile.OfKind kind : profile.kinds()) {
            rows.add(Row.of(
                    Cell.text(kind.kind().words()),
                    Cell.text(kind.kind().isContention() ? "yes" : ""),
                    new Cell.Ratio(kind.share().value()),
                    error(kind.share()),
                    number(kind.threads()),
                    Cell.count(kind.most())));
        }
        rows.add(new Row(
                Role.TOTAL,
                List.of(
                        Cell.text("all"),
                        Cell.text(""),
                        new Cell.Ratio(1),
                        Cell.text(""),
                        number(profile.threads()),
                        Cell.text(""))));
        return new Table(
                        id + number,
                        prefix + title,
                        List.of(
                                Column.of("doing", "Doing"),
                                Column.of("contention", "Contention"),
                                new Column("share", "Share", true),
                                Column.of("error", "±"),
                                Column.of("threads", "Threads"),
                                Column.of("most", "Most")),
                        rows,
                        List.of())
                .withBrief("doing", "share", "error", "threads");
    }

    private Table locks(String id, String title, WaitProfile profile) {
        List<Row> rows = profile.locks().stream().map(this::row).toList();
        return new Table(
                        id + number,
                        prefix + title,
                        List.of(
                                Column.of("lock", "Lock"),
                                Column.of("site", "Waits at"),
                                new Column("ofContention", "Of contention", true),
                                Column.of("ofContentionError", "±"),
                                Column.of("ofThreads", "Of threads"),
                                Column.of("ofThreadsError", "±"),
                                Column.of("waiting", "Waiting"),
                                Column.of("holder", "Held by"),
                                Column.of("most", "Most"),
                                Column.of("dumps", "Dumps"),
                                Column.of("kind", "Kind")),
                        rows,
                        List.of(),
                        MOST_ROWS)
                .withBrief("lock", "site", "ofContention", "ofContentionError", "holder");
    }

    private Row row(Contended lock) {
        Contended.Owner owner = lock.owner();
        return Row.of(
                Cell.text(lock.name()),
                Cell.text(lock.site().place()),
                new Cell.Ratio(lock.ofContention().value()),
                error(lock.ofContention()),
                new Cell.Ratio(lock.ofThreads().value()),
                error(lock.ofThreads()),
                number(lock.waiting()),
                owner == null ? Cell.absent("not in the dumps") : Cell.text(owner.method()),
                Cell.count(lock.most()),
                Cell.count(lock.samples()),
                Cell.text(lock.kind().words()));
    }

    private Table holders(WaitProfile profile) {
        List<Row> rows = new ArrayList<>();
        for (Contended lock : profile.locks()) {
            for (Holder holder : lock.holders()) {
                rows.add(Row.of(
                        Cell.text(lock.name()),
                        Cell.text(holder.method()),
                        Cell.text(holder.doing().words()),
                        Cell.text(holder.at()),
                        Cell.text(holder.virtual() ? "virtual" : "platform"),
                        Cell.count(holder.samples()),
                        new Cell.Ratio((double) holder.samples() / lock.samples())));
            }
            if (lock.unseen() > 0) {
                rows.add(Row.of(
                        Cell.text(lock.name()),
                        Cell.absent(
                                "not in the dump: not shown by this JDK, or released before its owner was looked at"),
                        Cell.text(""),
                        Cell.text(""),
                        Cell.text(""),
                        Cell.count(lock.unseen()),
                        new Cell.Ratio((double) lock.unseen() / lock.samples())));
            }
        }
        return new Table(
                        "holders" + number,
                        prefix + "Who had it while they waited",
                        List.of(
                                Column.of("lock", "Lock"),
                                Column.of("holder", "Held by"),
                                Column.of("doing", "Which was"),
                                Column.of("at", "At"),
                                Column.of("thread", "Thread"),
                                Column.of("dumps", "Dumps"),
                                Column.of("share", "Of dumps with waiters")),
                        rows,
                        List.of(),
                        MOST_ROWS)
                .withBrief("lock", "holder", "doing", "dumps");
    }

    private static List<MarkedStack> stacks(WaitProfile profile) {
        List<MarkedStack> stacks = new ArrayList<>();
        for (Contended lock : profile.locks()) {
            // Locks of one name can differ in their sites.
            String group = lock.name() + " (" + lock.kind().words() + ")"
                    + (lock.instances() == 0 ? " at " + lock.site().method() : "");
            lock.stacks()
                    .forEach((lines, count) -> stacks.add(new MarkedStack(
                            group,
                            lines,
                            new Sum(count, 0, 0),
                            Set.of(),
                            lock.site().method())));
        }
        return stacks;
    }

    private Table elsewhere(WaitProfile profile) {
        return new Table(
                        "elsewhere" + number,
                        prefix + "Other waits",
                        List.of(
                                Column.of("doing", "Waits for"),
                                Column.of("site", "Waits at"),
                                Column.of("share", "Of threads"),
                                Column.of("error", "±"),
                                Column.of("threads", "Threads")),
                        profile.idle().stream()
                                .map(place -> Row.of(
                                        Cell.text(place.kind().words()),
                                        Cell.text(place.place()),
                                        new Cell.Ratio(place.share().value()),
                                        error(place.share()),
                                        number(place.threads())))
                                .toList(),
                        List.of(),
                        MOST_ROWS)
                .withBrief("doing", "site", "share");
    }

    private Table taken() {
        Sampling sampling = process.sampling();
        double share = sampling.pausedShare();
        return new Table(
                "sampling" + number,
                prefix + "How it was sampled",
                List.of(
                        Column.of("dumps", "Dumps"),
                        Column.of("span", "Over"),
                        Column.of("interval", "Interval (median)"),
                        Column.of("took", "Took (median)"),
                        Column.of("paused", "Pause (median)"),
                        Column.of("pausedMost", "Pause (max)"),
                        Column.of("pausedShare", "Paused"),
                        Column.of("budget", "Budget")),
                List.of(Row.of(
                        Cell.count(sampling.samples().size()),
                        nanos(!sampling.span().isZero(), sampling.span().toNanos(), "not known"),
                        nanos(sampling.intervalNanos() != 0, sampling.intervalNanos(), "not known"),
                        nanos(sampling.took().isKnown(), sampling.took().median(), "not measured"),
                        nanos(sampling.paused().isKnown(), sampling.paused().median(), "not measured"),
                        nanos(sampling.paused().isKnown(), sampling.paused().most(), "not measured"),
                        Double.isNaN(share) ? Cell.absent("not measured") : new Cell.Ratio(share),
                        sampling.budget() > 0 ? new Cell.Ratio(sampling.budget()) : Cell.absent("none"))),
                List.of());
    }

    private static Cell nanos(boolean known, long value, String why) {
        return known ? new Cell.Nanos(value) : Cell.absent(why);
    }

    /** The larger half of the interval, which need not be symmetrical. */
    private static Cell error(Sampled share) {
        return share.hasInterval()
                ? new Cell.Ratio(Math.max(share.value() - share.low(), share.high() - share.value()))
                : Cell.absent(NO_INTERVAL);
    }

    /** A mean number of threads; the shares have the fractions. */
    private static Cell number(Sampled mean) {
        return Cell.count(Math.round(mean.value()));
    }
}
