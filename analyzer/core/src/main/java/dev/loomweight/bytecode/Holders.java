package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.bytecode.LineMonitors.LineMonitor;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Names the frames of a stack that hold monitors, and the monitors. It decides by the bytecode index of each frame in the
 * class file that ran, and where there is none by the frame's modifiers, which show synchronized methods only. Where an
 * agent has changed a class, as those that measure coverage do, the line of a frame still is that of the source: then its
 * monitors are probable.
 *
 * <p>Says who holds, not what it means: on JDK 24 and later a held monitor no longer pins (JEP 491), and a monitor that
 * was released in {@link Object#wait()} counts as held. Every distinct frame is decided once. Safe for threads.
 */
public final class Holders {

    private final Code code;
    // Rarely needed.
    private volatile @Nullable LineHolders lines;

    /** Holders by the bytecode of that code. */
    public Holders(Code code) {
        this.code = code;
    }

    /** The monitors that a frame holds while it waits for what it called, by the frame alone. */
    public HeldMonitors of(Frame frame) {
        return decided(frame, code.of(frame));
    }

    /** The monitors of every frame of a stack whose thread parks, waits or runs. */
    public StackHolders of(StackTrace stack) {
        return of(code.on(stack));
    }

    /** The monitors of every frame of a stack whose thread parks, waits or runs. */
    public StackHolders of(StackCode stack) {
        List<Frame> frames = stack.stack().frames();
        stack.findAll();
        List<HeldMonitors> all = new ArrayList<>(frames.size());
        for (int i = 0; i < frames.size(); i++) {
            HeldMonitors held = decided(frames.get(i), stack.shown(i));
            all.add(differs(held) ? byLine(frames, i, held) : held);
        }
        return new StackHolders(all, stack.stack().truncated());
    }

    /**
     * The monitors of every frame of a stack whose thread is blocked on a monitor ({@code jdk.JavaMonitorEnter}). A
     * synchronized method that is being entered is recorded as the innermost frame, at index 0, or without one where it
     * is inlined; a block that is being entered, at its monitorenter, or by the interpreter behind it. Neither holds its
     * monitor yet.
     */
    public StackHolders ofBlocked(StackCode stack) {
        List<Frame> frames = stack.stack().frames();
        List<HeldMonitors> all = new ArrayList<>(of(stack).frames());
        if (!all.isEmpty() && isBeingEntered(frames.getFirst())) {
            all.set(0, HeldMonitors.NOTHING);
        } else if (!all.isEmpty() && enteredBehind(frames.getFirst(), method(stack, 0)) != null) {
            HeldMonitors held = all.getFirst();
            if (held.holds()) {
                all.set(
                        0,
                        HeldMonitors.of(
                                held.monitors().subList(0, held.monitors().size() - 1)));
            }
        }
        return new StackHolders(all, stack.stack().truncated());
    }

    /**
     * The monitor that a frame is about to enter: the operand of the monitorenter that it stands at, or the monitor of
     * the synchronized method that is being entered.
     *
     * @param i the frame, from 0, the innermost
     * @return the expression as the source has it, or null where the class file does not show it
     */
    public @Nullable String enteredAt(StackCode stack, int i) {
        Frame frame = stack.stack().frames().get(i);
        MethodCode method = method(stack, i);
        if (isBeingEntered(frame)) {
            return ofMethod(frame, method).lock();
        }
        if (method == null || frame.bytecodeIndex() < 0) {
            return null;
        }
        String lock = method.blocks().lockAt(frame.bytecodeIndex());
        return lock == null ? enteredBehind(frame, method) : lock;
    }

    /**
     * The monitor of the monitorenter directly before the instruction that a frame of the interpreter stands at: there it
     * stands while it waits for that monitor, and also while it executes the instruction.
     *
     * @param i the frame, from 0, the innermost
     * @return null where there is none
     */
    public @Nullable EnteredMonitor enteredBehind(StackCode stack, int i) {
        Frame frame = stack.stack().frames().get(i);
        MethodCode method = method(stack, i);
        Operand operand = method == null || enteredBehind(frame, method) == null
                ? null
                : method.blocks().operandEnteredBefore(frame.bytecodeIndex());
        return operand == null ? null : EnteredMonitor.of(frame, operand.value());
    }

    /**
     * The monitor that a frame waits on in {@link Object#wait()}, and which of the held ones it is.
     *
     * @param held the monitors of the stack
     * @param i the frame that waits, from 0, the innermost
     * @param monitorClass the class of what is waited on, in Java's notation; null where it is not recorded
     */
    public WaitedMonitor waitedOn(StackCode stack, StackHolders held, int i, @Nullable String monitorClass) {
        return WaitedMonitor.of(stack, held, i, monitorClass);
    }

    private static boolean differs(HeldMonitors held) {
        return held.uncertainty() != null
                && held.uncertainty().reason() == Uncertainty.Reason.CLASS_DIFFERS
                && held.state() == HeldMonitors.State.UNKNOWN;
    }

    // Only where each frame of the class stands on a line that calls the frame above it: in another version, it rarely
    // does.
    private HeldMonitors byLine(List<Frame> frames, int at, HeldMonitors unknown) {
        LineHolders known = lines;
        LineHolders byLines = known == null ? new LineHolders(code) : known;
        lines = byLines;
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).className().equals(frames.get(at).className()) && !byLines.fits(frames, i)) {
                return unknown;
            }
        }
        List<Monitor> monitors = new ArrayList<>();
        for (LineMonitor monitor : byLines.of(frames, at).held()) {
            if (!monitor.certain()) {
                return unknown;
            }
            monitors.add(monitor.monitor());
        }
        return monitors.isEmpty()
                ? unknown
                : new HeldMonitors(HeldMonitors.State.PROBABLY, monitors, unknown.uncertainty());
    }

    private static @Nullable MethodCode method(StackCode stack, int i) {
        FrameCode shown = stack.at(i);
        return shown == null ? null : shown.method();
    }

    // Compiled code stands at the monitorenter itself, and at the same place as the interpreter if it calls.
    private static @Nullable String enteredBehind(Frame frame, @Nullable MethodCode method) {
        return method == null || !frame.type().equals("Interpreted")
                ? null
                : method.blocks().enteredBefore(frame.bytecodeIndex());
    }

    private static boolean isBeingEntered(Frame innermost) {
        return isSynchronized(innermost) && innermost.bytecodeIndex() <= 0;
    }

    private static boolean isSynchronized(Frame frame) {
        return (frame.modifiers() & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    // Of a class file that fits the whole stack, or of a frame alone, the answer is the same.
    private static HeldMonitors decided(Frame frame, FrameCode shown) {
        HeldMonitors known = shown.held();
        if (known == null) {
            known = decide(frame, shown.orNull());
            shown.decided(known);
        }
        return known;
    }

    private static HeldMonitors decide(Frame frame, @Nullable FrameCode shown) {
        if ((frame.modifiers() & Opcodes.ACC_NATIVE) != 0) {
            return byModifiers(
                    frame,
                    null,
                    new Uncertainty(
                            Uncertainty.Reason.NATIVE,
                            frame.className() + "." + frame.methodName()
                                    + " is native: it could hold monitors through JNI"));
        }
        if (GeneratedClasses.holdNothing(frame.stableClassName())) {
            return HeldMonitors.NOTHING;
        }
        if (frame.isHidden()) {
            return byModifiers(
                    frame,
                    null,
                    new Uncertainty(
                            Uncertainty.Reason.HIDDEN_CLASS,
                            frame.stableClassName() + " is a hidden class, which has no class file"));
        }
        MethodCode method = shown == null ? null : shown.method();
        if (shown == null || method == null) {
            return byModifiers(frame, null, shown == null ? null : shown.uncertainty());
        }
        if (frame.bytecodeIndex() < 0 && !method.blocks().constant()) {
            return byModifiers(
                    frame,
                    method,
                    new Uncertainty(
                            Uncertainty.Reason.NO_INDEX,
                            "the recording has no bytecode index for " + frame.className() + "." + frame.methodName()));
        }
        return byBlocks(frame, method, shown.origin());
    }

    private static HeldMonitors byBlocks(Frame frame, MethodCode method, String origin) {
        BlockMonitors.Point point = method.blocks().before(frame.bytecodeIndex());
        if (point.uncertainty() != null) {
            Uncertainty uncertainty = new Uncertainty(
                    Uncertainty.Reason.UNDECIDABLE,
                    "the monitors of " + frame.className() + "." + frame.methodName() + " in " + origin
                            + " cannot be determined at index " + frame.bytecodeIndex() + ": " + point.uncertainty());
            return isSynchronized(frame)
                    ? byModifiers(frame, method, uncertainty)
                    : HeldMonitors.unknown(point.monitors(), uncertainty);
        }
        List<Monitor> monitors = new ArrayList<>();
        if (isSynchronized(frame)) {
            monitors.add(ofMethod(frame, method));
        }
        monitors.addAll(point.monitors());
        return HeldMonitors.of(monitors);
    }

    private static HeldMonitors byModifiers(
            Frame frame, @Nullable MethodCode method, @Nullable Uncertainty uncertainty) {
        if (!isSynchronized(frame)) {
            return new HeldMonitors(HeldMonitors.State.UNKNOWN, List.of(), uncertainty);
        }
        boolean isNative = (frame.modifiers() & Opcodes.ACC_NATIVE) != 0;
        return new HeldMonitors(
                HeldMonitors.State.HOLDS, List.of(ofMethod(frame, method)), isNative ? null : uncertainty);
    }

    private static Monitor ofMethod(Frame frame, @Nullable MethodCode method) {
        String lock = (frame.modifiers() & Opcodes.ACC_STATIC) == 0
                ? "this"
                : SourceWords.simpleName(frame.className().replace('.', '/')) + ".class";
        return new Monitor(
                Monitor.Kind.METHOD, lock, method == null ? -1 : method.lines().first());
    }

    /**
     * A monitor that is entered, as far as the bytecode shows which object that can be.
     *
     * @param type the declared type of the object in Java's notation ({@code int[]}), or its class where it is made there;
     *     null where it is not known
     * @param owner the class whose static field it was read from, which is initialized; null where it is from none
     */
    public record EnteredMonitor(
            @Nullable String type, @Nullable String owner) {

        private static final String OBJECT = "java.lang.Object";

        static EnteredMonitor of(Frame frame, Value value) {
            return switch (value) {
                case Value.Read read ->
                    new EnteredMonitor(
                            Type.getType(read.descriptor()).getClassName(),
                            read.base() == null
                                    ? Type.getObjectType(read.owner()).getClassName()
                                    : null);
                case Value.Parameter parameter -> new EnteredMonitor(parameter(frame, parameter.local()), null);
                case Value.Created created
                when !created.type().equals("[") ->
                    new EnteredMonitor(Type.getObjectType(created.type()).getClassName(), null);
                case Value.Constant constant ->
                    new EnteredMonitor(
                            constant.value() instanceof String ? "java.lang.String" : "java.lang.Class", null);
                default -> new EnteredMonitor(null, null);
            };
        }

        /** Whether the object can be an array of primitive values, as far as is known. */
        public boolean canBePrimitiveArray() {
            String known = type;
            return known == null
                    || known.equals(OBJECT)
                    || known.equals("java.lang.Cloneable")
                    || known.equals("java.io.Serializable")
                    || known.endsWith("[]");
        }

        private static @Nullable String parameter(Frame frame, int local) {
            int slot = 0;
            if ((frame.modifiers() & Opcodes.ACC_STATIC) == 0) {
                if (local == 0) {
                    return frame.className();
                }
                slot = 1;
            }
            for (Type type : Type.getArgumentTypes(frame.descriptor())) {
                if (slot == local) {
                    return type.getClassName();
                }
                slot += type.getSize();
            }
            return null;
        }
    }
}
