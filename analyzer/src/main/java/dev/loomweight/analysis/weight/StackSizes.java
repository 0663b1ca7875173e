package dev.loomweight.analysis.weight;

import dev.loomweight.sample.SystemMap;

/**
 * The stacks of a process as {@code System.map} sums them.
 *
 * @param count how many threads have a stack there
 * @param reservedBytes their address space, in bytes
 * @param residentBytes what is resident of it, in bytes
 */
record StackSizes(long count, long reservedBytes, long residentBytes) {

    static StackSizes of(SystemMap map) {
        long reserved = 0;
        long resident = 0;
        long count = 0;
        String last = "";
        for (SystemMap.Mapping mapping : map.mappings()) {
            if (mapping.isStack()) {
                reserved += mapping.sizeBytes();
                resident += mapping.residentBytes();
                // A stack and its guard pages are neighbours with one name.
                count += mapping.info().equals(last) ? 0 : 1;
                last = mapping.info();
            }
        }
        return new StackSizes(count, reserved, resident);
    }
}
