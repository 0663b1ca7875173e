package dev.loomweight.threads.hang;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The report on one process: sentences, tables and findings. */
final class HangReport {

    private static final int TOP = 10;
    private static final int MAX_SENTENCES = 12;
    private static final int MAX_SIGNALS = 2;

    /** Signals that somebody was meant to give once; those of queues and of conditions are given all the time. */
    private static final Set<WaitKind> SAID =
            EnumSet.of(WaitKind.LATCH, WaitKind.SEMAPHORE, WaitKind.TASK, WaitKind.JOIN, WaitKind.BARRIER);

    /** What threads wait for without being in a hang, and who has it; null where that is not known. */
    private record Awaited(
            HangVerdict verdict,
            @Nullable Resource resource,
            @Nullable Party owner) {

        private Party first() {
            return verdict.parties().getFirst();
        }
    }

    private static final Rows<Awaited> LOCKS = Rows.of(Awaited.class)
            .text("lock", "Lock", lock -> lock.resource == null ? "the carriers" : HangWords.resource(lock.resource))
            .count("waiting", "Waiting", lock -> lock.verdict.waiting())
            .bar()
            .text("at", "At", lock -> HangWords.site(lock.first()))
            .column(
                    "holder",
                    "Holder",
                    lock -> lock.owner == null ? unknown(lock.resource) : Cell.text(HangWords.thread(lock.owner)))
            .text("holderAt", "Holder at", lock -> lock.owner == null ? null : HangWords.site(lock.owner))
            .text("motion", "Over the dumps", lock -> lock.verdict.motion().words())
            .top(TOP)
            .brief("lock", "waiting", "holder", "motion");

    private static final Rows<HangVerdict.Unanswered> SIGNALS = Rows.of(HangVerdict.Unanswered.class)
            .text("waitsFor", "Waits for", signal -> HangWords.resource(signal.resource()))
            .count("threads", "Threads", HangVerdict.Unanswered::waiting)
            .bar()
            .text(
                    "thread",
                    "One of them",
                    signal -> HangWords.thread(signal.waiters().getFirst()))
            .text("at", "At", signal -> HangWords.site(signal.waiters().getFirst()))
            .column("permits", "Count", signal -> permits(signal.resource()))
            .top(TOP);

    private final HangResult result;
    private final WaitGraph graph;
    private final Among among;
    private final List<String> unread;
    private final HangFaults faults;
    private final Set<Integer> holders = new HashSet<>();

    /**
     * A report.
     *
     * @param unread what is missing of the dumps, a sentence each
     * @param faults which known faults a hang can be
     */
    HangReport(HangResult result, Among among, List<String> unread, KnownFaults faults) {
        this.faults = new HangFaults(faults, result);
        this.unread = List.copyOf(unread);
        this.result = result;
        this.graph = result.last();
        this.among = among;
    }

    /** That there is no hang, or what the hangs consist of. */
    List<String> headline() {
        List<String> sentences = new ArrayList<>();
        List<HangVerdict> hangs = result.hangs();
        if (hangs.isEmpty()) {
            List<Party> explained = new ArrayList<>();
            result.verdicts().stream().filter(HangVerdict::isOpen).limit(1).forEach(open -> {
                explained.addAll(open.parties());
                sentences.add(among.words(HangSentences.of(open, result)));
                if (open.isOfCarriers()) {
                    HangSentences.details(open, result).forEach(line -> sentences.add(among.words(line)));
                }
            });
            sentences.add(among.words(HangSentences.none(result)));
            SignalSentences.of(result, SAID, explained).stream()
                    .limit(MAX_SIGNALS)
                    .forEach(signals -> sentences.add(among.words(signals)));
            HangSentences.forInput(result).forEach(line -> sentences.add(among.words(line)));
            if (result.moments() > 1) {
                sentences.add(among.words(HangSentences.NEXT));
            }
        }
        for (HangVerdict hang : hangs) {
            // The verdict itself is a finding, which stands above.
            HangSentences.details(hang, result).forEach(line -> sentences.add(among.words(line)));
        }
        return sentences.size() <= MAX_SENTENCES ? sentences : sentences.subList(0, MAX_SENTENCES);
    }

