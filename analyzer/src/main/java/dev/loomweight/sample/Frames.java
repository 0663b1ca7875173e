package dev.loomweight.sample;

import java.util.List;

/** Names of frames and stacks, as samples are grouped by them: nothing in them differs from run to run. */
public final class Frames {

    private static final String NO_STACK = "(no stack recorded)";

    private Frames() {}

    /** The method as people read it: {@code com.acme.Cart.add}. */
    public static String method(Frame frame) {
        return frame.stableClassName() + "." + frame.methodName();
    }

    /** A class name without what the JVM appends to hidden classes. */
    public static String stableName(String className) {
        return new Frame(className, "", "", -1, -1, 0, "").stableClassName();
    }

    /** The method and its line, where there is one: {@code com.acme.Cart.add:12}. */
    public static String label(Frame frame) {
        return frame.line() > 0 ? method(frame) + ":" + frame.line() : method(frame);
    }

    /**
     * Where a stack belongs to: its innermost method outside the JDK. In a stack of the JDK alone, the innermost method
     * that is not the virtual thread's own machinery; methods of the same name from different class loaders are one.
     */
    public static String site(StackTrace stack) {
        List<Frame> frames = stack.frames();
        if (frames.isEmpty()) {
            return NO_STACK;
        }
        for (Frame frame : frames) {
            if (!isJdk(frame)) {
                return method(frame);
            }
        }
        for (Frame frame : frames) {
            if (!isMachinery(frame)) {
                return method(frame);
            }
        }
        return method(frames.getFirst());
    }

    /** Whether a frame is of the JDK. */
    public static boolean isJdk(Frame frame) {
        return isJdk(frame.className());
    }

    /** Whether a class is of the JDK. */
    public static boolean isJdk(String name) {
        return name.startsWith("java.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.");
    }

    private static boolean isMachinery(Frame frame) {
        return frame.className().equals("java.lang.VirtualThread")
                || frame.className().startsWith("jdk.internal.vm.Continuation");
    }
}
