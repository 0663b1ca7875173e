package dev.loomweight.memory.reconcile;

import java.util.Comparator;
import java.util.List;

/**
 * The stacks of a process' threads.
 *
 * @param stacks one a thread, the heaviest first
 */
public record StackSizes(List<Stack> stacks) {

    /**
     * HotSpot's shadow zone: {@code -XX:StackShadowPages}, 20 pages of 4 KB by default on Linux x86-64. A thread whose
     * first method is interpreted touches all of it in advance; one whose first method is compiled does not.
     */
    public static final long SHADOW_ZONE_BYTES = 20 * 4096;

    public StackSizes {
        stacks = stacks.stream()
                .sorted(Comparator.comparingLong(Stack::residentBytes)
                        .reversed()
                        .thenComparing(Stack::name)
                        .thenComparingLong(Stack::reservedBytes))
                .toList();
    }

    /**
     * The stack of a thread.
     *
     * @param name the thread's number at the system and its name, as System.map has them; empty where it is not known
     * @param reservedBytes its address space, in bytes
     * @param residentBytes what is resident of it, in bytes
     */
    public record Stack(String name, long reservedBytes, long residentBytes) {}

    /** How many threads have a stack. */
    public long count() {
        return stacks.size();
    }

    /** The address space of all, in bytes. */
    public long reservedBytes() {
        return stacks.stream().mapToLong(Stack::reservedBytes).sum();
    }

    /** What is resident of all, in bytes. */
    public long residentBytes() {
        return stacks.stream().mapToLong(Stack::residentBytes).sum();
    }

    /** How many have at least {@link #SHADOW_ZONE_BYTES} resident. */
    public long touched() {
        return stacks.stream()
                .filter(stack -> stack.residentBytes() >= SHADOW_ZONE_BYTES)
                .count();
    }

    /** What is resident of the one that stands at that part of the order from the lightest, 0 to 1, in bytes. */
    public long residentAt(double quantile) {
        if (stacks.isEmpty()) {
            return 0;
        }
        int place = (int) Math.ceil(quantile * stacks.size()) - 1;
        return stacks.get(stacks.size() - 1 - Math.max(0, place)).residentBytes();
    }
}
