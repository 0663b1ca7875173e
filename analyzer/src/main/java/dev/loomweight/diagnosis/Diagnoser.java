package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Holders;
import dev.loomweight.bytecode.StackHolders;
import dev.loomweight.bytecode.Uncertainty;
import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.PinnedReason;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds what pins a stack, by the signatures of the causes. Called once for each distinct stack. What cannot be decided
 * is unknown, with the reason; no frame is blamed on suspicion. Thread-safe.
 */
public final class Diagnoser {

    /** Why a cause is unknown where outer frames are missing, one of which may pin. */
    public static final String TRUNCATED = "the stack is truncated, and no recorded frame pins: record with"
            + " -XX:FlightRecorderOptions:stackdepth=256";

    private static final String NO_STACK = "it was recorded without a stack";
    private static final String NO_NATIVE_FRAME =
            "the JVM says that a frame of its own or of native code is on the stack, but none is recorded";
    private static final String NO_TRACE =
            "nothing on the stack holds a monitor or is native; before JDK 24, a critical section"
                    + " of the JDK pins without a trace";

    private static final Code NO_CODE = new Code(ClassPath.none());

    private final Code code;
    private final Holders holders;
    private final ClassFileLocks locks;
    private final List<String> own;

    /**
     * @param code the class files; may be empty: then what only they show is unknown
     * @param own prefixes of the application's own classes, such as {@code com.acme}; where there are none, all but the
     *     JDK's are its own
     */
    public Diagnoser(Code code, List<String> own) {
        this.code = code;
        this.holders = new Holders(code);
        this.locks = new ClassFileLocks(code, holders);
        this.own = List.copyOf(own);
    }

    /**
     * What pins a stack.
     *
     * @param reasons whether monitors do not pin where it was recorded and the JVM gives reasons instead, as from JDK 24 on
     */
    public Diagnosis of(PinStack pin, boolean reasons) {
        if (pin.isUnmountedWait()) {
            return Diagnosis.NO_PIN;
        }
        StackFrames frames = new StackFrames(pin.stack(), code, own);
        if (pin.jvmOwn() && !(pin.isPerhapsOwn() && !isByJvm(pin, frames))) {
            return Diagnosis.of(PinCause.of(CauseKind.JVM_OWN, ""), null);
        }
        return reasons ? byReason(pin, frames) : byStack(pin, frames);
    }

    /**
     * What holds the carrier of a thread in a thread dump: native code, else a class initializer. Monitors are not
     * taken from dumps.
     *
     * @return without a cause where no frame shows it
     */
    public static Diagnosis ofDump(StackTrace stack) {
        StackFrames frames = new StackFrames(stack, NO_CODE, List.of());
        CauseFinder found = new CauseFinder(frames, true);
        found.addNative();
        for (int i = 0; i < frames.size() && found.causes().isEmpty(); i++) {
            if (frames.isInitializer(i)) {
                return Diagnosis.of(found.initializer(frames.get(i).stableClassName()), found.blocker());
            }
        }
        return new Diagnosis(found.causes(), found.blocker(), false);
    }

    private Diagnosis byReason(PinStack pin, StackFrames frames) {
        CauseFinder found = new CauseFinder(frames, own.isEmpty());
        PinnedReason reason = PinnedReason.of(pin.reason());
        String blocker = found.blocker();
        ClassLocks.Lock lock = lock(pin, frames);
        if (lock != null && lock.byJvm()) {
            found.addLock(lock, loader(pin), holders);
            found.addNative();
            found.addCritical();
            return new Diagnosis(found.causes(), null, false);
        }
        switch (reason.kind()) {
            case CLASS_INITIALIZER -> {
                return Diagnosis.of(found.initializer(reason.className()), blocker);
            }
            case OTHER_CLASS_INITIALIZATION -> {
                return Diagnosis.of(found.initialization(reason.className()), null);
            }
            case FREEZE_FAILED -> {
                found.addCritical();
                return found.causes().isEmpty()
                        ? Diagnosis.of(PinCause.of(CauseKind.FREEZE_FAILED, String.valueOf(pin.reason())), blocker)
                        : new Diagnosis(found.causes(), blocker, false);
            }
            case OTHER -> {
                return Diagnosis.of(unknown("the JVM says \"" + pin.reason() + "\""), blocker);
            }
            case NATIVE_FRAME, NONE -> found.addNative();
        }
        if (!found.causes().isEmpty()) {
            return new Diagnosis(found.causes(), blocker, false);
        }
        return Diagnosis.of(withoutNativeFrame(pin), blocker);
    }

