package dev.loomweight.hang;

import dev.loomweight.hang.Resource.Holder;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The report on one process: sentences, tables and findings. */
final class HangReport {

    private static final int TOP = 10;
    private static final int MOST_SENTENCES = 12;
    private static final int MOST_SIGNALS = 2;

    /** Signals that somebody was meant to give once; those of queues and of conditions are given all the time. */
    private static final Set<WaitKind> SAID =
            EnumSet.of(WaitKind.LATCH, WaitKind.SEMAPHORE, WaitKind.TASK, WaitKind.JOIN, WaitKind.BARRIER);

    private final HangResult result;
    private final WaitGraph graph;
    private final String prefix;
    private final long empty;

    /**
     * @param prefix what the sentences begin with: the process, where there are several
     * @param empty how many dumps have no thread
     */
    HangReport(HangResult result, String prefix, long empty) {
        this.empty = empty;
        this.result = result;
        this.graph = result.last();
        this.prefix = prefix;
    }

    /** That there is no hang, or what the hangs consist of. */
    List<String> headline() {
        List<String> sentences = new ArrayList<>();
        List<Verdict> hangs = result.hangs();
        if (hangs.isEmpty()) {
            result.verdicts().stream()
                    .filter(Verdict::isOpen)
                    .limit(1)
                    .forEach(open -> {
                        sentences.add(prefix + HangSentences.of(open, result));
                        if (open.isOfCarriers()) {
                            HangSentences.details(open, graph).forEach(line -> sentences.add(prefix + line));
                        }
                    });
            sentences.add(prefix + HangSentences.none(result));
            result.others(Verdict.Unanswered.class).stream()
                    .filter(signal -> SAID.contains(signal.resource().kind()))
                    .filter(signal -> signal.parties().getFirst().waiting().site() >= 0)
                    .limit(MOST_SIGNALS)
                    .forEach(signal -> sentences.add(prefix + HangSentences.of(signal, result)));
            if (result.moments() > 1) {
                sentences.add(prefix + HangSentences.NEXT);
            }
        }
        for (Verdict hang : hangs) {
            // The verdict itself is a finding, which stands above.
            HangSentences.details(hang, graph).forEach(line -> sentences.add(prefix + line));
        }
        return sentences.size() <= MOST_SENTENCES ? sentences : sentences.subList(0, MOST_SENTENCES);
    }

    /** @param number what distinguishes the keys of this process from those of the one before it; may be empty */
    List<Block> blocks(String number) {
        List<Block> blocks = new ArrayList<>();
        List<Row> hangs = new ArrayList<>();
        for (Verdict hang : result.hangs()) {
            addRows(hang, hangs);
        }
        if (!hangs.isEmpty()) {
            blocks.add(new Table("hangs" + number, prefix + "Who waits for whom", waits(), hangs, List.of())
                    .withBrief("thread", "waitsFor", "at", "heldBy"));
        }
        blocks.add(HangPicture.of(result, "graph" + number, prefix));
        addLocks(number, blocks);
        addSignals(number, blocks);
        List<String> limits = new ArrayList<>(HangSentences.limits(result));
        if (empty > 0) {
            limits.add((empty == 1 ? "One thread dump has" : empty + " thread dumps have")
                    + " no thread in it and is left out: the JVM did not write it.");
        }
        if (!limits.isEmpty()) {
            blocks.add(new Note("limits" + number, prefix + "What could not be known", limits));
        }
        return blocks;
    }

    private static List<Column> waits() {
        return List.of(
                Column.of("thread", "Thread"),
                Column.of("threads", "Threads"),
                Column.of("waitsFor", "Waits for"),
                Column.of("at", "At"),
                Column.of("heldBy", "Held by"),
                Column.of("heldAt", "Holder at"),
                Column.of("source", "Owner from"),
                Column.of("verdict", "Verdict"));
    }

    private void addRows(Verdict verdict, List<Row> rows) {
        if (verdict instanceof Verdict.Deadlock deadlock) {
            deadlock.cycle()
                    .forEach(link -> rows.add(row(verdict, List.of(link.waiter()), link.resource(), link.holder())));
            return;
        }
        record Alike(@Nullable Resource resource, @Nullable Frame site, boolean holds) {}
        Map<Alike, List<Party>> alike = new LinkedHashMap<>();
        List<Party> parties = new ArrayList<>(verdict.parties());
        if (verdict instanceof Verdict.Held held) {
            parties.addFirst(held.holder());
        } else if (verdict instanceof Verdict.CarriersExhausted exhausted) {
            parties.addAll(exhausted.ready());
        }
        for (Party party : parties) {
            Alike key = new Alike(graph.waitsFor(party.index()), Words.siteFrame(party), party.mounted());
            alike.computeIfAbsent(key, unused -> new ArrayList<>()).add(party);
        }
        alike.forEach((key, same) -> {
            Resource resource = key.resource();
            rows.add(row(verdict, same, resource, resource == null ? null : holder(resource)));
        });
    }

    private static @Nullable Holder holder(Resource resource) {
        Holder owner = resource.owner();
        return owner != null || resource.holders().size() != 1
                ? owner
                : resource.holders().getFirst();
    }

