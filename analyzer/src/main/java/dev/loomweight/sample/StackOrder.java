package dev.loomweight.sample;

import java.util.Comparator;
import java.util.List;

/** An order of stacks from the outermost frame on, so that stacks that share it follow each other. */
public final class StackOrder implements Comparator<StackTrace> {

    /** The only one. */
    public static final StackOrder INSTANCE = new StackOrder();

    private StackOrder() {}

    @Override
    public int compare(StackTrace one, StackTrace other) {
        List<Frame> left = one.frames();
        List<Frame> right = other.frames();
        for (int i = 1; i <= Math.min(left.size(), right.size()); i++) {
            int order = compare(left.get(left.size() - i), right.get(right.size() - i));
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(left.size(), right.size());
        return order == 0 ? Boolean.compare(one.truncated(), other.truncated()) : order;
    }

    private static int compare(Frame one, Frame other) {
        int order = one.className().compareTo(other.className());
        order = order == 0 ? one.methodName().compareTo(other.methodName()) : order;
        order = order == 0 ? Integer.compare(one.line(), other.line()) : order;
        order = order == 0 ? Integer.compare(one.bytecodeIndex(), other.bytecodeIndex()) : order;
        order = order == 0 ? one.type().compareTo(other.type()) : order;
        order = order == 0 ? one.descriptor().compareTo(other.descriptor()) : order;
        return order == 0 ? Integer.compare(one.modifiers(), other.modifiers()) : order;
    }
}