    List<Block> waits() {
        List<Wait> waits = new ArrayList<>();
        for (HangVerdict hang : result.hangs()) {
            addWaits(hang, waits);
        }
        return List.copyOf(rows().some(among.id("hangs"), among.words("Who waits for whom"), waits).stream()
                .toList());
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>(waits());
        blocks.add(HangPicture.of(result, among));
        addLocks(blocks);
        addSignals(blocks);
        OtherThreads.of(result, among).ifPresent(blocks::add);
        List<String> limits = new ArrayList<>(HangSentences.limits(result));
        limits.addAll(unread);
        Note.some(among.id("limits"), among.words("What could not be known"), limits)
                .ifPresent(blocks::add);
        return blocks;
    }

    /**
     * Threads that wait alike.
     *
     * @param holder who has it, or null where that is not known
     */
    private record Wait(
            HangVerdict verdict,
            List<Party> same,
            @Nullable Resource resource,
            @Nullable Holder holder) {

        private Party first() {
            return same.getFirst();
        }

        /** Whether they are those that could run and have no carrier. */
        private boolean isReady() {
            return verdict instanceof HangVerdict.CarriersExhausted && !first().mounted();
        }
    }

    private Rows<Wait> rows() {
        return Rows.of(Wait.class)
                .text(
                        "thread",
                        "Thread",
                        wait -> HangWords.thread(wait.first()) + (wait.same.size() == 1 ? "" : " and others"))
                .count("threads", "Threads", wait -> wait.same.size())
                .text(
                        "waitsFor",
                        "Waits for",
                        wait -> wait.resource != null
                                ? HangWords.resource(wait.resource)
                                : wait.isReady()
                                        ? WaitKind.CARRIER.words()
                                        : wait.first().waiting().kind().words())
                .text("at", "At", wait -> HangWords.site(wait.first()))
                .column("heldBy", "Held by", this::heldBy)
                .text("heldAt", "Holder at", this::heldAt)
                .text(
                        "source",
                        "Owner from",
                        wait -> wait.holder == null
                                ? null
                                : wait.holder.source().words())
                .text("verdict", "Verdict", wait -> words(wait.verdict))
                .brief("thread", "waitsFor", "at", "heldBy");
    }

    private Cell heldBy(Wait wait) {
        return wait.holder != null
                ? Cell.text(HangWords.thread(graph.party(wait.holder.thread())))
                : wait.verdict instanceof HangVerdict.LostOwner
                        ? Cell.text("a thread that has ended")
                        : unknown(wait.resource);
    }

    private void addWaits(HangVerdict verdict, List<Wait> waits) {
        if (verdict instanceof HangVerdict.Deadlock deadlock) {
            deadlock.cycle()
                    .forEach(link ->
                            waits.add(new Wait(verdict, List.of(link.waiter()), link.resource(), link.holder())));
            return;
        }
        record Alike(@Nullable Resource resource, @Nullable Frame site, boolean holds) {}
        Map<Alike, List<Party>> alike = new LinkedHashMap<>();
        List<Party> parties = new ArrayList<>(verdict.parties());
        if (verdict instanceof HangVerdict.Held held) {
            // A thread that holds several locks is there once.
            if (holders.add(held.holder().index())) {
                parties.addFirst(held.holder());
            }
        } else if (verdict instanceof HangVerdict.CarriersExhausted exhausted) {
            parties.addAll(exhausted.ready());
        }
        for (Party party : parties) {
            boolean ready = verdict instanceof HangVerdict.CarriersExhausted && !party.mounted();
            Alike key = new Alike(ready ? null : graph.waitsFor(party.index()), party.siteFrame(), party.mounted());
            alike.computeIfAbsent(key, unused -> new ArrayList<>()).add(party);
        }
        alike.forEach((key, same) -> {
            Resource resource = key.resource();
            waits.add(new Wait(verdict, same, resource, resource == null ? null : holder(resource)));
        });
    }

    private static @Nullable Holder holder(Resource resource) {
        Holder owner = resource.owner();
        return owner != null || resource.holders().size() != 1
                ? owner
                : resource.holders().getFirst();
    }

    private static Cell unknown(@Nullable Resource resource) {
        return resource == null
                ? Cell.text("")
                : Cell.absent(
                        resource.kind() == WaitKind.POOL
                                ? "who has its objects is in no dump"
                                : resource.isFree()
                                        ? "no thread owns it"
                                        : resource.kind().isExclusive()
                                                ? "its owner is in no dump"
                                                : resource.isScope()
                                                        ? "several subtasks have not ended"
                                                        : "any thread may end this wait: there is no owner");
    }

