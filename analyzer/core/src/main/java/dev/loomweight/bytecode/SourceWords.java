package dev.loomweight.bytecode;

import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** How Java source writes what bytecode names. */
final class SourceWords {

    private static final Pattern NESTED = Pattern.compile("(?<=[^$./])\\$(?=[\\p{L}_])");
    private static final int LONGEST_STRING = 30;

    private SourceWords() {}

    /** The class without its package, nested ones with a dot: {@code Map.Entry}. */
    static String simpleName(String internalName) {
        return NESTED.matcher(internalName.substring(internalName.lastIndexOf('/') + 1))
                .replaceAll(".");
    }

    /** The type without its package: {@code int[]}, {@code Map.Entry}. */
    static String simpleName(Type type) {
        return switch (type.getSort()) {
            case Type.ARRAY -> simpleName(type.getElementType()) + "[]".repeat(type.getDimensions());
            case Type.OBJECT -> simpleName(type.getInternalName());
            default -> type.getClassName();
        };
    }

    /** A constant: {@code Cart.class}, {@code "text"}, {@code 1}. */
    static String constant(Object value) {
        if (value instanceof Type type) {
            return type.getSort() == Type.METHOD ? "a method type" : simpleName(type) + ".class";
        }
        if (value instanceof String text) {
            String start = text.length() <= LONGEST_STRING ? text : text.substring(0, LONGEST_STRING) + "...";
            return "\"" + start.replaceAll("\\p{Cntrl}", "?") + "\"";
        }
        return value instanceof Number ? value.toString() : "a constant";
    }

    /** A field of the object that the prefix names; captured variables and outer objects as the source names them. */
    static String field(String prefix, FieldInsnNode field) {
        if (prefix.equals("this") && field.name.startsWith("val$")) {
            return field.name.substring("val$".length());
        }
        if (field.name.startsWith("this$") && field.desc.startsWith("L")) {
            return simpleName(Type.getType(field.desc)) + ".this";
        }
        return prefix + "." + field.name;
    }

    /**
     * The result of a call.
     *
     * @param owner the class that the call is in
     * @param prefix the object that the method is called on; unused for a static method
     */
    static String call(String owner, String prefix, MethodInsnNode call) {
        String arguments = call.desc.startsWith("()") ? "()" : "(...)";
        boolean bare = call.getOpcode() == Opcodes.INVOKESTATIC ? call.owner.equals(owner) : prefix.equals("this");
        if (bare) {
            return call.name + arguments;
        }
        String on = call.getOpcode() == Opcodes.INVOKESTATIC ? simpleName(call.owner) : prefix;
        return on + "." + call.name + arguments;
    }
}
