package dev.loomweight.analysis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a virtual thread could not unmount, split in two: the JVM writes the class into its sentence, and there are many
 * classes.
 *
 * @param kind the sentence without the class
 * @param className the class, or an empty string where the sentence has none
 */
record PinReason(String kind, String className) {

    // JDK 24 and later.
    private static final Pattern CALL = Pattern.compile("VM call to (\\S+)\\.<clinit> on stack");
    private static final Pattern WAIT = Pattern.compile("Waited for initialization of (\\S+) by another thread");

    /** Splits the JVM's words. Words that are not known are a kind of their own. */
    static PinReason of(String text) {
        Matcher call = CALL.matcher(text);
        if (call.matches()) {
            return new PinReason("Class initializer on stack", Frames.stableName(call.group(1)));
        }
        Matcher wait = WAIT.matcher(text);
        if (wait.matches()) {
            return new PinReason("Waited for class initialization by another thread", Frames.stableName(wait.group(1)));
        }
        return new PinReason(text, "");
    }
}
