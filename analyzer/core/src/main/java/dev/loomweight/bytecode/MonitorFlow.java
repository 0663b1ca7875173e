package dev.loomweight.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * The data flow over a method's control-flow graph, to its fixed point.
 *
 * <p>Not ASM's {@link org.objectweb.asm.tree.analysis.Analyzer}: that one enters a handler with what an instruction
 * leaves behind as well as with what it found, and enters every handler that covers an instruction. A monitorenter that
 * fails has taken nothing, and the first handler that takes everything hides those behind it: within a
 * {@code synchronized} block that is the one that releases the monitor.
 */
final class MonitorFlow {

    private final ParsedMethod method;
    private final InsnList insns;
    private final OperandInterpreter interpreter;
    private final @Nullable MonitorFrame[] frames;
    private final Deque<Integer> todo = new ArrayDeque<>();
    private final BitSet queued = new BitSet();

    private MonitorFlow(ParsedMethod method) {
        this.method = method;
        this.insns = method.node().instructions;
        this.interpreter = new OperandInterpreter(method);
        this.frames = new MonitorFrame[insns.size()];
    }

    /**
     * The frame before each instruction, by its position; only of those that a path leads to.
     *
     * @throws AnalyzerException if the bytecode is not valid; most other faults end in a {@link RuntimeException}
     */
    static Map<Integer, MonitorFrame> frames(ParsedMethod method) throws AnalyzerException {
        MonitorFlow flow = new MonitorFlow(method);
        flow.merge(0, flow.initial());
        while (!flow.todo.isEmpty()) {
            int position = flow.todo.removeLast();
            flow.queued.clear(position);
            flow.step(position);
        }
        Map<Integer, MonitorFrame> reached = new TreeMap<>();
        for (int i : method.positions()) {
            MonitorFrame frame = flow.frames[i];
            if (frame != null) {
                reached.put(i, frame);
            }
        }
        return reached;
    }

    private MonitorFrame initial() {
        MonitorFrame frame = new MonitorFrame(method.node().maxLocals, method.node().maxStack);
        boolean instance = (method.node().access & Opcodes.ACC_STATIC) == 0;
        int local = 0;
        if (instance) {
            Type owner = Type.getObjectType(method.owner());
            frame.setLocal(local, interpreter.newParameterValue(true, local, owner));
            local++;
        }
        for (Type type : Type.getArgumentTypes(method.node().desc)) {
            frame.setLocal(local, interpreter.newParameterValue(instance, local, type));
            local++;
            if (type.getSize() == 2) {
                frame.setLocal(local, Operand.ANY);
                local++;
            }
        }
        while (local < frame.getLocals()) {
            frame.setLocal(local, Operand.ANY);
            local++;
        }
        return frame;
    }

    private void step(int position) throws AnalyzerException {
        MonitorFrame before = frames[position];
        AbstractInsnNode insn = insns.get(position);
        if (before == null) {
            return;
        }
        if (insn.getOpcode() < 0) {
            merge(position + 1, before);
            return;
        }
        MonitorFrame after = new MonitorFrame(before);
        after.execute(insn, interpreter);
        for (int next : successors(position, insn)) {
            merge(next, after);
        }
        if (Throwing.canThrow(insn.getOpcode())) {
            throwFrom(position, before);
        }
    }

    private List<Integer> successors(int position, AbstractInsnNode insn) {
        List<Integer> next = new ArrayList<>();
        int opcode = insn.getOpcode();
        if (insn instanceof JumpInsnNode jump) {
            next.add(insns.indexOf(jump.label));
        } else if (insn instanceof LookupSwitchInsnNode choice) {
            addAll(next, choice.labels, choice.dflt);
        } else if (insn instanceof TableSwitchInsnNode choice) {
            addAll(next, choice.labels, choice.dflt);
        } else if (opcode == Opcodes.RET) {
            // Back to behind any call of a subroutine (before Java 6), as if there were but one.
            for (int caller : method.positions()) {
                if (insns.get(caller).getOpcode() == Opcodes.JSR && frames[caller] != null) {
                    next.add(caller + 1);
                }
            }
        }
        boolean ends = opcode == Opcodes.GOTO
                || opcode == Opcodes.JSR
                || opcode == Opcodes.RET
                || opcode == Opcodes.ATHROW
                || (opcode >= Opcodes.TABLESWITCH && opcode <= Opcodes.RETURN);
        if (!ends) {
            next.add(position + 1);
        }
        return next;
    }

    private void addAll(List<Integer> next, List<LabelNode> labels, LabelNode otherwise) {
        labels.forEach(label -> next.add(insns.indexOf(label)));
        next.add(insns.indexOf(otherwise));
    }

    private void throwFrom(int position, MonitorFrame before) throws AnalyzerException {
        for (TryCatchBlockNode block : method.node().tryCatchBlocks) {
            if (position < insns.indexOf(block.start) || position >= insns.indexOf(block.end)) {
                continue;
            }
            MonitorFrame handler = new MonitorFrame(before);
            handler.clearStack();
            handler.push(interpreter.newExceptionValue(block));
            handler.forgetFieldsAfter(insns.get(position));
            merge(insns.indexOf(block.handler), handler);
            if (block.type == null || block.type.equals("java/lang/Throwable")) {
                return;
            }
        }
    }

    private void merge(int position, MonitorFrame frame) throws AnalyzerException {
        if (position >= frames.length) {
            throw new IllegalArgumentException("it continues past its last instruction");
        }
        MonitorFrame known = frames[position];
        boolean changed = true;
        if (known == null) {
            frames[position] = new MonitorFrame(frame);
        } else {
            changed = known.merge(frame, interpreter);
        }
        if (changed && !queued.get(position)) {
            queued.set(position);
            todo.addLast(position);
        }
    }
}
