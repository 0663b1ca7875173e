package dev.loomweight.bytecode;

import dev.loomweight.bytecode.MonitorFrame.MonitorState;
import dev.loomweight.classfiles.ErrorText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * The monitors that the {@code synchronized} blocks of a method hold before each of its instructions, by data flow over
 * its control-flow graph. A range of instructions would not do: an early return, {@code continue} and every copy of a
 * finally block release in the midst of it.
 */
final class BlockMonitors {

    // Some 40 MB while the method is analysed; code of that size with a synchronized block has not been seen.
    private static final long MAX_SLOTS = 10_000_000;

    /**
     * What is held before one instruction.
     *
     * @param values which object each of the monitors is of
     * @param uncertainty a clause that says why it is not decided, or null
     */
    record Point(
            List<Monitor> monitors,
            List<Value> values,
            @Nullable String uncertainty) {

        private static Point without(String uncertainty) {
            return new Point(List.of(), List.of(), uncertainty);
        }
    }

    private static final Point NOTHING = new Point(List.of(), List.of(), null);
    private static final Point UNREACHED = Point.without("no path through the method reaches it");

    private final @Nullable Map<Integer, Point> points;
    private final Point otherwise;
    private final Map<Integer, Operand> locks;
    private final Map<Integer, Operand> entered;

    private BlockMonitors(
            @Nullable Map<Integer, Point> points,
            Point otherwise,
            Map<Integer, Operand> locks,
            Map<Integer, Operand> entered) {
        this.points = points;
        this.otherwise = otherwise;
        this.locks = locks;
        this.entered = entered;
    }

    private BlockMonitors(Point always) {
        this(null, always, Map.of(), Map.of());
    }

    /** Analyses a method. Never fails: what cannot be analysed is not decided. */
    static BlockMonitors of(ParsedMethod method) {
        if (!hasMonitors(method)) {
            return new BlockMonitors(NOTHING);
        }
        try {
            Map<Integer, MonitorFrame> frames = flow(method);
            if (frames == null) {
                return new BlockMonitors(Point.without("the method is too large to analyze"));
            }
            Map<Integer, Operand> locks = locks(method, frames);
            return new BlockMonitors(points(method, frames), UNREACHED, locks, entered(method, locks));
        } catch (AnalyzerException | RuntimeException | AssertionError e) {
            // ASM meets some claims of a damaged class file with an assertion.
            return new BlockMonitors(Point.without("its bytecode is not valid: " + ErrorText.of(e)));
        }
    }

    // Null where the method is too large.
    private static @Nullable Map<Integer, MonitorFrame> flow(ParsedMethod method) throws AnalyzerException {
        // What the class file claims, but no more than its instructions can use: damage must not cost memory.
        int operands = Math.min(method.node().maxStack, 2 * method.offsets().size() + 1);
        long slots = (long) (method.node().maxLocals + operands)
                * method.node().instructions.size();
        method.node().maxStack = operands;
        return slots > MAX_SLOTS ? null : MonitorFlow.frames(method);
    }

    /**
     * The operands of the instruction at a bytecode index, the topmost last, whether the method has monitors or not.
     *
     * @return null where no path leads there, or the method cannot be analysed
     */
    static @Nullable List<Operand> operands(ParsedMethod method, int offset) {
        try {
            Map<Integer, MonitorFrame> frames = flow(method);
            int which = Collections.binarySearch(method.offsets(), offset);
            MonitorFrame frame = frames == null || which < 0
                    ? null
                    : frames.get(method.positions().get(which));
            if (frame == null) {
                return null;
            }
            List<Operand> operands = new ArrayList<>();
            for (int i = 0; i < frame.getStackSize(); i++) {
                operands.add(frame.getStack(i));
            }
            return operands;
        } catch (AnalyzerException | RuntimeException | AssertionError e) {
            return null;
        }
    }

    /** What is held before the instruction at that bytecode index. */
    Point before(int offset) {
        return points == null ? otherwise : points.getOrDefault(offset, otherwise);
    }

    /**
     * What the monitorenter or the call of {@link Object#wait()} at that bytecode index is about, as the source names it;
     * null where there is no such instruction.
     */
    @Nullable
    String lockAt(int offset) {
        Operand lock = locks.get(offset);
        return lock == null ? null : lock.text();
    }

