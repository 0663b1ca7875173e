package dev.loomweight.sample;

/**
 * {@code GC.heap_info} in the words of any collector and JDK, or the same lines inside {@code VM.info}. All amounts are
 * in bytes; -1 where the collector does not print them.
 *
 * @param collector the heap's name as printed, such as {@code garbage-first heap}; of two generations the younger
 * @param reservedBytes the most that the heap may become
 * @param committedBytes what is committed of it ("total" before JDK 25, "capacity" of ZGC)
 * @param usedBytes what objects take, dead ones included
 * @param from the heap's first address, or 0 where it is not printed
 * @param to the address after its last byte, or 0
 */
public record HeapInfo(String collector, long reservedBytes, long committedBytes, long usedBytes, long from, long to)
        implements Sample {}
