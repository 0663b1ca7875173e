package dev.loomweight.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /**
     * The monitors that the blocks of a method hold at one point of it.
     *
     * <p>Paths that meet must bring the same monitors, as the compilers of all languages see to and as HotSpot's own
     * compilers demand of what they compile (structured locking, JVMS 2.11.10). Where they do not, nothing is decided from
     * there on.
     */
    sealed interface MonitorState {

        /**
         * One monitor.
         *
         * @param site the position of its monitorenter
         * @param origin the origin of the locked object, see {@link Operand#origin}
         */
        record Entry(int site, int origin) {}

        /**
         * Exactly these.
         *
         * @param entries in the order in which they were taken
         */
        record Held(List<Entry> entries) implements MonitorState {}

        /**
         * It cannot be decided.
         *
         * @param sites the positions of the monitorenters whose monitors may be held, ascending
         * @param reason a clause that says why
         */
        record Undecided(List<Integer> sites, String reason) implements MonitorState {}

        /** Where a method begins: nothing is held. */
        static MonitorState none() {
            return new Held(List.of());
        }

        /** After a monitorenter. */
        default MonitorState enter(int site, int origin) {
            return switch (this) {
                case Held held -> {
                    List<Entry> more = new ArrayList<>(held.entries);
                    more.add(new Entry(site, origin));
                    yield new Held(List.copyOf(more));
                }
                case Undecided undecided -> new Undecided(union(undecided.sites, List.of(site)), undecided.reason);
            };
        }

        /** After a monitorexit on an object of that origin. */
        default MonitorState exit(int origin) {
            if (!(this instanceof Held held)) {
                return this;
            }
            int which = released(held.entries, origin);
            if (which < 0) {
                return new Undecided(held.sites(), "it releases a monitor that it has not taken");
            }
            List<Entry> fewer = new ArrayList<>(held.entries);
            fewer.remove(which);
            return new Held(List.copyOf(fewer));
        }

        // The last one that is on the same object; where objects cannot be distinguished, the last one.
        private static int released(List<Entry> entries, int origin) {
            for (int i = entries.size() - 1; i >= 0; i--) {
                int of = entries.get(i).origin;
                if (of == origin || of == Operand.MIXED || origin == Operand.MIXED) {
                    return i;
                }
            }
            return -1;
        }

        /** Where two paths meet. */
        default MonitorState merge(MonitorState other) {
            if (equals(other)) {
                return this;
            }
            if (this instanceof Held a && other instanceof Held b && a.sites().equals(b.sites())) {
                List<Entry> both = new ArrayList<>();
                for (int i = 0; i < a.entries.size(); i++) {
                    Entry entry = a.entries.get(i);
                    both.add(entry.equals(b.entries.get(i)) ? entry : new Entry(entry.site, Operand.MIXED));
                }
                return new Held(List.copyOf(both));
            }
            String reason = this instanceof Undecided undecided
                    ? undecided.reason
                    : other instanceof Undecided undecided
                            ? undecided.reason
                            : "paths that meet there hold different monitors";
            return new Undecided(union(sites(), other.sites()), reason);
        }

        /** The positions of the monitorenters whose monitors are or may be held. */
        default List<Integer> sites() {
            return switch (this) {
                case Held held -> held.entries.stream().map(Entry::site).toList();
                case Undecided undecided -> undecided.sites;
            };
        }

        private static List<Integer> union(List<Integer> a, List<Integer> b) {
            return Stream.concat(a.stream(), b.stream()).collect(Collectors.toCollection(TreeSet::new)).stream()
                    .toList();
        }
    }
}
