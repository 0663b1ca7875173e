package dev.loomweight.sample;

import java.util.List;

/**
 * {@code System.map}: the process' mappings with the JVM's own names, JDK 21 (updates) and later, on Linux. The only
 * source of the true resident size of each thread's stack.
 *
 * @param mappings in the order of addresses
 */
public record SystemMap(List<Mapping> mappings) implements Sample {

    public SystemMap {
        mappings = List.copyOf(mappings);
    }

    /**
     * One mapping.
     *
     * @param from its first address
     * @param to the address after its last byte
     * @param sizeBytes its address space, in bytes
     * @param residentBytes what is resident of it, in bytes
     * @param protection as in {@code /proc/PID/maps}, such as {@code rw-p}; {@code ---p} cannot be touched
     * @param info what the JVM says that it is, such as {@code JAVAHEAP} or {@code STACK-1234-main}; {@code -} where
     *     it does not know
     * @param file the mapped file, or {@code -}
     */
    public record Mapping(
            long from, long to, long sizeBytes, long residentBytes, String protection, String info, String file) {

        /** Whether it belongs to the stack of a thread that the JVM knows. */
        public boolean isStack() {
            return info.startsWith("STACK-");
        }

        /**
         * The name of the thread whose stack it is, with the dashes that the JVM prints for blanks, or an empty string
         * if it is not a stack.
         */
        public String threadName() {
            int afterId = isStack() ? info.indexOf('-', "STACK-".length()) : -1;
            return afterId < 0 ? "" : info.substring(afterId + 1);
        }
    }
}
