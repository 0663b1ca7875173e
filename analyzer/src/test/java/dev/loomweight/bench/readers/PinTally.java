package dev.loomweight.bench.readers;

import java.util.HashSet;
import java.util.Set;

/** Counts pins as {@code loomweight pins} does, so that the readers can be compared. */
final class PinTally {

    private final Set<String> sites = new HashSet<>();
    private final Set<String> stacks = new HashSet<>();
    private final StringBuilder stack = new StringBuilder();
    private String site = "";
    private long pins;
    private long nanos;

    /** Counts one pin. */
    void pin(long durationNanos) {
        pins++;
        nanos += durationNanos;
    }

    /**
     * The next frame of a stack, the innermost first.
     *
     * @param className with dots or slashes
     * @param line 0 or less where it is not known
     */
    void frame(String className, String method, int line) {
        String name = className.replace('/', '.');
        if (site.isEmpty() && !name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.")) {
            site = name + '.' + method;
        }
        stack.append(name)
                .append('.')
                .append(method)
                .append(':')
                .append(Math.max(0, line))
                .append('\n');
    }

    /** Ends a stack. A stack is to be told once, or as often as is convenient. */
    void endOfStack() {
        if (!site.isEmpty()) {
            sites.add(site);
        }
        stacks.add(stack.toString());
        stack.setLength(0);
        site = "";
    }

    /** The count, the summed duration in nanoseconds, the sites and the distinct stacks. */
    String answer() {
        return "pins " + pins + " nanos " + nanos + " sites " + sites.size() + " stacks " + stacks.size();
    }
}
