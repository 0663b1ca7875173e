package dev.loomweight.threads.hang;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.kernel.faults.Build;
import dev.loomweight.kernel.faults.Fact;
import dev.loomweight.kernel.faults.Facts;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.faults.Match;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which known faults of the JDK the verdicts on a process are. */
final class HangFaults {

    private static final String LOST_WAKEUP = "lostWakeup";
    private static final String UNDECIDED = "whether these threads have gone on meanwhile is not known";

    private final KnownFaults faults;
    private final HangResult result;
    private final Set<String> said = new HashSet<>();

    HangFaults(KnownFaults faults, HangResult result) {
        this.faults = faults;
        this.result = result;
    }

    /**
     * The faults that a verdict is or may be, each of them once for a process; the certain one alone where there is one. What
     * may be no hang is no fault for certain.
     *
     * @param severity how severe the verdict itself is
     */
    List<Finding> of(HangVerdict verdict, Severity severity) {
        List<Match> matches = faults.match(KnownFaults.HANG, facts(verdict), build()).stream()
                .map(match -> verdict.isHang() ? match : match.uncertain(UNDECIDED))
                .toList();
        boolean certain = !matches.isEmpty() && matches.getFirst().certain();
        List<Finding> findings = new ArrayList<>();
        for (Match match : matches) {
            if ((match.certain() || !certain) && said.add(match.fault().id())) {
                findings.add(FaultFindings.of(
                        match,
                        (verdict.isHang() ? "This hang (" : "This wait (")
                                + (verdict instanceof HangVerdict.Unanswered ? "" : HangReport.words(verdict) + " of ")
                                + HangSentences.names(verdict.parties()) + ")",
                        severity));
            }
        }
        return findings;
    }

    /**
     * The faults of this build that threads may have met of which the dumps do not show whether they could go on: one finding
     * each.
     */
    List<Finding> undecided() {
        record Faulty(Match match, Set<Party> waiting) {}
        Map<String, Faulty> faulty = new LinkedHashMap<>();
        for (HangVerdict.Unanswered signal :
                result.hasOwners() ? List.<HangVerdict.Unanswered>of() : result.others(HangVerdict.Unanswered.class)) {
            Facts lost = facts(signal).with(Fact.VERDICT, LOST_WAKEUP);
            for (Match match : faults.match(KnownFaults.HANG, lost, build())) {
                // What alone is missing is whether what they wait for is there.
                if (match.fault().signs().certain() && match.missing().size() == 1) {
                    Set<Party> waiting = faulty.computeIfAbsent(
                                    match.fault().id(), unused -> new Faulty(match, new LinkedHashSet<>()))
                            .waiting();
                    signal.waiters().stream().filter(Party::virtual).forEach(waiting::add);
                }
            }
        }
        return faulty.values().stream()
                .map(one -> FaultFindings.undecided(one.match, HangSentences.waiters(List.copyOf(one.waiting))))
                .toList();
    }

    private Build build() {
        return Build.of(result.last().moment().runtime());
    }

    private Facts facts(HangVerdict verdict) {
        List<Party> parties = verdict.parties();
        Facts facts = new Facts()
                .with(Fact.VERDICT, verdict.id())
                .with(
                        Fact.WAIT,
                        parties.stream()
                                .map(party -> party.waiting().kind().name())
                                .toList())
                .with(
                        Fact.FRAMES,
                        parties.stream()
                                .flatMap(party -> party.thread().frames().stream())
                                .map(Frame::method)
                                .collect(Collectors.toSet()))
                .with(
                        Fact.THREADS,
                        parties.stream()
                                .map(party -> party.virtual() ? "virtual" : "platform")
                                .toList());
        if (verdict instanceof HangVerdict.LostWakeup) {
            facts.with(Fact.LOCK, "free");
        }
        if (verdict instanceof HangVerdict.OwnerUnknown unknown) {
            facts.with(Fact.OWNER, unknown.candidates() ? "candidate" : "none");
        }
        if (verdict instanceof HangVerdict.CarriersExhausted exhausted
                && !exhausted.forPollers().isEmpty()) {
            facts.with(Fact.POLLERS, "virtual");
        }
        if (verdict instanceof HangVerdict.FullPool || verdict instanceof HangVerdict.Unanswered) {
            pool(parties, facts);
        }
        if (result.parallelism() > 0) {
            facts.with(Fact.PROCESSORS, Long.toString(result.parallelism()));
        }
        if (result.last().moment().kinds().contains(DumpedThreads.Kind.PRINT)) {
            facts.with(Fact.DEBUGGER, result.last().moment().debugged() ? "yes" : "no");
        }
        carriers(facts);
        return facts;
    }

    /** The pool that the threads are workers of, and how many it has. */
    private void pool(List<Party> parties, Facts facts) {
        String workers = CarrierNames.workersOf(parties.getFirst().thread().name());
        if (!CarrierNames.isWorker(parties.getFirst().thread().name())) {
            return;
        }
        long all = result.last().parties().stream()
                .filter(party -> party.thread().name().startsWith(workers))
                .count();
        facts.with(Fact.POOL, workers.substring(0, workers.indexOf('-'))).with(Fact.WORKERS, Long.toString(all));
    }

    /** Carriers of a scheduler with other names are not found: mounted threads show that there are some. */
    private void carriers(Facts facts) {
        boolean alive = false;
        boolean busy = false;
        for (Party party : result.last().parties()) {
            busy |= party.mounted() || party.isCarrying();
            alive |= !party.virtual()
                    && !CarrierNames.poolOf(party.thread().name()).isEmpty();
        }
        facts.with(Fact.CARRIERS, busy ? "busy" : alive ? "idle" : "none");
    }
}
