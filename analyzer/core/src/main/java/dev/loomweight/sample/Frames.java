package dev.loomweight.sample;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.VirtualThreads;

/** Names of frames and stacks, as samples are grouped by them: nothing in them differs from run to run. */
public final class Frames {

    private Frames() {}

    /** The method as people read it: {@code com.acme.Cart.add}. */
    public static String method(Frame frame) {
        return frame.method();
    }

    /** Whether a frame is of a method, as {@link #method(Frame)} names it. */
    public static boolean isOf(Frame frame, String method) {
        String name = frame.methodName();
        if (!method.endsWith(name)) {
            return false;
        }
        String className = frame.stableClassName();
        return method.length() == className.length() + 1 + name.length()
                && method.charAt(className.length()) == '.'
                && method.startsWith(className);
    }

    /** A class name without what the JVM appends to hidden classes. */
    public static String stableName(String className) {
        return JvmNames.stableName(className);
    }

    /** The method and its line, where there is one: {@code com.acme.Cart.add:12}. */
    public static String label(Frame frame) {
        return frame.label();
    }

    /** The method that a stack is named for, as {@link RecordedFrames#place} finds it. */
    public static String site(StackTrace stack) {
        return new RecordedFrames(stack).place();
    }

    /** Whether a frame is of the JDK. */
    public static boolean isJdk(Frame frame) {
        return frame.isJdk();
    }

    /**
     * Whether dumps of all threads leave a frame out that heap dumps and {@code Thread.print} have, since the JDK hides it
     * ({@code @Hidden}): of hidden classes, and where threads begin and continuations begin and yield.
     */
    public static boolean isLeftOut(Frame frame) {
        String type = frame.className();
        return frame.isHidden()
                || type.startsWith(VirtualThreads.JDK_CONTINUATION)
                || type.startsWith(VirtualThreads.CONTINUATION)
                || type.startsWith("java.lang.invoke.LambdaForm$")
                || (type.equals("java.lang.Thread") && frame.methodName().equals("runWith"))
                || (type.equals(VirtualThreads.CLASS) && frame.methodName().equals("yieldContinuation"));
    }

    /** Whether a class is of the JDK. */
    public static boolean isJdk(String className) {
        return JvmNames.isJdk(className);
    }
}
