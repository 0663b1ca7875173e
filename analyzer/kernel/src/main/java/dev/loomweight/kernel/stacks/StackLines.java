package dev.loomweight.kernel.stacks;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.StackTree;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * A stack as people see it: its methods and their lines. Equal to another that differs in the rest, such as how
 * its frames were compiled or how the JVM called a hidden class in that run. Names are made when they are asked for:
 * a report shows the stacks of a few of the many that it counts.
 */
public final class StackLines implements Comparable<StackLines> {

    private final StackTrace stack;
    private final int hash;

    public StackLines(StackTrace stack) {
        this.stack = stack;
        int sum = stack.truncated() ? 1 : 0;
        for (Frame frame : stack.frames()) {
            sum = 31 * sum + 31 * frame.methodName().hashCode() + line(frame);
        }
        this.hash = sum;
    }

    /** The stack itself. */
    public StackTrace stack() {
        return stack;
    }

    /** The labels of all frames, the innermost first; a truncated stack ends with a label that says so. */
    public List<String> labels() {
        int size = size();
        List<String> labels = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            labels.add(label(i));
        }
        return labels;
    }

    private int size() {
        return stack.depth() + (stack.truncated() ? 1 : 0);
    }

    private String label(int i) {
        return i < stack.depth() ? stack.frames().get(i).label() : StackTree.TRUNCATED + stack.depth() + " frames)";
    }

    /** The line of the innermost frame of a method, or -1 where there is none or it is not recorded. */
    public int lineOf(CodePlace method) {
        for (Frame frame : stack.frames()) {
            if (frame.isOf(method)) {
                return frame.line();
            }
        }
        return -1;
    }

    /** Whether outer frames are missing. */
    public boolean isTruncated() {
        return stack.truncated();
    }

    /** Whether no frame was recorded. */
    public boolean isEmpty() {
        return stack.frames().isEmpty();
    }

    /**
     * Whether a frame is of the application's own code.
     *
     * @param own prefixes of its classes; where there are none, all but the JDK's are
     */
    public boolean hasOwn(List<String> own) {
        return stack.frames().stream()
                .anyMatch(
                        frame -> own.isEmpty() ? !frame.isJdk() : own.stream().anyMatch(frame.className()::startsWith));
    }

    private static int line(Frame frame) {
        return Math.max(0, frame.line());
    }

    private static boolean same(Frame one, Frame other) {
        return line(one) == line(other)
                && one.methodName().equals(other.methodName())
                && (one.className().equals(other.className())
                        || one.stableClassName().equals(other.stableClassName()));
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof StackLines other)
                || hash != other.hash
                || stack.truncated() != other.stack.truncated()
                || stack.frames().size() != other.stack.frames().size()) {
            return false;
        }
        for (int i = 0; i < stack.frames().size(); i++) {
            if (!same(stack.frames().get(i), other.stack.frames().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** By the labels, one after the other. */
    @Override
    public int compareTo(StackLines other) {
        int size = size();
        int otherSize = other.size();
        for (int i = 0; i < Math.min(size, otherSize); i++) {
            int order = label(i).compareTo(other.label(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(size, otherSize);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return String.join("\n", labels());
    }
}
