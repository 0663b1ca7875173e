package dev.loomweight.bytecode;

import dev.loomweight.sample.Frame;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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
                        read.base() == null ? Type.getObjectType(read.owner()).getClassName() : null);
            case Value.Parameter parameter -> new EnteredMonitor(parameter(frame, parameter.local()), null);
            case Value.Created created
            when !created.type().equals("[") ->
                new EnteredMonitor(Type.getObjectType(created.type()).getClassName(), null);
            case Value.Constant constant ->
                new EnteredMonitor(constant.value() instanceof String ? "java.lang.String" : "java.lang.Class", null);
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
