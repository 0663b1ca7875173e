package dev.loomweight.jvm;

import org.jspecify.annotations.Nullable;

/**
 * The {@code pinnedReason} of a {@code jdk.VirtualThreadPinned}, which JDK 24 and later record.
 *
 * @param kind what it says
 * @param className the class that it names, without a hidden class's suffix; empty where it names none
 */
public record PinnedReason(Kind kind, String className) {

    private static final String INITIALIZER = "VM call to ";
    private static final String INITIALIZER_END = ".<clinit> on stack";
    private static final String INITIALIZATION = "Waited for initialization of ";
    private static final String INITIALIZATION_END = " by another thread";

    /** The reasons that there are. */
    public enum Kind {
        /** None is recorded. */
        NONE,
        /** The initializer of a class is on the stack. */
        CLASS_INITIALIZER,
        /** Another thread initializes a class that is needed. */
        OTHER_CLASS_INITIALIZATION,
        /** The JVM refused to unmount in a critical section. */
        FREEZE_FAILED,
        /** Native code, or code of the JVM itself, is on the stack. */
        NATIVE_FRAME,
        /** A reason that no JDK up to 25 gives. */
        OTHER
    }

    /** Parses the JVM's words; null and an empty text are no reason. */
    public static PinnedReason of(@Nullable String words) {
        if (words == null || words.isEmpty()) {
            return new PinnedReason(Kind.NONE, "");
        }
        String initializer = classBetween(INITIALIZER, words, INITIALIZER_END);
        if (initializer != null) {
            return new PinnedReason(Kind.CLASS_INITIALIZER, JvmNames.stableName(initializer));
        }
        String initialization = classBetween(INITIALIZATION, words, INITIALIZATION_END);
        if (initialization != null) {
            return new PinnedReason(Kind.OTHER_CLASS_INITIALIZATION, JvmNames.stableName(initialization));
        }
        if (words.startsWith("Freeze or preempt failed")) {
            return new PinnedReason(Kind.FREEZE_FAILED, "");
        }
        return new PinnedReason(words.equals("Native or VM frame on stack") ? Kind.NATIVE_FRAME : Kind.OTHER, "");
    }

    // A name without blanks; null where there is none.
    private static @Nullable String classBetween(String start, String words, String end) {
        if (words.length() <= start.length() + end.length() || !words.startsWith(start) || !words.endsWith(end)) {
            return null;
        }
        String name = words.substring(start.length(), words.length() - end.length());
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == ' ' || (name.charAt(i) >= '\t' && name.charAt(i) <= '\r')) {
                return null;
            }
        }
        return name;
    }
}
