package dev.loomweight.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * What the methods of a class file can run: the methods that they call, those that they hand over as lambdas or method
 * references, and the objects that they make. Names of classes are in Java's notation.
 *
 * @param className the class
 * @param superTypes its superclass, which is first and missing in {@code java.lang.Object} alone, and its interfaces
 * @param methods its methods, in the order of the file
 */
public record ClassCalls(String className, List<String> superTypes, List<Method> methods) {

    public ClassCalls {
        superTypes = List.copyOf(superTypes);
        methods = List.copyOf(methods);
    }

    /**
     * A method.
     *
     * @param name its name
     * @param descriptor its descriptor, such as {@code (J)V}
     * @param annotations the classes of the annotations that are visible at run time
     * @param calls what it can run, in the order of its instructions
     */
    public record Method(String name, String descriptor, List<String> annotations, List<Call> calls) {

        public Method {
            annotations = List.copyOf(annotations);
            calls = List.copyOf(calls);
        }
    }

    /** How a method can run another. */
    public enum Kind {
        /** An instruction calls it. */
        CALLED,
        /** An {@code invokedynamic} makes a lambda, a method reference or the like that calls it. */
        HANDED_OVER,
        /** An object is made, or a singleton read, any of whose methods can be called. */
        MADE
    }

    /**
     * What a method can run.
     *
     * @param kind how
     * @param owner the class that the instruction names, which may be a subclass of the method's own
     * @param name the name of the method; of {@link Kind#MADE} empty
     * @param descriptor its descriptor; of {@link Kind#MADE} empty
     */
    public record Call(Kind kind, String owner, String name, String descriptor) {}

    static ClassCalls of(ClassNode node) {
        List<String> superTypes = new ArrayList<>();
        if (node.superName != null) {
            superTypes.add(named(node.superName));
        }
        node.interfaces.forEach(name -> superTypes.add(named(name)));
        List<Method> methods = new ArrayList<>();
        for (MethodNode method : node.methods) {
            methods.add(new Method(method.name, method.desc, annotations(method), calls(method)));
        }
        return new ClassCalls(named(node.name), superTypes, methods);
    }

    private static String named(String internal) {
        return internal.replace('/', '.');
    }

    private static List<String> annotations(MethodNode method) {
        List<AnnotationNode> visible = method.visibleAnnotations == null ? List.of() : method.visibleAnnotations;
        return visible.stream()
                .map(annotation -> className(annotation.desc))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static String className(String descriptor) {
        return descriptor.startsWith("L") ? named(descriptor.substring(1, descriptor.length() - 1)) : "";
    }

    private static List<Call> calls(MethodNode method) {
        List<Call> calls = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            switch (insn) {
                case MethodInsnNode call -> calls.add(new Call(Kind.CALLED, named(call.owner), call.name, call.desc));
                case InvokeDynamicInsnNode dynamic -> {
                    for (Object argument : dynamic.bsmArgs) {
                        addHandle(calls, argument);
                    }
                }
                case LdcInsnNode constant -> addHandle(calls, constant.cst);
                case TypeInsnNode made
                when made.getOpcode() == Opcodes.NEW -> calls.add(new Call(Kind.MADE, named(made.desc), "", ""));
                case FieldInsnNode field
                when isSingleton(field) -> calls.add(new Call(Kind.MADE, named(field.owner), "", ""));
                default -> {}
            }
        }
        return calls;
    }

    private static void addHandle(List<Call> calls, @Nullable Object constant) {
        if (constant instanceof Handle handle) {
            calls.add(new Call(Kind.HANDED_OVER, named(handle.getOwner()), handle.getName(), handle.getDesc()));
        }
    }

    /** A static field of the type of its own class: of Kotlin's objects and of its lambdas that capture nothing. */
    private static boolean isSingleton(FieldInsnNode field) {
        return field.getOpcode() == Opcodes.GETSTATIC && className(field.desc).equals(named(field.owner));
    }
}
