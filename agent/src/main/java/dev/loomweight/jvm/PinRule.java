package dev.loomweight.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Why a virtual thread was pinned, by what its event says and the frames of its stack: the one rule, for the agent and
 * for the analyzer. Whose code a frame is, which locks are of classes and which frames hold a monitor is asked of those
 * who may know more than names and modifiers. Used once, for one stack. What cannot be decided is unknown, with the
 * reason; no frame is blamed on suspicion.
 */
public final class PinRule {

    /** Why a cause is unknown where outer frames are missing, one of which may pin. */
    public static final String TRUNCATED = "the stack is truncated, and no recorded frame pins: record with"
            + " -XX:FlightRecorderOptions:stackdepth=256";

    private static final String NO_STACK = "it was recorded without a stack";
    private static final String NO_NATIVE_FRAME =
            "the JVM says that a frame of its own or of native code is on the stack, but none is recorded";

    private static final int NONE = JvmStack.NONE;

    private final PinFacts facts;
    private final JvmStack stack;
    private final PinnedReason reason;
    private final String loader;
    private final ClassLocks.@Nullable Lock lock;
    private final boolean jvmOwn;
    private final List<FrameCause> causes = new ArrayList<>();

    /** @param locks knows the locks of classes and class loaders */
    public PinRule(PinFacts facts, JvmStack stack, ClassLocks locks) {
        this.facts = facts;
        this.stack = stack;
        this.reason = PinnedReason.of(facts.reason());
        // No frame is missing that may have begun the critical section.
        boolean refused = reason.kind() == PinnedReason.Kind.FREEZE_FAILED && !stack.isTruncated();
        String monitorClass = facts.monitorClass();
        this.jvmOwn = facts.jvmOwn() && (!facts.isPerhapsOwn() || locks.isByJvm(stack, monitorClass, refused));
        this.lock = facts.isContended(stack.isInWait()) ? locks.of(stack, monitorClass, refused) : null;
        this.loader = lock != null && monitorClass != null && locks.isLoader(monitorClass) ? monitorClass : "";
    }

    /** Whether the pin is the JVM's own. */
    public boolean isJvmOwn() {
        return jvmOwn;
    }

    /** The lock of a class or a class loader that the thread waits for; null if it waits for none that is known. */
    public ClassLocks.@Nullable Lock lock() {
        return lock;
    }

    /** Whether the innermost frame enters a monitor, before JDK 24, that it does not hold yet. */
    public boolean isEntering() {
        return facts.event() == PinFacts.Event.ENTER && !stack.isInWait() && (lock == null || !lock.byJvm());
    }

    /**
     * Decides.
     *
     * @param reasons whether monitors do not pin where it was recorded and the JVM gives reasons instead, as from JDK 24 on
     * @param holds whether a frame of the stack holds a monitor; {@link JvmStack#isSynchronized} for those who know no
     *     more than modifiers
     * @return the innermost first, at least one; each alone would pin
     */
    public List<FrameCause> causes(boolean reasons, IntPredicate holds) {
        if (jvmOwn) {
            nowhere(CauseKind.JVM_OWN, "");
        } else if (reasons) {
            byReason();
        } else {
            byStack(holds);
        }
        return causes;
    }

    /**
     * What holds the carrier of a thread in a thread dump: native code and class initializers. Monitors are not taken from
     * dumps.
     *
     * @return the innermost first; empty where no frame shows it
     */
    public static List<FrameCause> ofDump(JvmStack stack) {
        PinRule rule = new PinRule(PinFacts.pinned(null, null, null), stack, new ClassLocks());
        rule.belowNative();
        return rule.causes;
    }

