package dev.loomweight.agent;

import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedFrame;
import org.jspecify.annotations.Nullable;

/** Finds what pins a recorded stack. */
final class PinFinder {

    private static final String NO_STACK = "(no stack recorded)";
    private static final String INITIALIZER = "VM call to ";
    private static final String WAITED = "Waited for initialization of ";
    private static final String FREEZE = "Freeze or preempt failed";
    // Native frames of the JVM itself, in the stack of every pin, and the intrinsics of method handles.
    private static final Set<String> OF_THE_JVM = Set.of(
            "java.lang.Object",
            "java.lang.VirtualThread",
            "java.lang.invoke.MethodHandle",
            "java.lang.invoke.VarHandle",
            "jdk.internal.misc.Unsafe",
            "jdk.internal.vm.Continuation");

    private final List<RecordedFrame> frames;
    private final @Nullable RecordedFrame own;

    PinFinder(List<RecordedFrame> frames) {
        this.frames = frames;
        this.own = frames.stream()
                .filter(frame -> frame.isJavaFrame() && !Frames.isJdk(frame))
                .findFirst()
                .orElse(null);
    }

    /**
     * The site of a jdk.VirtualThreadPinned.
     *
     * @param reason its pinnedReason, or null where the JDK records none
     */
    PinSite pinned(@Nullable String reason) {
        if (reason == null) {
            PinSite decided = firstHolder();
            return decided == null ? undecided(Cause.MONITOR) : decided;
        }
        if (reason.startsWith(INITIALIZER)) {
            return at(Cause.CLASS_INITIALIZER, reason.substring(INITIALIZER.length(), end(reason, " on stack")));
        }
        if (reason.startsWith(WAITED)) {
            String name = reason.substring(WAITED.length(), end(reason, " by another thread"));
            boolean jvm = own == null && name.startsWith("sun.nio.ch.");
            return at(jvm ? Cause.JVM_OWN : Cause.OTHER_CLASS_INITIALIZATION, name);
        }
        if (reason.startsWith(FREEZE)) {
            return undecided(Cause.FREEZE_FAILED);
        }
        PinSite nativeFrame = firstNative();
        return nativeFrame == null ? undecided(own == null ? Cause.JVM_OWN : Cause.WAIT_STORM) : nativeFrame;
    }

    /** A place that no modifier names: the application's innermost method. */
    PinSite undecided(Cause cause) {
        if (own != null) {
            return new PinSite(cause, Frames.method(own), null, Frames.label(own));
        }
        return new PinSite(cause, frames.isEmpty() ? NO_STACK : Frames.method(frames.get(0)), null, "");
    }

    private static int end(String reason, String tail) {
        return reason.endsWith(tail) ? reason.length() - tail.length() : reason.length();
    }

    private PinSite at(Cause cause, String holder) {
        return new PinSite(cause, holder, holder, own == null ? "" : Frames.label(own));
    }

    private PinSite at(Cause cause, RecordedFrame frame) {
        return new PinSite(cause, Frames.method(frame), Frames.label(frame), own == null ? "" : Frames.label(own));
    }

    private @Nullable PinSite firstHolder() {
        boolean blocking = true;
        for (RecordedFrame frame : frames) {
            if (Frames.isSynchronized(frame) && !Frames.isNative(frame)) {
                return at(Cause.SYNCHRONIZED_METHOD, frame);
            }
            if (Frames.methodName(frame).equals("<clinit>")) {
                return at(Cause.CLASS_INITIALIZER, frame);
            }
            Cause cause = nativeCode(frame, blocking);
            if (cause != null) {
                return at(cause, frame);
            }
            blocking &= Frames.isJdk(frame);
        }
        return null;
    }

    private @Nullable PinSite firstNative() {
        boolean blocking = true;
        for (RecordedFrame frame : frames) {
            Cause cause = nativeCode(frame, blocking);
            if (cause != null) {
                return at(cause, frame);
            }
            blocking &= Frames.isJdk(frame);
        }
        return null;
    }

    // The JDK's frames at the top are those that block: what is native there is the call that parked.
    private static @Nullable Cause nativeCode(RecordedFrame frame, boolean blocking) {
        String name = Frames.className(frame);
        // The stub has no native modifier, and the frames of the native code itself are not in the stack.
        if (name.equals("jdk.internal.foreign.abi.UpcallStub")) {
            return Cause.UPCALL;
        }
        if (!Frames.isNative(frame) || OF_THE_JVM.contains(name)) {
            return null;
        }
        if (name.startsWith("jdk.internal.reflect.")) {
            return Cause.NATIVE_REFLECTION;
        }
        return blocking && Frames.isJdk(frame) && name.startsWith("java.lang.Thread") ? null : Cause.NATIVE_CALL;
    }
}
