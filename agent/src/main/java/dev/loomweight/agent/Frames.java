package dev.loomweight.agent;

import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/** Names of recorded frames; the same as the analyzer's. */
final class Frames {

    private static final int SYNCHRONIZED = 0x20;
    private static final int NATIVE = 0x100;
    // What the JVM appends to the name of a hidden class: +0x... on 21, .0x... on 25, and /0x... as people see it.
    private static final Pattern HIDDEN = Pattern.compile("[+./]0x[0-9a-f]+$");

    private Frames() {}

    static String className(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        String name = method == null ? "" : method.getType().getName();
        return name.indexOf("0x") < 0 ? name : HIDDEN.matcher(name).replaceFirst("");
    }

    static String methodName(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method == null ? "" : method.getName();
    }

    /** {@code com.acme.Cart.add}. */
    static String method(RecordedFrame frame) {
        return className(frame) + "." + methodName(frame);
    }

    /** {@code com.acme.Cart.add:12}. */
    static String label(RecordedFrame frame) {
        return frame.getLineNumber() > 0 ? method(frame) + ":" + frame.getLineNumber() : method(frame);
    }

    static boolean isSynchronized(RecordedFrame frame) {
        return has(frame, SYNCHRONIZED);
    }

    static boolean isNative(RecordedFrame frame) {
        return has(frame, NATIVE);
    }

    private static boolean has(RecordedFrame frame, int modifier) {
        RecordedMethod method = frame.getMethod();
        return method != null && (method.getModifiers() & modifier) != 0;
    }

    static boolean isJdk(RecordedFrame frame) {
        String name = className(frame);
        return name.startsWith("java.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.");
    }
}
