package dev.loomweight.bytecode;

import dev.loomweight.bytecode.WaitedMonitor.Answer;
import dev.loomweight.sample.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Follows objects through the calls of one stack, and compares them. */
final class Origins {

    private final StackCode code;
    private final TypeFacts types;

    Origins(StackCode code) {
        this.code = code;
        this.types = new TypeFacts(code.code());
    }

    /** Where a value of a frame comes from: what it was called with is looked for in the frame that called it. */
    ObjectOrigin of(int frame, Value value) {
        return switch (value) {
            case Value.Parameter parameter -> {
                Value argument = argument(frame, parameter.local());
                yield argument == null ? new ObjectOrigin.Of(frame, value) : of(frame + 1, argument);
            }
            case Value.Read read ->
                new ObjectOrigin.Field(frame, read, read.base() == null ? null : of(frame, read.base()));
            default -> new ObjectOrigin.Of(frame, value);
        };
    }

    // The caller's operand that became a local of the frame; null where the caller did not call it itself, as a
    // lambda's
    // form does.
    private @Nullable Value argument(int frame, int local) {
        if (frame + 1 >= code.stack().frames().size()) {
            return null;
        }
        Frame callee = code.stack().frames().get(frame);
        Instruction call = code.instruction(frame + 1);
        if (call == null || !call.passesArgumentsTo(callee)) {
            return null;
        }
        List<Operand> operands = operands(code, frame + 1);
        Type[] arguments = Type.getArgumentTypes(callee.descriptor());
        boolean instance = (callee.modifiers() & Opcodes.ACC_STATIC) == 0;
        int first = operands == null ? -1 : operands.size() - arguments.length - (instance ? 1 : 0);
        if (operands == null || first < 0) {
            return null;
        }
        int slot = 0;
        for (int i = first; i < operands.size(); i++) {
            if (slot == local) {
                return operands.get(i).value();
            }
            slot += operands.get(i).size();
        }
        return null;
    }

    /** The operands of the instruction that a frame stands at, the topmost last; null where they are not known. */
    static @Nullable List<Operand> operands(StackCode code, int i) {
        FrameCode shown = code.at(i);
        Frame frame = code.stack().frames().get(i);
        ClassCode file = shown == null ? null : shown.file();
        if (file == null || frame.bytecodeIndex() < 0) {
            return null;
        }
        try {
            return BlockMonitors.operands(file.parse(frame.methodName(), frame.descriptor()), frame.bytecodeIndex());
        } catch (ClassCode.BrokenClassException e) {
            return null;
        }
    }

    /** Whether two are the same object. */
    Answer compare(ObjectOrigin a, ObjectOrigin b) {
        Answer answer = switch (a) {
            case ObjectOrigin.Field field ->
                b instanceof ObjectOrigin.Field other
                        ? fields(field, other)
                        : fieldAndOther(field, (ObjectOrigin.Of) b);
            case ObjectOrigin.Of of ->
                b instanceof ObjectOrigin.Field field ? fieldAndOther(field, of) : others(of, (ObjectOrigin.Of) b);
        };
        return answer == Answer.UNDECIDED && types.disjoint(type(a), type(b)) ? Answer.OTHER : answer;
    }

    /**
     * Whether a value of a frame can be of exactly that class, as far as the frame or where the value comes from shows it.
     *
     * @param className in Java's notation, that of an array as the JVM has it ({@code [I})
     */
    boolean canBe(int frame, Value value, String className) {
        TypeFacts.Known exact = TypeFacts.exactly(className.replace('.', '/'));
        return !types.disjoint(type(new ObjectOrigin.Of(frame, value)), exact)
                && !types.disjoint(type(of(frame, value)), exact);
    }

    private Answer others(ObjectOrigin.Of a, ObjectOrigin.Of b) {
        if (a.value() instanceof Value.Constant && b.value() instanceof Value.Constant) {
            return a.value().equals(b.value()) ? Answer.SAME : Answer.OTHER;
        }
        if (a.frame() == b.frame() && a.value().equals(b.value()) && !a.value().equals(Value.UNKNOWN)) {
            return Answer.SAME;
        }
        return isNewTo(a, b) || isNewTo(b, a) ? Answer.OTHER : Answer.UNDECIDED;
    }

