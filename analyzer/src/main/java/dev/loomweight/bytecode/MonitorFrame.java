package dev.loomweight.bytecode;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** ASM's frame of locals and operands, with the monitors that are held. */
final class MonitorFrame extends Frame<Operand> {

    // Not set here: the constructor of the superclass has already copied it by then.
    @SuppressWarnings("NullAway.Init")
    private MonitorState monitors;

    MonitorFrame(int locals, int operands) {
        super(locals, operands);
        monitors = MonitorState.none();
    }

    MonitorFrame(Frame<? extends Operand> frame) {
        super(frame);
    }

    @Override
    public Frame<Operand> init(Frame<? extends Operand> frame) {
        monitors = ((MonitorFrame) (Frame<?>) frame).monitors;
        return super.init(frame);
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
        } else {
            super.execute(insn, interpreter);
        }
    }

    @Override
    public boolean merge(Frame<? extends Operand> frame, Interpreter<Operand> interpreter) throws AnalyzerException {
        boolean changed = super.merge(frame, interpreter);
        MonitorState merged = monitors.merge(((MonitorFrame) (Frame<?>) frame).monitors);
        if (merged.equals(monitors)) {
            return changed;
        }
        monitors = merged;
        return true;
    }
}
