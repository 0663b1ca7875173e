package dev.loomweight.memory.sizing;

import dev.loomweight.amount.Sizes;
import dev.loomweight.memory.sizing.Proposal.Flag;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The sizes with which a command tells its JVM to begin. A JVM does not start where one of them is larger than the limit
 * that is proposed for it, so that a smaller one belongs to the flags.
 *
 * @param options the options that set them, the last of each counts
 */
record OwnSizes(List<String> options) {

    /** The options that set the size with which the heap begins. */
    private static final List<String> HEAP = List.of("-Xms", "-XX:InitialHeapSize=", "-XX:MinHeapSize=");

    /** What sets a size, the flag that limits it, and the flag that lowers it. */
    private record Pair(List<String> set, String limit, String lowers) {}

    private static final List<Pair> PAIRS = List.of(
            // It also sets the smallest heap.
            new Pair(HEAP, "-Xmx", "-Xms"),
            new Pair(List.of("-XX:SoftMaxHeapSize="), "-Xmx", "-XX:SoftMaxHeapSize="),
            new Pair(List.of("-XX:InitialCodeCacheSize="), "-XX:ReservedCodeCacheSize=", "-XX:InitialCodeCacheSize="));

    OwnSizes {
        options = List.copyOf(options);
    }

    /** Those in the words of a command. */
    static OwnSizes of(List<String> words) {
        return new OwnSizes(words);
    }

    /**
     * The flags that go with others, so that the JVM starts.
     *
     * @param flags the limits that are proposed
     */
    List<Flag> lowered(List<Flag> flags) {
        List<Flag> lowered = new ArrayList<>();
        for (Pair pair : PAIRS) {
            OptionalLong limit = size(flags.stream().map(Flag::text).toList(), pair.limit);
            pair.set.stream()
                    .map(set -> Map.entry(set, size(options, set)))
                    .filter(one -> limit.isPresent()
                            && one.getValue().isPresent()
                            && one.getValue().getAsLong() > limit.getAsLong())
                    .findFirst()
                    .ifPresent(one -> lowered.add(new Flag(
                            pair.lowers + (limit.getAsLong() >> 20) + "m",
                            "the command sets " + name(one.getKey()) + " to "
                                    + Amounts.bytes(one.getValue().getAsLong())
                                    + "; a JVM does not start where that is more than "
                                    + name(pair.limit))));
        }
        return lowered;
    }

    private static String name(String option) {
        return option.replaceAll("^-XX:|=$", "");
    }

    private static OptionalLong size(List<String> words, String option) {
        OptionalLong size = OptionalLong.empty();
        for (String word : words) {
            if (word.startsWith(option)) {
                String written = word.substring(option.length());
                try {
                    // To the JVM, a number alone is bytes.
                    size = OptionalLong.of(Sizes.parse(written.matches("\\d+") ? written + "b" : written));
                } catch (IllegalArgumentException e) {
                    // The JVM refuses it, too.
                }
            }
        }
        return size;
    }
}
