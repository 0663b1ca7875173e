package dev.loomweight.analysis.weight;

import dev.loomweight.sample.SystemMap;

/**
 * The stacks of a process as {@code System.map} sums them.
 *
 * @param count how many threads have a stack there
 * @param reservedBytes their address space, in bytes
 * @param residentBytes what is resident of it, in bytes
 * @param touched how many of them have at least {@link #SHADOW_ZONE_BYTES} resident
 */
record StackSizes(long count, long reservedBytes, long residentBytes, long touched) {

    /**
     * HotSpot's shadow zone: {@code -XX:StackShadowPages}, 20 pages of 4 KB by default on Linux x86-64. A thread whose
     * first method is interpreted touches all of it in advance; one whose first method is compiled does not.
     */
    static final long SHADOW_ZONE_BYTES = 20 * 4096;

    static StackSizes of(SystemMap map) {
        long reserved = 0;
        long resident = 0;
        long count = 0;
        long touched = 0;
        String last = "";
        for (SystemMap.Mapping mapping : map.mappings()) {
            if (mapping.isStack()) {
                reserved += mapping.sizeBytes();
                resident += mapping.residentBytes();
                touched += mapping.residentBytes() >= SHADOW_ZONE_BYTES ? 1 : 0;
                // A stack and its guard pages are neighbours with one name.
                count += mapping.info().equals(last) ? 0 : 1;
                last = mapping.info();
            }
        }
        return new StackSizes(count, reserved, resident, touched);
    }
}
