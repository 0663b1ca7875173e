package dev.loomweight.jvm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code pinnedReason} of a {@code jdk.VirtualThreadPinned}, which JDK 24 and later record.
 *
 * @param kind what it says
 * @param className the class that it names, without a hidden class's suffix; empty where it names none
 */
public record PinnedReason(Kind kind, String className) {

    private static final Pattern INITIALIZER = Pattern.compile("VM call to (\\S+)\\.<clinit> on stack");
    private static final Pattern INITIALIZATION =
            Pattern.compile("Waited for initialization of (\\S+) by another thread");

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
        Matcher initializer = INITIALIZER.matcher(words);
        if (initializer.matches()) {
            return new PinnedReason(Kind.CLASS_INITIALIZER, JvmNames.stableName(initializer.group(1)));
        }
        Matcher initialization = INITIALIZATION.matcher(words);
        if (initialization.matches()) {
            return new PinnedReason(Kind.OTHER_CLASS_INITIALIZATION, JvmNames.stableName(initialization.group(1)));
        }
        if (words.startsWith("Freeze or preempt failed")) {
            return new PinnedReason(Kind.FREEZE_FAILED, "");
        }
        return new PinnedReason(words.equals("Native or VM frame on stack") ? Kind.NATIVE_FRAME : Kind.OTHER, "");
    }
}