    private void byReason() {
        if (lock != null && lock.byJvm()) {
            waiting(lock);
            critical();
            return;
        }
        switch (reason.kind()) {
            case CLASS_INITIALIZER -> {
                if (stack.initializerOf(reason.className()) == NONE) {
                    unseenInitializer(reason.className());
                }
                belowNative();
            }
            case OTHER_CLASS_INITIALIZATION -> {
                initialization(reason.className());
                belowNative();
            }
            case FREEZE_FAILED -> freezeFailed();
            case OTHER -> nowhere(CauseKind.UNKNOWN, "the JVM says \"" + facts.reason() + "\"");
            case NATIVE_FRAME, NONE -> {
                belowNative();
                if (causes.isEmpty()) {
                    withoutNativeFrame();
                }
            }
        }
    }

    // Native code of the application's begins no critical section.
    private void freezeFailed() {
        boolean shown = false;
        for (int i = 0; i < stack.size() && !shown; i++) {
            shown = stack.isLoading(i) || stack.isLoadingBelow(i) || stack.isLinking(i);
        }
        if (!shown) {
            nowhere(CauseKind.FREEZE_FAILED, String.valueOf(facts.reason()));
        }
        critical();
    }

    // The JVM says that a native frame is on the stack, or says nothing as in the event of a monitor, and there is
    // none.
    private void withoutNativeFrame() {
        boolean monitor = facts.event() != PinFacts.Event.PINNED || facts.waitsIn() != null;
        if (stack.size() == 0) {
            nowhere(CauseKind.UNKNOWN, NO_STACK);
        } else if (stack.isTruncated()) {
            nowhere(CauseKind.UNKNOWN, TRUNCATED);
        } else {
            nowhere(monitor ? CauseKind.WAIT_STORM : CauseKind.UNKNOWN, monitor ? "" : NO_NATIVE_FRAME);
        }
    }

    /** All that pins before JDK 24: monitors, native code, initializers, class loading. */
    private void byStack(IntPredicate holds) {
        if (stack.size() == 0) {
            nowhere(CauseKind.UNKNOWN, NO_STACK);
            return;
        }
        if (facts.event() == PinFacts.Event.WAIT && !stack.isInWait()) {
            initialization("");
            return;
        }
        if (lock != null) {
            waiting(lock);
        } else if (facts.event() != PinFacts.Event.PINNED) {
            // Back from a wait, its own monitor is entered again.
            boolean enters = facts.event() == PinFacts.Event.ENTER;
            add(enters ? CauseKind.MONITOR_ENTER : CauseKind.OBJECT_WAIT, stack.waiting(), "");
        }
        for (int i = 0; i < stack.size(); i++) {
            if (holds.test(i)) {
                add(stack.isOwn(i) ? CauseKind.SYNCHRONIZED_METHOD : CauseKind.LIBRARY_MONITOR, i, "");
            }
            if (stack.isLoading(i)) {
                add(CauseKind.CLASS_LOADING, i, "");
            }
            belowNative(i);
        }
        if (causes.isEmpty()) {
            nowhere(stack.isTruncated() ? CauseKind.UNKNOWN : CauseKind.MONITOR, stack.isTruncated() ? TRUNCATED : "");
        }
    }

    /** Native code, and what runs above code of the JVM itself, as from JDK 24 on. */
    private void belowNative() {
        for (int i = 0; i < stack.size(); i++) {
            int needs = stack.isLoading(i) ? stack.afterLoading(i) : NONE;
            if (needs != NONE && stack.isLoadingForJdk(needs)) {
                add(CauseKind.CLASS_LOADING, i, "");
            }
            belowNative(i);
        }
    }

    private void belowNative(int i) {
        nativeCode(i);
        if (stack.isInitializer(i)) {
            add(CauseKind.CLASS_INITIALIZER, i, "");
        }
        linking(i);
    }

    /** The same, and what the JVM does in a section in which it does not unmount: it loads classes. */
    private void critical() {
        for (int i = 0; i < stack.size(); i++) {
            if (stack.isLoading(i)) {
                add(CauseKind.CLASS_LOADING, i, "");
            }
            belowNative(i);
        }
    }