    private ClassLocks.@Nullable Lock lock(PinStack pin, StackFrames frames) {
        return pin.isContended() ? locks.of(frames, pin.monitorClass(), isRefused(pin)) : null;
    }

    private boolean isByJvm(PinStack pin, StackFrames frames) {
        return locks.isByJvm(frames, pin.monitorClass(), isRefused(pin));
    }

    /** Whether the JVM says that it refused to unmount in a critical section, and no frame is missing. */
    private static boolean isRefused(PinStack pin) {
        return PinnedReason.of(pin.reason()).kind() == PinnedReason.Kind.FREEZE_FAILED
                && !pin.stack().truncated();
    }

    /** The class of the loader whose monitor a pin waits for; an empty string where it is that of something else. */
    private String loader(PinStack pin) {
        String monitorClass = pin.monitorClass();
        return monitorClass != null && locks.isLoader(monitorClass) ? monitorClass : "";
    }

    // The JVM says that a native frame is on the stack, or says nothing as in the event of a monitor, and there is
    // none.
    private static PinCause withoutNativeFrame(PinStack pin) {
        StackTrace stack = pin.stack();
        boolean monitor = pin.event() != PinStack.Event.PINNED
                || "Object.wait".equals(pin.operation())
                || "Contended monitor enter".equals(pin.operation());
        if (stack.frames().isEmpty()) {
            return unknown(NO_STACK);
        }
        if (stack.truncated()) {
            return unknown(TRUNCATED);
        }
        return monitor ? PinCause.of(CauseKind.WAIT_STORM, "") : unknown(NO_NATIVE_FRAME);
    }

    private Diagnosis byStack(PinStack pin, StackFrames frames) {
        if (frames.size() == 0) {
            return Diagnosis.of(unknown(NO_STACK), null);
        }
        boolean blocked = pin.event() == PinStack.Event.ENTER;
        // Back from a wait, its own monitor is entered again.
        boolean enters = blocked && !pin.isInWait();
        ClassLocks.Lock lock = lock(pin, frames);
        boolean entering = enters && (lock == null || !lock.byJvm());
        StackHolders held = entering ? holders.ofBlocked(frames.code()) : holders.of(frames.code());
        CauseFinder found = new CauseFinder(frames, own.isEmpty());
        if (pin.event() == PinStack.Event.WAIT && !pin.isInWait()) {
            return Diagnosis.of(found.initialization(""), null);
        }
        if (lock != null) {
            found.addLock(lock, loader(pin), holders);
        } else if (enters && JvmNames.isClassLock(pin.monitorClass())) {
            found.addEnteredOrLinked(holders, locks.takerOf(frames, pin.monitorClass()));
        } else if (enters) {
            found.addEntered(holders);
        } else if (pin.event() != PinStack.Event.PINNED) {
            found.addWaitedOn(blocked ? CauseKind.MONITOR_ENTER : CauseKind.OBJECT_WAIT, holders, held);
        }
        found.addAll(held);
        String blocker = blocked ? null : found.blocker();
        Diagnosis diagnosis = found.causes().isEmpty()
                ? undecided(held, frames, blocker)
                : new Diagnosis(found.causes(), blocker, false);
        return diagnosis.withUndecided(held.withoutClassFile());
    }

    private static Diagnosis undecided(StackHolders held, StackFrames frames, @Nullable String blocker) {
        List<Integer> positions = held.undecided();
        int position = held.truncated() || positions.isEmpty() ? StackFrames.NONE : positions.getFirst();
        for (int i : positions) {
            if (!frames.isJdk(i)) {
                position = i;
                break;
            }
        }
        Uncertainty uncertainty = position == StackFrames.NONE
                ? null
                : held.frames().get(position).uncertainty();
        if (uncertainty != null) {
            return new Diagnosis(
                    List.of(unknown(uncertainty.text())),
                    blocker,
                    uncertainty.reason() == Uncertainty.Reason.NO_CLASS_FILE);
        }
        return Diagnosis.of(unknown(held.truncated() ? TRUNCATED : NO_TRACE), blocker);
    }

    private static PinCause unknown(String why) {
        return PinCause.of(CauseKind.UNKNOWN, why);
    }
}