    // What a call has made is none of what there was before the call, and none of what else it has made.
    private static boolean isNewTo(ObjectOrigin.Of made, ObjectOrigin.Of other) {
        if (!(made.value() instanceof Value.Created)) {
            return false;
        }
        return other.value() instanceof Value.Constant
                || other.value() instanceof Value.Created
                || other.frame() > made.frame()
                || (other.frame() == made.frame() && other.value() instanceof Value.Parameter);
    }

    private Answer fields(ObjectOrigin.Field a, ObjectOrigin.Field b) {
        if (a.frame() == b.frame() && a.read().equals(b.read()) && !hasUnknown(a.read())) {
            return Answer.SAME;
        }
        FieldFacts ofA = facts(a);
        FieldFacts.Field key = key(a);
        if (!a.read().isSameField(b.read())) {
            // Each object that was made for a field is in no other of these.
            return ofA.own().containsKey(key) && facts(b).own().containsKey(key(b)) ? Answer.OTHER : Answer.UNDECIDED;
        }
        Answer bases = a.base() == null || b.base() == null ? Answer.SAME : compare(a.base(), b.base());
        return switch (bases) {
            case SAME -> ofA.stable().contains(key) ? Answer.SAME : Answer.UNDECIDED;
            case OTHER -> ofA.own().containsKey(key) ? Answer.OTHER : Answer.UNDECIDED;
            case UNDECIDED -> Answer.UNDECIDED;
        };
    }

    private Answer fieldAndOther(ObjectOrigin.Field field, ObjectOrigin.Of other) {
        if (other.value() instanceof Value.Created && field.frame() > other.frame()) {
            return Answer.OTHER;
        }
        if (!facts(field).own().containsKey(key(field))) {
            return Answer.UNDECIDED;
        }
        boolean inInitializer =
                code.stack().frames().get(other.frame()).methodName().startsWith("<");
        boolean otherObject =
                other.value() instanceof Value.Constant || (other.value() instanceof Value.Created && !inInitializer);
        return otherObject ? Answer.OTHER : Answer.UNDECIDED;
    }

    private static boolean hasUnknown(Value value) {
        return value.equals(Value.UNKNOWN)
                || (value instanceof Value.Read read && read.base() != null && hasUnknown(read.base()));
    }

    private static FieldFacts.Field key(ObjectOrigin.Field field) {
        return new FieldFacts.Field(field.read().name(), field.read().descriptor());
    }

    private FieldFacts facts(ObjectOrigin.Field field) {
        return types.fields(field.read().owner());
    }

    private TypeFacts.Known type(ObjectOrigin origin) {
        return switch (origin) {
            case ObjectOrigin.Field field -> {
                String own = facts(field).own().get(key(field));
                yield own == null || own.isEmpty()
                        ? TypeFacts.declared(Type.getType(field.read().descriptor()))
                        : TypeFacts.exactly(own);
            }
            case ObjectOrigin.Of of -> type(of);
        };
    }

    private TypeFacts.Known type(ObjectOrigin.Of of) {
        return switch (of.value()) {
            case Value.Created created -> TypeFacts.exactly(created.type());
            case Value.Constant constant ->
                TypeFacts.exactly(constant.value() instanceof String ? "java/lang/String" : "java/lang/Class");
            case Value.Parameter parameter -> ofParameter(code.stack().frames().get(of.frame()), parameter.local());
            default -> TypeFacts.ANY;
        };
    }

    private static TypeFacts.Known ofParameter(Frame frame, int local) {
        int slot = 0;
        if ((frame.modifiers() & Opcodes.ACC_STATIC) == 0) {
            if (local == 0) {
                return TypeFacts.declared(Type.getObjectType(frame.className().replace('.', '/')));
            }
            slot = 1;
        }
        for (Type type : Type.getArgumentTypes(frame.descriptor())) {
            if (slot == local) {
                return TypeFacts.declared(type);
            }
            slot += type.getSize();
        }
        return TypeFacts.ANY;
    }
}
