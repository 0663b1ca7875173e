package dev.loomweight.threads.hang;

import dev.loomweight.report.Amounts;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Exhausted pools in words. */
final class PoolSentences {

    private static final int MAX_SITES = 2;

    private PoolSentences() {}

    /** The verdict in one sentence. */
    static String of(HangVerdict.PoolExhausted pool, HangResult result) {
        String who = HangSentences.waiters(pool.waiters()) + " for " + HangWords.resource(pool.resource())
                + HangSentences.at(pool.waiters());
        boolean timed =
                pool.waiters().stream().allMatch(party -> party.waiting().timed());
        String limit = timed ? ", each until a time limit" : "";
        String same = HangSentences.in(result.moments(), result);
        return switch (pool.motion()) {
            case STUCK ->
                "Pool exhausted: " + who + limit + same + "; no thread of the application runs that could return one.";
            case UNDECIDED ->
                HangSentences.sentence(who) + limit + same + "; "
                        + (pool.mayReturn() == 0
                                ? "a virtual thread could return one: Thread.print shows those on carriers only."
                                        + holders(pool)
                                : Amounts.count(
                                                pool.mayReturn(),
                                                "thread that runs, sleeps or waits",
                                                "threads that run, sleep or wait")
                                        + " for input could return one (" + HangSentences.names(pool.someOfThem())
                                        + ")."
                                        + holders(pool));
            case ONE_DUMP -> HangSentences.sentence(who) + limit + "." + holders(pool);
            default ->
                HangSentences.sentence(who) + "; this changes from dump to dump"
                        + (timed ? ": some got an object, or gave up after their time limit." : ".");
        };
    }

    private static String holders(HangVerdict.PoolExhausted pool) {
        return " " + String.join(" ", details(pool));
    }

    /** Who may hold its objects, a sentence each. */
    static List<String> details(HangVerdict.PoolExhausted pool) {
        List<String> lines = new ArrayList<>();
        if (!pool.holders().isEmpty()) {
            Party first = pool.holders().getFirst();
            int size = pool.holders().size();
            lines.add(Amounts.count(size, "other thread") + " (" + HangSentences.names(pool.holders())
                    + ") may hold the pool's objects: " + (size == 1 ? "it is" : "they are")
                    + " further on in code that borrows"
                    + HangSentences.at(pool.holders()) + ", where " + (size == 1 ? "it " : "the first ")
                    + first.doing() + ".");
        }
        if (!pool.nested().isEmpty()) {
            int size = pool.nested().size();
            boolean all = size == pool.waiters().size();
            lines.add((all ? "All threads" : size + " of the threads") + " that wait for the pool ("
                    + HangSentences.names(pool.nested())
                    + ") may hold "
                    + (size == 1 ? "one already: it waits" : "one each already: they wait")
                    + " further on in code in which others wait for their first.");
        }
        if (lines.isEmpty()) {
            String others = others(pool.others());
            lines.add(
                    "Who has the pool's objects is in no dump: the threads that wait, which may have borrowed further out in their stacks, "
                            + (others.isEmpty() ? "" : "others of the application (" + others + "), ")
                            + "or none, if they were not returned.");
        }
        return lines;
    }

    /** Where other threads stand, those first that wait for threads, by how many there are. */
    private static String others(List<Party> others) {
        Map<String, List<Party>> sites = new LinkedHashMap<>();
        others.forEach(party -> sites.computeIfAbsent(HangWords.shortSite(party), site -> new ArrayList<>())
                .add(party));
        return sites.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, List<Party>> site) ->
                                !site.getValue().getFirst().waiting().kind().isForThreads())
                        .thenComparingInt(site -> -site.getValue().size()))
                .limit(MAX_SITES)
                .map(site -> site.getValue().size() + " " + HangWords.at(site.getKey()))
                .collect(Collectors.joining(", "));
    }
}
