package dev.loomweight.memory.reconcile;

import java.util.Comparator;
import java.util.List;

/**
 * The stacks of a process' threads.
 *
 * @param stacks one per thread, the largest first
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
     * @param name the system's thread id and the name, as in System.map; empty where they are not known
     * @param reservedBytes its address space, in bytes
     * @param residentBytes its resident memory, in bytes
     */
    public record Stack(String name, long reservedBytes, long residentBytes) {

        /** The name of the thread, as {@link #nameInMap} has it; empty where it is not known. */
        public String threadName() {
            return name.substring(name.indexOf('-') + 1);
        }
    }

    /** A thread's name as System.map prints it: with dashes for blanks. */
    public static String nameInMap(String threadName) {
        return threadName.replace(' ', '-');
    }

    /** The number of stacks. */
    public long count() {
        return stacks.size();
    }

    /** The address space of all, in bytes. */
    public long reservedBytes() {
        return stacks.stream().mapToLong(Stack::reservedBytes).sum();
    }

    /** The resident memory of all, in bytes. */
    public long residentBytes() {
        return stacks.stream().mapToLong(Stack::residentBytes).sum();
    }

    /** The number of stacks with at least {@link #SHADOW_ZONE_BYTES} resident. */
    public long touched() {
        return stacks.stream()
                .filter(stack -> stack.residentBytes() >= SHADOW_ZONE_BYTES)
                .count();
    }

    /** The resident size at a quantile, 0 to 1, in bytes. */
    public long residentAt(double quantile) {
        if (stacks.isEmpty()) {
            return 0;
        }
        int place = (int) Math.ceil(quantile * stacks.size()) - 1;
        return stacks.get(stacks.size() - 1 - Math.max(0, place)).residentBytes();
    }
}
