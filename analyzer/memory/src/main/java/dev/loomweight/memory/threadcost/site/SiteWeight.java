package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.memory.threadcost.estimate.StackModel;
import dev.loomweight.report.Amounts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one kind that stand at one place, at the last moment.
 *
 * @param common what they have in common
 * @param caller the frame further out by which it differs from others of the same place; empty where there is no other
 * @param leastFrames the frames of the least deep of them
 * @param mostFrames the frames of the deepest
 * @param weight what they weigh
 * @param each what one of them weighs
 * @param shared what several of them hold together and nobody else does, in bytes; it is not in {@code weight}
 * @param grown how they grew since an earlier moment, or null where there is none
 * @param named who they are
 */
record SiteWeight(
        Common common,
        String caller,
        int leastFrames,
        int mostFrames,
        Weight weight,
        Each each,
        long shared,
        @Nullable SiteGrowth grown,
        Named named) {

    /**
     * Which threads those of a site are.
     *
     * @param names their names with N for each number, those of most threads first, as far as they are known
     * @param keys their stacks
     */
    record Named(List<String> names, Set<SameStack.Key> keys) {

        Named {
            names = List.copyOf(names);
            keys = Set.copyOf(keys);
        }
    }

    private static final int MAX_NAMES = 2;

    /** Names of threads as people read them: two of them, and how many others; empty where none is known. */
    static String words(List<String> names) {
        String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        int others = names.size() - MAX_NAMES;
        return others <= 0 ? first : first + " and " + Amounts.count(others, "other");
    }

    /** Names of threads, those of most threads first. */
    static List<String> sorted(Map<String, Long> names) {
        return names.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The stacks. */
    Set<SameStack.Key> keys() {
        return named.keys;
    }

    /**
     * What threads that stand at one place have in common.
     *
     * @param place the frame; null where the stack is not known
     * @param waits what they wait for; null where the stack is not known
     * @param virtual whether they are virtual threads
     */
    record Common(@Nullable CodePlace place, @Nullable WaitKind waits, boolean virtual) {}

    /**
     * What one thread weighs, in bytes.
     *
     * @param median half of them weigh at most so much; {@link Weight#UNKNOWN} where they were not measured
     * @param p95 of 100 of them 95 weigh at most so much; {@link Weight#UNKNOWN} where they were not measured
     */
    record Each(long median, long p95) {

        static final Each UNKNOWN = new Each(Weight.UNKNOWN, Weight.UNKNOWN);
    }

    /** What they weigh together, at least, in bytes. */
    long least() {
        return weight.least() + shared;
    }

    /** What they weigh together, at most, in bytes. */
    long most() {
        return weight.most() + shared;
    }

    /** Whether it is known what they weigh. */
    boolean isWeighed() {
        return weight.stackMost() != Weight.UNKNOWN || weight.own() != Weight.UNKNOWN;
    }

    /**
     * What they would take as threads of the other kind, in bytes: virtual ones outside the heap, platform ones in it. Null
     * for few threads, and of virtual ones of which the stack chunks are not known.
     */
    StackModel.@Nullable Range asOtherKind() {
        long threads = weight.threads();
        double frames = (leastFrames + mostFrames) / 2.0;
        if (threads < StackModel.FEWEST || frames == 0) {
            return null;
        }
        if (!common.virtual) {
            return StackModel.asVirtual(
                    threads, frames, weight.stackMost() == Weight.UNKNOWN ? -1 : weight.stackMost() / threads);
        }
        return weight.stackMost() == Weight.UNKNOWN
                ? null
                : StackModel.asPlatform(
                        threads, frames, (double) weight.stackLeast() / threads, (double) weight.stackMost() / threads);
    }

    /** The same with an interval for their stacks. */
    SiteWeight withStacks(long stackLeast, long stackMost) {
        Weight bounded = Weight.ofStacks(weight.threads(), stackLeast, stackMost);
        return new SiteWeight(common, caller, leastFrames, mostFrames, bounded, each, shared, grown, named);
    }

    /** The same with its growth. */
    SiteWeight with(@Nullable SiteGrowth found) {
        return new SiteWeight(common, caller, leastFrames, mostFrames, weight, each, shared, found, named);
    }
}
