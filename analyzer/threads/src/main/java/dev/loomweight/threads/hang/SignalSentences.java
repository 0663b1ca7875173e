package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is said of threads that wait for a signal, which is no hang that a dump could show. */
final class SignalSentences {

    private static final String ANYBODY = "; no owner can be known, since any thread may end";

    private SignalSentences() {}

    /**
     * The waits that are said where no hang is found, the most threads first: a sentence each, one for those that wait at the
     * same line for the same kind of signal.
     *
     * @param kinds what they wait for
     * @param explained the threads of which another sentence says more
     */
    static List<String> of(HangResult result, Set<WaitKind> kinds, Collection<Party> explained) {
        Map<List<Object>, List<HangVerdict.Unanswered>> alike = new LinkedHashMap<>();
        for (HangVerdict.Unanswered signal : result.others(HangVerdict.Unanswered.class)) {
            Party first = signal.waiters().getFirst();
            Resource resource = signal.resource();
            if (kinds.contains(resource.kind())
                    && first.waiting().site() >= 0
                    && !explained.containsAll(signal.waiters())) {
                // Of a join or a scope it is said which thread ends it.
                boolean one = resource.kind() == WaitKind.JOIN || resource.isScope() || resource.owned() != null;
                alike.computeIfAbsent(
                                List.of(resource.kind(), HangWords.shortSite(first), one ? resource : ""),
                                unused -> new ArrayList<>())
                        .add(signal);
            }
        }
        return alike.values().stream()
                .sorted(Comparator.comparingLong((List<HangVerdict.Unanswered> signals) ->
                                signals.stream().mapToLong(HangVerdict::waiting).sum())
                        .reversed())
                .map(signals -> signals.size() == 1 ? of(signals.getFirst(), result) : of(signals, result))
                .toList();
    }

    private static String of(List<HangVerdict.Unanswered> signals, HangResult result) {
        List<Party> waiters =
                signals.stream().flatMap(signal -> signal.waiters().stream()).toList();
        return HangSentences.sentence(HangSentences.waiters(waiters)) + " for "
                + signals.getFirst().resource().kind().words() + " each" + HangSentences.at(waiters)
                + HangSentences.in(result.moments(), result) + ANYBODY + " these waits.";
    }

    /** One of them in one sentence. */
    static String of(HangVerdict.Unanswered signal, HangResult result) {
        LockOwners.Owned owned = signal.resource().owned();
        String permits = owned == null
                ? ""
                : switch (signal.resource().kind()) {
                    case SEMAPHORE -> ", which has " + Amounts.count(owned.permits(), "permit") + " left";
                    case LATCH -> ", whose count is " + Amounts.count(owned.permits());
                    default -> "";
                };
        return HangSentences.sentence(HangSentences.waiters(signal.waiters())) + " for "
                + HangWords.shortResource(signal.resource()) + permits
                + HangSentences.at(signal.waiters()) + HangSentences.in(result.moments(), result)
                + ofOne(signal, result);
    }

    /** What ends it: any thread, or one that the dumps do not name. */
    private static String ofOne(HangVerdict.Unanswered signal, HangResult result) {
        Resource resource = signal.resource();
        if (resource.isScope()) {
            int subtasks = resource.holders().size();
            return ", of which " + Amounts.count(subtasks, "has", "have") + " not ended.";
        }
        boolean join = resource.kind() == WaitKind.JOIN;
        return !join
                ? ANYBODY + " this."
                : signal.resource().isOwnerKnown()
                        ? "; it is in the graph."
                        : result.hasOwners()
                                ? "; which thread that is, is neither in the thread dumps nor among the owners that were read."
                                : "; which thread that is, is in no thread dump"
                                        + (HangSentences.isTooOldForAgent(result)
                                                ? "."
                                                : ": the agent shows it (--agent).");
    }
}
