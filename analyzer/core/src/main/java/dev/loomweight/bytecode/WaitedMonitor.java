package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which of the monitors that a stack holds is the one that its thread waits on in {@link Object#wait()}, and so has
 * released. Objects are not recorded, so they are compared by where the bytecode takes them from, and by their classes, of
 * which the event names that of the monitor waited on. The thread must own what it waits on: where all held monitors are
 * known, the only one that can be it is it.
 *
 * @param lock what is waited on, as its source has it; null where no class file shows it
 * @param held for each frame, for each of its monitors, whether it is the same
 */
public record WaitedMonitor(@Nullable String lock, List<List<Answer>> held) {

    public WaitedMonitor {
        held = List.copyOf(held);
    }

    /** Whether a held monitor is the one that is waited on. */
    public enum Answer {
        /** It is, so it is not held meanwhile. */
        SAME,
        /** It is another object, and held. */
        OTHER,
        /** It cannot be decided. */
        UNDECIDED
    }

    /**
     * Compares.
     *
     * @param at the frame that called {@code Object.wait}, or for which {@code Object.wait} is inlined
     * @param monitorClass the class of what is waited on, in Java's notation; null where it is not recorded
     */
    static WaitedMonitor of(StackCode code, StackHolders holders, int at, @Nullable String monitorClass) {
        Origins origins = new Origins(code);
        Operand receiver = receiver(code, at);
        ObjectOrigin waited = receiver == null ? null : origins.of(at, receiver.value());
        List<List<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < holders.frames().size(); i++) {
            HeldMonitors held = holders.frames().get(i);
            answers.add(held.holds() ? answers(code, origins, i, held, waited, monitorClass) : List.of());
        }
        return new WaitedMonitor(
                receiver == null ? null : receiver.text(), concluded(answers, isComplete(code, holders)));
    }

    private static List<Answer> answers(
            StackCode code,
            Origins origins,
            int i,
            HeldMonitors held,
            @Nullable ObjectOrigin waited,
            @Nullable String monitorClass) {
        List<Value> values = values(code, i);
        List<Answer> answers = new ArrayList<>();
        for (int k = 0; k < held.monitors().size(); k++) {
            boolean known = k < values.size();
            Answer answer =
                    waited == null || !known ? Answer.UNDECIDED : origins.compare(waited, origins.of(i, values.get(k)));
            boolean other = answer == Answer.UNDECIDED
                    && known
                    && monitorClass != null
                    && !origins.canBe(i, values.get(k), monitorClass);
            answers.add(other ? Answer.OTHER : answer);
        }
        return answers;
    }

    // The objects of a frame's monitors, in the order of its monitors.
    private static List<Value> values(StackCode code, int i) {
        Frame frame = code.stack().frames().get(i);
        List<Value> values = new ArrayList<>();
        if ((frame.modifiers() & Opcodes.ACC_SYNCHRONIZED) != 0) {
            values.add(
                    (frame.modifiers() & Opcodes.ACC_STATIC) == 0
                            ? new Value.Parameter(0)
                            : new Value.Constant(org.objectweb.asm.Type.getObjectType(
                                    frame.className().replace('.', '/'))));
        }
        FrameCode shown = code.at(i);
        MethodCode method = shown == null ? null : shown.method();
        if (method != null) {
            values.addAll(method.blocks().before(frame.bytecodeIndex()).values());
        }
        return values;
    }

    private static @Nullable Operand receiver(StackCode code, int at) {
        Instruction call = code.instruction(at);
        if (call == null || !call.isWait()) {
            return null;
        }
        List<Operand> operands = Origins.operands(code, at);
        int above = call.arguments();
        return operands == null || operands.size() <= above ? null : operands.get(operands.size() - 1 - above);
    }

    // What native code of the application takes by JNI is not seen.
    private static boolean isComplete(StackCode code, StackHolders holders) {
        if (!holders.complete()) {
            return false;
        }
        for (Frame frame : code.stack().frames()) {
            if ((frame.modifiers() & Opcodes.ACC_NATIVE) != 0 && !code.isJdk(frame.className())) {
                return false;
            }
        }
        return true;
    }

    private static List<List<Answer>> concluded(List<List<Answer>> answers, boolean complete) {
        long same = count(answers, Answer.SAME);
        long undecided = count(answers, Answer.UNDECIDED);
        if (complete && same == 0 && undecided == 1) {
            return replaced(answers, Answer.UNDECIDED, Answer.SAME);
        }
        // The thread owns what it waits on. If nothing on the stack can be that, the comparison went wrong.
        return complete && same == 0 && undecided == 0 ? replaced(answers, Answer.OTHER, Answer.UNDECIDED) : answers;
    }

    private static long count(List<List<Answer>> answers, Answer which) {
        long count = 0;
        for (List<Answer> ofFrame : answers) {
            for (Answer answer : ofFrame) {
                count += answer == which ? 1 : 0;
            }
        }
        return count;
    }

    private static List<List<Answer>> replaced(List<List<Answer>> answers, Answer from, Answer to) {
        List<List<Answer>> all = new ArrayList<>(answers.size());
        for (List<Answer> ofFrame : answers) {
            List<Answer> replaced = new ArrayList<>(ofFrame);
            replaced.replaceAll(answer -> answer == from ? to : answer);
            all.add(replaced);
        }
        return all;
    }
}