    /** The same as {@link #lockAt}, with the object. */
    @Nullable
    Operand operandAt(int offset) {
        return locks.get(offset);
    }

    /**
     * What the monitorenter directly before that bytecode index enters; null where there is none. There the interpreter
     * stands while it waits for the monitor.
     */
    @Nullable
    String enteredBefore(int offset) {
        Operand lock = entered.get(offset);
        return lock == null ? null : lock.text();
    }

    /** The same as {@link #enteredBefore}, with the object. */
    @Nullable
    Operand operandEnteredBefore(int offset) {
        return entered.get(offset);
    }

    /** Whether the answer is the same for every instruction. */
    boolean constant() {
        return points == null;
    }

    private static boolean hasMonitors(ParsedMethod method) {
        for (AbstractInsnNode insn : method.node().instructions) {
            if (insn.getOpcode() == Opcodes.MONITORENTER || insn.getOpcode() == Opcodes.MONITOREXIT) {
                return true;
            }
        }
        return false;
    }

    private static Map<Integer, Point> points(ParsedMethod method, Map<Integer, MonitorFrame> frames) {
        LineTable lines = method.lines();
        Map<Integer, Locked> bySite = new HashMap<>();
        frames.forEach((position, frame) -> {
            if (method.node().instructions.get(position).getOpcode() == Opcodes.MONITORENTER) {
                Operand locked = frame.getStack(frame.getStackSize() - 1);
                int line = lines.at(offset(method, position));
                bySite.put(position, new Locked(new Monitor(Monitor.Kind.BLOCK, locked.text(), line), locked.value()));
            }
        });
        Map<MonitorState, Point> known = new HashMap<>();
        Map<Integer, Point> points = new HashMap<>();
        frames.forEach((position, frame) -> points.put(
                offset(method, position), known.computeIfAbsent(frame.monitors(), state -> point(state, bySite))));
        return points;
    }

    private static Map<Integer, Operand> locks(ParsedMethod method, Map<Integer, MonitorFrame> frames) {
        Map<Integer, Operand> locks = new HashMap<>();
        frames.forEach((position, frame) -> {
            AbstractInsnNode insn = method.node().instructions.get(position);
            int above = insn.getOpcode() == Opcodes.MONITORENTER ? 0 : argumentsOfWait(insn);
            if (above >= 0) {
                locks.put(offset(method, position), frame.getStack(frame.getStackSize() - 1 - above));
            }
        });
        return locks;
    }

    private static Map<Integer, Operand> entered(ParsedMethod method, Map<Integer, Operand> locks) {
        Map<Integer, Operand> entered = new HashMap<>();
        for (int i = 0; i + 1 < method.offsets().size(); i++) {
            Operand lock = locks.get(method.offsets().get(i));
            AbstractInsnNode insn =
                    method.node().instructions.get(method.positions().get(i));
            if (lock != null && insn.getOpcode() == Opcodes.MONITORENTER) {
                entered.put(method.offsets().get(i + 1), lock);
            }
        }
        return entered;
    }

    // How many operands lie above the receiver of Object.wait; -1 for any other instruction.
    private static int argumentsOfWait(AbstractInsnNode insn) {
        boolean waits = insn instanceof MethodInsnNode call
                && call.getOpcode() == Opcodes.INVOKEVIRTUAL
                && call.name.equals("wait")
                && (call.desc.equals("()V") || call.desc.equals("(J)V") || call.desc.equals("(JI)V"));
        return waits ? Type.getArgumentTypes(((MethodInsnNode) insn).desc).length : -1;
    }

    private static int offset(ParsedMethod method, int position) {
        return method.offsets().get(Collections.binarySearch(method.positions(), position));
    }

    private static Point point(MonitorState state, Map<Integer, Locked> bySite) {
        List<Monitor> monitors = new ArrayList<>();
        List<Value> values = new ArrayList<>();
        for (int site : state.sites()) {
            Locked locked = bySite.get(site);
            if (locked != null) {
                monitors.add(locked.monitor);
                values.add(locked.value);
            }
        }
        return new Point(
                monitors, values, state instanceof MonitorState.Undecided undecided ? undecided.reason() : null);
    }

    private record Locked(Monitor monitor, Value value) {}
}