    private @Nullable String heldAt(Wait wait) {
        Holder holder = wait.holder;
        if (holder == null) {
            return null;
        }
        Party owner = graph.party(holder.thread());
        return holder.depth() < 0 ? HangWords.site(owner) : HangWords.frame(owner, holder.depth());
    }

    /** A verdict in one or two words. */
    static String words(HangVerdict verdict) {
        return switch (verdict) {
            case HangVerdict.Deadlock deadlock ->
                deadlock.isTimed() ? "deadlock until a timeout" : deadlock.certain() ? "deadlock" : "possible deadlock";
            case HangVerdict.CarriersExhausted exhausted -> "carriers exhausted";
            case HangVerdict.CarriersKept kept -> "carriers kept";
            case HangVerdict.Overlooked overlooked -> "overlooked by the scheduler";
            case HangVerdict.LostOwner lost -> "lost owner";
            case HangVerdict.LostWakeup lost -> "lost wake-up";
            case HangVerdict.FullPool pool -> "full pool";
            case HangVerdict.PoolExhausted pool -> "pool exhausted";
            case HangVerdict.Held held -> held.isOfClasses() ? "class loading waits" : "one lock, many waiters";
            case HangVerdict.OwnerUnknown unknown -> "lock not released";
            case HangVerdict.Unanswered signal -> "no owner can be known";
        };
    }

    private void addLocks(List<Block> blocks) {
        List<Awaited> locks = new ArrayList<>();
        for (HangVerdict verdict : result.verdicts()) {
            if (!verdict.isHang()
                    && !(verdict instanceof HangVerdict.Unanswered)
                    && !(verdict instanceof HangVerdict.CarriersKept)) {
                Party first = verdict.parties().getFirst();
                Resource resource = verdict.isOfCarriers() ? null : graph.waitsFor(first.index());
                Holder holder = resource == null ? null : holder(resource);
                locks.add(new Awaited(verdict, resource, holder == null ? null : graph.party(holder.thread())));
            }
        }
        LOCKS.some(among.id("locks"), among.words("Locks that threads wait for, no hang"), locks)
                .ifPresent(blocks::add);
    }

    private void addSignals(List<Block> blocks) {
        String footnote = result.moments() == 1
                ? "Any thread may end such a wait, so no dump shows whether one will."
                : "Nothing changed in " + result.moments()
                        + " dumps. Any thread may end such a wait, so no owner can be"
                        + " known: this is usual for threads that wait for work or for the end of the program.";
        SIGNALS.some(
                        among.id("signals"),
                        among.words("Waits for a signal: no owner can be known"),
                        result.others(HangVerdict.Unanswered.class),
                        List.of(footnote))
                .ifPresent(blocks::add);
    }

    private static Cell permits(Resource resource) {
        return resource.owned() == null
                ? Cell.text("")
                : Cell.count(resource.owned().permits());
    }

    /** What to act on. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (HangVerdict verdict : result.toActOn()) {
            findings.add(finding(verdict));
            findings.addAll(faults.of(verdict, severity(verdict)));
        }
        // Such a wait is usual, and a fault only where the signature says so.
        result.others(HangVerdict.Unanswered.class)
                .forEach(signal -> findings.addAll(faults.of(signal, severity(signal))));
        findings.addAll(faults.undecided());
        return findings;
    }

    /** The hangs alone, for an overview: how the program was when it was last seen. */
    List<Finding> hangs() {
        return findings().stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .map(Finding::atEnd)
                .toList();
    }

    static Severity severity(HangVerdict verdict) {
        return verdict.isHang() ? Severity.PROBLEM : verdict.isOpen() ? Severity.WARNING : Severity.INFO;
    }

    private Finding finding(HangVerdict verdict) {
        Party first = verdict instanceof HangVerdict.Held held
                ? held.holder()
                : verdict.parties().getFirst();
        Frame site = first.siteFrame();
        return new Finding(
                verdict.id(),
                severity(verdict),
                among.words(HangSentences.of(verdict, result)),
                "",
                HangAdvice.of(verdict, result),
                site == null || JvmNames.isJdk(site.className()) ? null : HangWords.place(site));
    }
}
