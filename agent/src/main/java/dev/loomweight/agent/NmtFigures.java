package dev.loomweight.agent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * NMT's figures by category, in bytes.
 *
 * @param reserved by category, in NMT's order; empty where NMT is off
 * @param committed by category
 * @param stackReserved the stacks of platform threads among it; -1 where it is unknown
 * @param stackCommitted the stacks of platform threads among it; -1 where it is unknown
 */
record NmtFigures(Map<String, Long> reserved, Map<String, Long> committed, long stackReserved, long stackCommitted) {

    static final NmtFigures NONE = new NmtFigures(Map.of(), Map.of(), -1, -1);

    private static final String RESERVED = "reserved=";
    private static final String COMMITTED = "committed=";

    /** Reads the answer to {@code VM.native_memory summary scale=b}; a line that it does not know is skipped. */
    static NmtFigures parse(String answer) {
        Map<String, Long> reserved = new LinkedHashMap<>();
        Map<String, Long> committed = new LinkedHashMap<>();
        long stackReserved = -1;
        long stackCommitted = -1;
        for (String line : answer.split("\n", -1)) {
            int bracket = line.indexOf('(');
            if (line.startsWith("-") && bracket > 0) {
                String category = line.substring(1, bracket).strip();
                reserved.put(category, number(line, RESERVED));
                committed.put(category, number(line, COMMITTED));
            } else if (line.contains("(stack: ")) {
                stackReserved = number(line, RESERVED);
                stackCommitted = number(line, COMMITTED);
            }
        }
        return reserved.isEmpty() ? NONE : new NmtFigures(reserved, committed, stackReserved, stackCommitted);
    }

    private static long number(String line, String key) {
        int at = line.indexOf(key);
        long number = at < 0 ? -1 : 0;
        for (int i = at + key.length(); at >= 0 && i < line.length() && Character.isDigit(line.charAt(i)); i++) {
            number = number * 10 + (line.charAt(i) - '0');
        }
        return number;
    }
}
