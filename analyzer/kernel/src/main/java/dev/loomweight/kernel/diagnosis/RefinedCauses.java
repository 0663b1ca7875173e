package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.bytecode.Instruction;
import dev.loomweight.bytecode.Instruction.Kind;
import dev.loomweight.bytecode.Monitor;
import dev.loomweight.bytecode.WaitedMonitor;
import dev.loomweight.bytecode.WaitedMonitor.Answer;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.PinRule;
import dev.loomweight.jvm.PinRule.FrameCause;
import dev.loomweight.jvm.Releases;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.StackFrames.ClassFileLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What class files add to the causes that frames show: which monitors these are, and where they pin. For one stack. */
final class RefinedCauses {

    /** What is added to a lock of which it cannot be decided whether it is held or waited on. */
    static final String PERHAPS = " (perhaps the monitor waited on)";

    /** What is added to a cause that only the line of its frame shows. */
    static final String PROBABLE = "so its line shows; the class file is not what ran: an agent changed the class, as"
            + " those that measure coverage do, or it is another version";

    private final PinStack pin;
    private final StackFrames frames;
    private final ClassLocks.@Nullable Lock classLock;
    private final StackHolders held;
    private final ClassFileLocks locks;
    private final List<PinCause> causes = new ArrayList<>();
    private @Nullable WaitedMonitor waitedOn;

    /** @param held what the stack holds, with a monitor that it waits on */
    RefinedCauses(PinStack pin, StackFrames frames, PinRule rule, StackHolders held, ClassFileLocks locks) {
        this.pin = pin;
        this.frames = frames;
        this.classLock = rule.lock();
        this.held = held;
        this.locks = locks;
    }

    /** The same causes, with the monitors. */
    List<PinCause> of(List<FrameCause> found) {
        for (FrameCause cause : found) {
            switch (cause.kind()) {
                case MONITOR_ENTER, OBJECT_WAIT -> add(pin.isInWait() ? waitedOn(cause) : entered(cause));
                case CLASS_LOADER_LOCK, CLASS_LINKING, CLASS_LOCK -> {
                    boolean byMethod = classLock != null && !classLock.byJvm();
                    add(PinCause.of(cause, byMethod ? enteredAt(cause) : null));
                }
                case SYNCHRONIZED_METHOD, LIBRARY_MONITOR -> addHeld(cause);
                case OTHER_CLASS_INITIALIZATION ->
                    add(
                            cause.frame() == null
                                    ? PinCause.of(cause)
                                    : PinCause.of(cause).with(NeededClass.releases(frames)));
                default -> add(PinCause.of(cause));
            }
        }
        return causes;
    }

    /** The monitor that the thread waits on in {@code Object.wait}, or enters again after that. */
    private PinCause waitedOn(FrameCause cause) {
        WaitedMonitor monitor = frames.code().holders().waitedOn(frames.code(), held, cause.at(), pin.monitorClass());
        waitedOn = monitor;
        return PinCause.of(cause, monitor.lock());
    }

    /**
     * The monitor that the thread waits to enter. What it holds is another: it would not wait for its own. An
     * {@code int[]} is the lock of a class where the method does not take it.
     */
    private PinCause entered(FrameCause cause) {
        String lock = enteredAt(cause);
        if (!JvmNames.isClassLock(pin.monitorClass())
                || locks.takerOf(frames, pin.monitorClass()) == ClassLocks.Taker.METHOD) {
            return PinCause.of(cause, lock);
        }
        String which = lock == null
                ? "only the class file of " + frames.className(cause.at()) + " that ran shows which"
                : "its instruction can wait for either";
        return PinCause.of(cause, lock).with(which).with(Releases.AT_LEAST_UNTIL_23);
    }

    private @Nullable String enteredAt(FrameCause cause) {
        return frames.code().holders().enteredAt(frames.code(), cause.at());
    }

    // A wait releases the monitor that it waits on, however often it was taken.
    private void addHeld(FrameCause cause) {
        List<Monitor> monitors = held.frames().get(cause.at()).monitors();
        boolean probable = held.frames().get(cause.at()).isProbable();
        for (int k = monitors.size() - 1; k >= 0; k--) {
            Monitor monitor = monitors.get(k);
            Answer answer = waitedOn == null
                    ? Answer.OTHER
                    : waitedOn.held().get(cause.at()).get(k);
            if (answer != Answer.SAME) {
                String lock = answer == Answer.OTHER ? monitor.lock() : monitor.lock() + PERHAPS;
                boolean block = cause.kind() == CauseKind.SYNCHRONIZED_METHOD && monitor.kind() != Monitor.Kind.METHOD;
                PinCause of = probable ? PinCause.of(cause, lock).with(PROBABLE) : PinCause.of(cause, lock);
                add(block ? of.with(CauseKind.SYNCHRONIZED_BLOCK) : of);
            }
        }
    }

    // A recursive method stands in the stack many times and is one cause.
    private void add(PinCause cause) {
        for (PinCause known : causes) {
            if (known.kind() == cause.kind()
                    && CodePlace.isSameMethod(known.frame(), cause.frame())
                    && Objects.equals(known.lock(), cause.lock())) {
                return;
            }
        }
        causes.add(cause);
    }

    /**
     * Where a thread pins that waits until another thread has initialized a class. From JDK 26 on it unmounts if it
     * came there by {@code new}, {@code getstatic}, {@code putstatic} or {@code invokestatic} (JDK-8369238); by {@code
     * Class.forName}, reflection and method handles, all of which go through a native method, it still pins.
     */
    private static final class NeededClass {

        private NeededClass() {}

        /** Where the innermost frame, which needs the class, pins. */
        static Releases releases(StackFrames frames) {
            boolean loading = false;
            for (int i = 0; i < frames.size(); i++) {
                if ((frames.isNative(i) && !isOfTheJvm(frames, i)) || frames.isInitializer(i)) {
                    // The JVM calls an initializer, and its own frame pins as one of native code does.
                    return Releases.ALL;
                }
                loading |= frames.isLoading(i);
            }
            Instruction instruction = frames.instruction(0);
            // Only the class file shows whether the JVM called a class loader, and only a whole stack what is below.
            if (instruction == null || frames.isTruncated() || loading) {
                return Releases.AT_LEAST_UNTIL_25;
            }
            boolean unmounts =
                    List.of(Kind.NEW, Kind.STATIC_FIELD, Kind.STATIC_CALL).contains(instruction.kind());
            return unmounts ? Releases.UNTIL_25 : Releases.AT_LEAST_UNTIL_25;
        }

        // Every stack of a virtual thread ends in enterSpecial.
        private static boolean isOfTheJvm(StackFrames frames, int i) {
            return frames.className(i).startsWith(VirtualThreads.JDK_CONTINUATION);
        }
    }
}