    // Of a native method of the JDK that loads a class, that is the cause.
    private void nativeCode(int i) {
        JvmStack.NativeCode code = stack.isLoadingForJdk(i) ? null : stack.nativeCode(i);
        if (code != null) {
            add(
                    switch (code) {
                        case METHOD -> CauseKind.NATIVE_CALL;
                        case UPCALL -> CauseKind.UPCALL;
                        case REFLECTION -> CauseKind.NATIVE_REFLECTION;
                    },
                    i,
                    "");
        }
    }

    private void linking(int i) {
        if (stack.isLinking(i)) {
            add(CauseKind.BOOTSTRAP_METHOD, i, stack.bootstrapMethod(i), ownFrom(i + 1), "");
        }
    }

    private void waiting(ClassLocks.Lock of) {
        CauseKind kind = switch (of.purpose()) {
            case LOADING -> CauseKind.CLASS_LOADER_LOCK;
            case LINKING -> CauseKind.CLASS_LINKING;
            case EITHER -> CauseKind.CLASS_LOCK;
        };
        add(kind, of.at(), loader);
    }

    /** The initializer of a class that is on the stack, as the JVM says, and not among the frames. */
    private void unseenInitializer(String className) {
        causes.add(new FrameCause(
                CauseKind.CLASS_INITIALIZER,
                NONE,
                new CodePlace(className, "<clinit>"),
                stack.isOwnClass(className),
                null,
                ""));
    }

    /** The frame that needs a class which another thread initializes; which one may not be recorded. */
    private void initialization(String className) {
        if (stack.size() == 0) {
            nowhere(CauseKind.OTHER_CLASS_INITIALIZATION, className);
        } else {
            add(CauseKind.OTHER_CLASS_INITIALIZATION, 0, className);
        }
    }

    private void nowhere(CauseKind kind, String detail) {
        causes.add(new FrameCause(kind, NONE, null, false, null, detail));
    }

    private void add(CauseKind kind, int i, String detail) {
        add(kind, i, i, caller(kind, i), detail);
    }

    private void add(CauseKind kind, int at, int blamed, @Nullable CodePlace caller, String detail) {
        causes.add(new FrameCause(kind, at, stack.at(blamed), stack.isOwn(blamed), caller, detail));
    }

    private @Nullable CodePlace caller(CauseKind kind, int i) {
        boolean calledByJvm = kind == CauseKind.CLASS_INITIALIZER || kind == CauseKind.CLASS_LOADING;
        if (stack.isOwn(i) && !calledByJvm) {
            return null;
        }
        return ownFrom(kind == CauseKind.CLASS_LOADING ? Math.max(i + 1, stack.afterLoading(i)) : i + 1);
    }

    private @Nullable CodePlace ownFrom(int from) {
        int own = stack.ownFrom(from);
        return own == NONE ? null : stack.at(own).withoutLine();
    }

    /**
     * A cause of a pin, as the frames of its stack show it.
     *
     * @param kind what it is
     * @param at the frame that shows it, or {@link JvmStack#NONE} where none is to blame
     * @param frame the place to blame; null where none is. Of a bootstrap method and of an initializer without a frame, not
     *     that of {@code at}
     * @param own whether that is the application's own; false where none is
     * @param caller the application's method, without a line, that called into the frame, where that is not the
     *     application's or was called by the JVM; null otherwise
     * @param detail a clause that says more: why it is unknown, which class is meant; may be empty
     */
    public record FrameCause(
            CauseKind kind,
            int at,
            @Nullable CodePlace frame,
            boolean own,
            @Nullable CodePlace caller,
            String detail) {

        /** The method that people would look at, as {@link #shown(boolean, CodePlace, CodePlace)} finds it. */
        public @Nullable CodePlace method() {
            return shown(own, frame, caller);
        }

        /**
         * The method that people would look at, without a line: the one to blame, or the application's that called it; null
         * where there is neither.
         */
        public static @Nullable CodePlace shown(boolean own, @Nullable CodePlace frame, @Nullable CodePlace caller) {
            CodePlace shown = own || caller == null ? frame : caller;
            return shown == null ? null : shown.withoutLine();
        }
    }
}
