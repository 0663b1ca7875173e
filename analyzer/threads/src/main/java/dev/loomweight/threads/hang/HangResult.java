package dev.loomweight.threads.hang;

import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found of a process.
 *
 * @param graphs of the moments, in the order of time; at least one
 * @param verdicts hangs first, the worst first
 * @param hasOwners whether a heap dump or the agent said who owns locks
 * @param parallelism how many carriers run virtual threads at once, or 0 where that is not known
 */
record HangResult(List<WaitGraph> graphs, List<HangVerdict> verdicts, boolean hasOwners, long parallelism) {

    /** Remarks on locks beyond these are in the table of locks alone. */
    private static final int MAX_REMARKS = 10;

    HangResult {
        graphs = List.copyOf(graphs);
        verdicts = List.copyOf(verdicts);
    }

    static HangResult of(List<WaitGraph> graphs, long parallelism, boolean hasOwners) {
        return of(graphs, parallelism, false, hasOwners);
    }

    /** @param virtualPollers whether pollers are known to be virtual threads, where no dump may show them */
    static HangResult of(List<WaitGraph> graphs, long parallelism, boolean virtualPollers, boolean hasOwners) {
        return new HangResult(graphs, new Judge(graphs, parallelism, virtualPollers).judge(), hasOwners, parallelism);
    }

    /** The moment that is judged. */
    WaitGraph last() {
        return graphs.getLast();
    }

    int moments() {
        return graphs.size();
    }

    List<HangVerdict> hangs() {
        return verdicts.stream().filter(HangVerdict::isHang).toList();
    }

    /** Verdicts of one kind that are no hangs. */
    <V extends HangVerdict> List<V> others(Class<V> type) {
        return verdicts.stream()
                .filter(verdict -> !verdict.isHang())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** What to act on: hangs, and of the rest the first that could be one or that a single dump leaves open. */
    List<HangVerdict> toActOn() {
        List<HangVerdict> chosen = new ArrayList<>();
        int remarks = 0;
        for (HangVerdict verdict : verdicts) {
            if (verdict.isHang() || (isRemark(verdict) && remarks++ < MAX_REMARKS)) {
                chosen.add(verdict);
            }
        }
        return chosen;
    }

    private boolean isRemark(HangVerdict verdict) {
        return (moments() == 1 && !(verdict instanceof HangVerdict.Unanswered))
                || verdict.isOfCarriers()
                || verdict instanceof HangVerdict.CarriersKept
                || verdict instanceof HangVerdict.Deadlock
                || verdict instanceof HangVerdict.LostWakeup
                || ((verdict instanceof HangVerdict.PoolExhausted
                                || verdict instanceof HangVerdict.Held
                                || verdict instanceof HangVerdict.OwnerUnknown
                                || verdict instanceof HangVerdict.FullPool)
                        && verdict.motion() == Motion.UNDECIDED);
    }

    /** Who has waited for input, in code that is not the JDK's, in all of several moments; who waits for others to call is left out. */
    List<Party> stillForInput() {
        if (moments() == 1) {
            return List.of();
        }
        Movement movement = new Movement(graphs);
        return last().parties().stream()
                .filter(party -> party.waiting().kind() == WaitKind.INPUT
                        && party.waiting().site() >= 0
                        && !ThreadWait.isListening(party.thread().stack())
                        && movement.isStill(party))
                .toList();
    }

    /** From the first to the last moment, or null where that is not known. */
    @Nullable
    Duration span() {
        List<Instant> times = new ArrayList<>();
        for (WaitGraph graph : graphs) {
            Instant time = graph.moment().time();
            if (time == null) {
                return null;
            }
            times.add(time);
        }
        return times.size() < 2 ? null : Duration.between(Collections.min(times), Collections.max(times));
    }

    /** Whether the application has not begun: its first thread has called nothing of Java in any of the moments. */
    boolean isBeforeMain() {
        return graphs.stream()
                .allMatch(graph -> graph.parties().stream()
                        .anyMatch(party -> party.thread().name().equals("main")
                                && !party.virtual()
                                && party.thread().frames().isEmpty()
                                && !isCutOff(graph, party)));
    }

    /** Thread.print has a state for each thread: one without it was the last of a dump that is cut off. */
    private static boolean isCutOff(WaitGraph graph, Party party) {
        return party.thread().state() == null && graph.moment().kinds().contains(DumpedThreads.Kind.PRINT);
    }

    /** Whether a dump says in which state threads are: JSON from JDK 25 on. */
    boolean hasStates() {
        return last().parties().stream()
                .anyMatch(party -> party.virtual() && party.thread().state() != null);
    }

    /** Whether monitors are in the dumps: of all threads from JDK 25 on, of platform threads in {@code Thread.print}. */
    boolean showsMonitors() {
        return has(Kind.PRINT)
                || last().parties().stream().anyMatch(party -> party.thread().state() != null);
    }

    /** Whether dumps that have states of virtual threads show their carriers, too; without states, frames do. */
    boolean showsCarriers() {
        return last().parties().stream()
                .noneMatch(party -> !party.thread().running().carrier().isKnown()
                        && party.thread().state() != null);
    }

    boolean hasVirtual() {
        return last().parties().stream().anyMatch(Party::virtual);
    }

    /** Whether every moment has the dump of some command. */
    boolean has(Kind kind) {
        return last().moment().kinds().contains(kind);
    }
}