    private Row row(Verdict verdict, List<Party> same, @Nullable Resource resource, @Nullable Holder holder) {
        Party first = same.getFirst();
        Party owner = holder == null ? null : graph.party(holder.thread());
        boolean lost = verdict instanceof Verdict.LostOwner;
        Cell heldBy = owner != null
                ? Cell.text(Words.thread(owner))
                : lost ? Cell.text("a thread that has ended") : unknown(resource);
        return Row.of(
                Cell.text(same.size() == 1 ? Words.thread(first) : Words.thread(first) + " and others"),
                Cell.count(same.size()),
                Cell.text(resource == null ? first.waiting().kind().words() : Words.resource(resource)),
                Cell.text(Words.site(first)),
                heldBy,
                Cell.text(owner == null ? "" : heldAt(owner, holder)),
                Cell.text(holder == null ? "" : holder.source().words()),
                Cell.text(words(verdict)));
    }

    private static Cell unknown(@Nullable Resource resource) {
        return resource == null
                ? Cell.text("")
                : Cell.absent(
                        resource.kind() == WaitKind.POOL
                                ? "who has its objects is in no dump"
                                : resource.kind().isExclusive()
                                        ? "its owner is in no dump"
                                        : "any thread may end this wait: there is no owner");
    }

    private static String heldAt(Party owner, @Nullable Holder holder) {
        return holder == null || holder.depth() < 0 ? Words.site(owner) : Words.frame(owner, holder.depth());
    }

    /** A verdict in one or two words. */
    static String words(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Deadlock deadlock ->
                deadlock.isTimed() ? "deadlock until a timeout" : deadlock.certain() ? "deadlock" : "possible deadlock";
            case Verdict.CarriersExhausted exhausted -> "carriers exhausted";
            case Verdict.Overlooked overlooked -> "overlooked by the scheduler";
            case Verdict.LostOwner lost -> "lost owner";
            case Verdict.FullPool pool -> "full pool";
            case Verdict.PoolExhausted pool -> "pool exhausted";
            case Verdict.Held held -> held.isOfClasses() ? "class loading waits" : "one lock, many waiters";
            case Verdict.OwnerUnknown unknown -> "lock not released";
            case Verdict.Unanswered signal -> "no owner can be known";
        };
    }

    private void addLocks(String number, List<Block> blocks) {
        List<Row> rows = new ArrayList<>();
        for (Verdict verdict : result.verdicts()) {
            if (!verdict.isHang() && !(verdict instanceof Verdict.Unanswered)) {
                Party first = verdict.parties().getFirst();
                Resource resource = verdict.isOfCarriers() ? null : graph.waitsFor(first.index());
                Holder holder = resource == null ? null : holder(resource);
                Party owner = holder == null ? null : graph.party(holder.thread());
                rows.add(Row.of(
                        Cell.text(resource == null ? "the carriers" : Words.resource(resource)),
                        Cell.count(verdict.waiting()),
                        Cell.text(Words.site(first)),
                        owner == null ? unknown(resource) : Cell.text(Words.thread(owner)),
                        Cell.text(owner == null ? "" : Words.site(owner)),
                        Cell.text(verdict.motion().words())));
            }
        }
        if (!rows.isEmpty()) {
            blocks.add(new Table(
                            "locks" + number,
                            prefix + "Locks that threads wait for, no hang",
                            List.of(
                                    Column.of("lock", "Lock"),
                                    new Column("waiting", "Waiting", true),
                                    Column.of("at", "At"),
                                    Column.of("holder", "Holder"),
                                    Column.of("holderAt", "Holder at"),
                                    Column.of("motion", "Over the dumps")),
                            rows,
                            List.of(),
                            TOP)
                    .withBrief("lock", "waiting", "holder", "motion"));
        }
    }

    private void addSignals(String number, List<Block> blocks) {
        List<Row> rows = new ArrayList<>();
        for (Verdict.Unanswered signal : result.others(Verdict.Unanswered.class)) {
            Party first = signal.waiters().getFirst();
            rows.add(Row.of(
                    Cell.text(Words.resource(signal.resource())),
                    Cell.count(signal.waiting()),
                    Cell.text(Words.thread(first)),
                    Cell.text(Words.site(first)),
                    permits(signal.resource())));
        }
        if (!rows.isEmpty()) {
            String footnote = result.moments() == 1
                    ? "Any thread may end such a wait, so no dump shows whether one will."
                    : "Nothing changed in " + result.moments()
                            + " dumps. Any thread may end such a wait, so no owner can be"
                            + " known: this is usual for threads that wait for work or for the end of the program.";
            blocks.add(new Table(
                    "signals" + number,
                    prefix + "Waits for a signal: no owner can be known",
                    List.of(
                            Column.of("waitsFor", "Waits for"),
                            new Column("threads", "Threads", true),
                            Column.of("thread", "One of them"),
                            Column.of("at", "At"),
                            Column.of("permits", "Count")),
                    rows,
                    List.of(footnote),
                    TOP));
        }
    }

    private static Cell permits(Resource resource) {
        return resource.owned() == null
                ? Cell.text("")
                : Cell.count(resource.owned().permits());
    }

    /** What to act on. */
    List<Finding> findings() {
        return result.toActOn().stream().map(this::finding).toList();
    }

    private Finding finding(Verdict verdict) {
        Party first = verdict instanceof Verdict.Held held
                ? held.holder()
                : verdict.parties().getFirst();
        Frame site = Words.siteFrame(first);
        return new Finding(
                verdict.id(),
                verdict.isHang() ? Severity.PROBLEM : verdict.isOpen() ? Severity.WARNING : Severity.INFO,
                prefix + HangSentences.of(verdict, result),
                "",
                HangAdvice.of(verdict, result),
                site == null || Frames.isJdk(site.className()) ? null : Words.place(site));
    }
}
