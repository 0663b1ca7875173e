package dev.loomweight.pins.carriers;

import dev.loomweight.fold.SampledShare;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.kernel.stacks.StackTrees.MarkedStack;
import dev.loomweight.sample.ThreadRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What ran on the carriers of one process, by site: the application's innermost method and what it called.
 *
 * @param kind what took the samples
 * @param sites the most frequent first
 * @param stacks the stacks of virtual threads, each in the group of its site
 * @param count how many samples there are
 * @param weight what they weigh together: their processor time, or their number where they have none
 */
record RanSites(SampledStacks.Kind kind, List<Site> sites, List<MarkedStack> stacks, long count, long weight) {

    /** Fewer samples say nothing of what usually ran. */
    private static final int MIN_SAMPLES = 20;

    RanSites {
        sites = List.copyOf(sites);
        stacks = List.copyOf(stacks);
    }

    /**
     * One site.
     *
     * @param what what its stacks show; of several callers, the most frequent
     * @param line the line that most of its samples have, or -1
     * @param count how many samples
     * @param weight what they weigh
     * @param thread the only virtual thread that ran it; null where there were several, or that is not known
     */
    record Site(
            RanStack what,
            int line,
            long count,
            long weight,
            @Nullable ThreadRef thread) {

        /** Which thread ran all of it, as what a sentence ends with; nothing where that is not known of one. */
        String byThread() {
            return thread == null ? "" : ", all of it by " + thread.words();
        }

        /** The method with its line. */
        String label() {
            return line > 0 ? what.method() + ":" + line : what.method();
        }
    }

    private record Key(String method, @Nullable CodePlace called, RanStack.Way way) {}

    private static final class Gathered {
        private long count;
        private long weight;
        private @Nullable ThreadRef thread;
        private final Map<Integer, Long> lines = new TreeMap<>();
        private final Map<String, Long> callers = new TreeMap<>();
        private final RanStack first;

        private Gathered(RanStack first) {
            this.first = first;
        }

        private void add(RanStack what, long samples, long weighs, @Nullable ThreadRef by) {
            thread = count == 0 ? by : SampledStacks.only(thread, by);
            count += samples;
            weight += weighs;
            CodePlace own = what.own();
            lines.merge(own == null ? -1 : own.line(), weighs, Long::sum);
            callers.merge(what.caller(), weighs, Long::sum);
        }

        private Site site() {
            RanStack what = new RanStack(first.method(), first.own(), first.called(), most(callers, ""), first.way());
            return new Site(what, most(lines, -1), count, weight, thread);
        }

        private static <K> K most(Map<K, Long> all, K none) {
            return all.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(none);
        }
    }

    /**
     * The sites of some samples.
     *
     * @param own prefixes of the application's own classes; may be empty
     */
    static RanSites of(SampledStacks samples, SampledStacks.Kind kind, List<String> own) {
        Map<Key, Gathered> sites = new HashMap<>();
        Map<MarkedKey, Sum> stacks = new HashMap<>();
        long[] sum = new long[2];
        samples.forEach(kind, (lines, virtual, count, nanos, thread) -> {
            RanStack what = RanStack.of(lines.stack().frames(), virtual, own);
            long weighs = kind == SampledStacks.Kind.PROCESSOR_TIME ? nanos : count;
            sites.computeIfAbsent(new Key(what.method(), what.called(), what.way()), key -> new Gathered(what))
                    .add(what, count, weighs, thread);
            if (what.way() != RanStack.Way.SWITCHES) {
                stacks.merge(new MarkedKey(what.method(), lines), new Sum(count, weighs, 0), Sum::plus);
            }
            sum[0] += count;
            sum[1] += weighs;
        });
        List<Site> sorted = new ArrayList<>();
        sites.values().forEach(site -> sorted.add(site.site()));
        sorted.sort(Comparator.comparingLong(Site::weight)
                .reversed()
                .thenComparing(site -> site.what().method())
                .thenComparing(site -> site.what().called(), Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(site -> site.what().way()));
        List<MarkedStack> marked = new ArrayList<>();
        stacks.forEach((key, total) -> marked.add(new MarkedStack(key.group, key.lines, total, Set.of(), null)));
        return new RanSites(kind, sorted, marked, sum[0], sum[1]);
    }

    private record MarkedKey(String group, StackLines lines) {}

    /** The most frequent site of virtual threads; of the scheduler where there is none. There must be samples. */
    Site top() {
        return sites.stream()
                .filter(site -> site.what().way() != RanStack.Way.SWITCHES)
                .findFirst()
                .orElse(sites.getFirst());
    }

    /** The same; null where there are too few samples to say what usually ran. */
    @Nullable
    Site usual() {
        return areFew() ? null : top();
    }

    /** What part of the weight a site has, from 0 to 1. */
    double part(Site site) {
        return weight == 0 ? 0 : (double) site.weight() / weight;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether there are too few to say what usually ran. */
    boolean areFew() {
        return count < MIN_SAMPLES;
    }

    /** What part of the samples a site has, by number, with its error. */
    SampledShare share(Site site) {
        return SampledShare.of(site.count(), count);
    }

    /** How many samples of some ways there are. */
    long countOf(Set<RanStack.Way> ways) {
        return sites.stream()
                .filter(site -> ways.contains(site.what().way()))
                .mapToLong(Site::count)
                .sum();
    }

    /** The stacks, with their part of a time in nanoseconds. */
    List<MarkedStack> stacksOver(long nanos) {
        double scale = weight == 0 ? 0 : (double) nanos / weight;
        return stacks.stream()
                .map(stack -> new MarkedStack(
                        stack.group(),
                        stack.lines(),
                        new Sum(stack.total().count(), Math.round(stack.total().nanos() * scale), 0),
                        stack.holders(),
                        stack.blocker()))
                .toList();
    }
}
