package dev.loomweight.bytecode;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * ASM's frame of locals and operands, with the monitors that are held, and with what was read from fields or written to
 * them and cannot have changed in this thread since: a field that is read again gives the same object.
 */
final class MonitorFrame extends Frame<Operand> {

    // Not set here: the constructor of the superclass has already copied it by then.
    @SuppressWarnings("NullAway.Init")
    private MonitorState monitors;

    @SuppressWarnings("NullAway.Init")
    private Map<Field, Operand> fields;

    private record Field(@Nullable Value base, String owner, String name, String descriptor) {}

    MonitorFrame(int locals, int operands) {
        super(locals, operands);
        monitors = MonitorState.none();
        fields = Map.of();
    }

    MonitorFrame(Frame<? extends Operand> frame) {
        super(frame);
    }

    @Override
    public Frame<Operand> init(Frame<? extends Operand> frame) {
        monitors = ((MonitorFrame) (Frame<?>) frame).monitors;
        fields = ((MonitorFrame) (Frame<?>) frame).fields;
        return super.init(frame);
    }

    /** Where an exception leaves the instruction: a call may have written any field before it threw. */
    void forgetFieldsAfter(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode || insn instanceof InvokeDynamicInsnNode) {
            fields = Map.of();
        }
    }

    MonitorState monitors() {
        return monitors;
    }

    @Override
    public void execute(AbstractInsnNode insn, Interpreter<Operand> interpreter) throws AnalyzerException {
        if (insn.getOpcode() == Opcodes.MONITORENTER) {
            int site = ((OperandInterpreter) interpreter).position(insn);
            monitors = monitors.enter(site, pop().origin());
        } else if (insn.getOpcode() == Opcodes.MONITOREXIT) {
            monitors = monitors.exit(pop().origin());
        } else if (insn instanceof FieldInsnNode field) {
            access(field, interpreter);
        } else {
            super.execute(insn, interpreter);
            if (insn instanceof MethodInsnNode || insn instanceof InvokeDynamicInsnNode) {
                // It may write any field.
                fields = Map.of();
            }
        }
    }

    private void access(FieldInsnNode field, Interpreter<Operand> interpreter) throws AnalyzerException {
        int opcode = field.getOpcode();
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean reads = opcode == Opcodes.GETSTATIC || opcode == Opcodes.GETFIELD;
        int above = reads ? 1 : 2;
        Value base = isStatic ? null : getStack(getStackSize() - above).value();
        Operand written = reads ? null : getStack(getStackSize() - 1);
        super.execute(field, interpreter);
        Field key = new Field(base, field.owner, field.name, field.desc);
        boolean known = !Value.UNKNOWN.equals(base);
        if (written != null) {
            // Another object may be the same, by another name.
            Map<Field, Operand> left = new HashMap<>(fields);
            left.keySet().removeIf(other -> other.name.equals(field.name) && other.descriptor.equals(field.desc));
            if (known && !Value.UNKNOWN.equals(written.value())) {
                left.put(key, written);
            }
            fields = Map.copyOf(left);
            return;
        }
        Operand before = fields.get(key);
        if (before != null) {
            push(pop().sameAs(before));
        } else if (known) {
            Map<Field, Operand> more = new HashMap<>(fields);
            more.put(key, getStack(getStackSize() - 1));
            fields = Map.copyOf(more);
        }
    }

    @Override
    public boolean merge(Frame<? extends Operand> frame, Interpreter<Operand> interpreter) throws AnalyzerException {
        boolean changed = super.merge(frame, interpreter);
        MonitorFrame other = (MonitorFrame) (Frame<?>) frame;
        MonitorState merged = monitors.merge(other.monitors);
        if (!merged.equals(monitors)) {
            monitors = merged;
            changed = true;
        }
        if (!other.fields.entrySet().containsAll(fields.entrySet())) {
            Map<Field, Operand> both = new HashMap<>(fields);
            both.entrySet().retainAll(other.fields.entrySet());
            fields = Map.copyOf(both);
            changed = true;
        }
        return changed;
    }
}
