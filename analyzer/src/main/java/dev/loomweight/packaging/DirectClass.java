package dev.loomweight.packaging;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class file whose type switches and whose {@code equals} and {@code hashCode} of records are plain code. The compiler
 * leaves them to {@code invokedynamic}: the JVM then makes classes for each at run time, which no start archive holds, and
 * which the compiler C1, the only one in short runs, does not inline.
 *
 * <p>The code does what {@code java.lang.runtime.SwitchBootstraps} and {@code ObjectMethods} specify; hash codes are the
 * same, too.
 */
final class DirectClass {

    private static final String SWITCHES = "java/lang/runtime/SwitchBootstraps";
    private static final String RECORDS = "java/lang/runtime/ObjectMethods";
    private static final String OBJECTS = "java/util/Objects";
    private static final int HASH_FACTOR = 31;

    /** A long or double of each of two records. */
    private static final int MAX_STACK = 4;

    private DirectClass() {}

    /** A class file that does the same: the same bytes if there is nothing to replace. */
    static byte[] of(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        Direct direct = new Direct(writer);
        new ClassReader(classFile).accept(direct, 0);
        return direct.added.isEmpty() ? classFile : writer.toByteArray();
    }

    /** Replaces each call by one of a method that is added to the class. */
    private static final class Direct extends ClassVisitor {

        private final List<Consumer<ClassVisitor>> added = new ArrayList<>();
        private String owner = "";
        private boolean isInterface;

        Direct(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            owner = name;
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitInvokeDynamicInsn(
                        String called, String calledDescriptor, Handle bootstrap, Object... arguments) {
                    if (!replace(this, called, calledDescriptor, bootstrap, arguments)) {
                        super.visitInvokeDynamicInsn(called, calledDescriptor, bootstrap, arguments);
                    }
                }
            };
        }

        @Override
        public void visitEnd() {
            added.forEach(method -> method.accept(cv));
            super.visitEnd();
        }

        private boolean replace(
                MethodVisitor caller, String name, String descriptor, Handle bootstrap, Object... arguments) {
            if (bootstrap.getOwner().equals(SWITCHES)
                    && bootstrap.getName().equals("typeSwitch")
                    && Arrays.stream(arguments).allMatch(Type.class::isInstance)) {
                call(caller, "typeSwitch", descriptor, code -> typeSwitch(code, arguments));
                return true;
            }
            if (bootstrap.getOwner().equals(RECORDS) && (name.equals("equals") || name.equals("hashCode"))) {
                // The record, the names of its components, and what reads each of them.
                List<Handle> fields = Arrays.stream(arguments, 2, arguments.length)
                        .map(Handle.class::cast)
                        .toList();
                call(
                        caller,
                        name,
                        descriptor,
                        name.equals("equals") ? code -> equality(code, owner, fields) : code -> hash(code, fields));
                return true;
            }
            return false;
        }

        /** Calls a new private method with this code. */
        private void call(MethodVisitor caller, String purpose, String descriptor, Consumer<MethodVisitor> body) {
            String name = purpose + "$direct" + added.size();
            caller.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, isInterface);
            added.add(to -> {
                MethodVisitor code = to.visitMethod(
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, name, descriptor, null, null);
                code.visitCode();
                body.accept(code);
                code.visitInsn(Opcodes.IRETURN);
                code.visitMaxs(MAX_STACK, 3);
                code.visitEnd();
            });
        }
    }

    /** The index of the first type, from a given index on, that a value has; -1 for null, and their number if none. */
    private static void typeSwitch(MethodVisitor code, Object... types) {
        Label notNull = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitJumpInsn(Opcodes.IFNONNULL, notNull);
        answer(code, -1, notNull);
        for (int i = 0; i < types.length; i++) {
            Label next = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitIntInsn(Opcodes.SIPUSH, i);
            code.visitJumpInsn(Opcodes.IF_ICMPGT, next);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitTypeInsn(Opcodes.INSTANCEOF, ((Type) types[i]).getInternalName());
            code.visitJumpInsn(Opcodes.IFEQ, next);
            answer(code, i, next);
        }
        code.visitIntInsn(Opcodes.SIPUSH, types.length);
    }

    private static void equality(MethodVisitor code, String owner, List<Handle> fields) {
        Label other = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitJumpInsn(Opcodes.IF_ACMPNE, other);
        answer(code, 1, other);
        Label different = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.INSTANCEOF, owner);
        code.visitJumpInsn(Opcodes.IFEQ, different);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, owner);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        for (Handle field : fields) {
            read(code, field, 0);
            read(code, field, 2);
            code.visitJumpInsn(compare(code, Type.getType(field.getDesc())), different);
        }
        answer(code, 1, different);
        code.visitInsn(Opcodes.ICONST_0);
    }

    /** Returns an answer; what follows is jumped to. */
    private static void answer(MethodVisitor code, int answer, Label next) {
        code.visitIntInsn(Opcodes.SIPUSH, answer);
        code.visitInsn(Opcodes.IRETURN);
        code.visitLabel(next);
        // Only the parameters.
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    /** Compares two values of a type; returns the jump for different ones. */
    private static int compare(MethodVisitor code, Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> {
                code.visitInsn(Opcodes.LCMP);
                yield Opcodes.IFNE;
            }
            case Type.FLOAT, Type.DOUBLE -> {
                String descriptor = "(" + type.getDescriptor() + type.getDescriptor() + ")I";
                code.visitMethodInsn(Opcodes.INVOKESTATIC, box(type), "compare", descriptor, false);
                yield Opcodes.IFNE;
            }
            case Type.OBJECT, Type.ARRAY -> {
                code.visitMethodInsn(
                        Opcodes.INVOKESTATIC, OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", false);
                yield Opcodes.IFEQ;
            }
            default -> Opcodes.IF_ICMPNE;
        };
    }

    private static void hash(MethodVisitor code, List<Handle> fields) {
        code.visitInsn(Opcodes.ICONST_0);
        for (Handle field : fields) {
            code.visitIntInsn(Opcodes.BIPUSH, HASH_FACTOR);
            code.visitInsn(Opcodes.IMUL);
            read(code, field, 0);
            Type type = Type.getType(field.getDesc());
            boolean reference = type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    reference ? OBJECTS : box(type),
                    "hashCode",
                    "(" + (reference ? "Ljava/lang/Object;" : type.getDescriptor()) + ")I",
                    false);
            code.visitInsn(Opcodes.IADD);
        }
    }

    private static void read(MethodVisitor code, Handle field, int of) {
        code.visitVarInsn(Opcodes.ALOAD, of);
        code.visitFieldInsn(Opcodes.GETFIELD, field.getOwner(), field.getName(), field.getDesc());
    }

    /** The class of boxes of a primitive type. */
    private static String box(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.BYTE -> "java/lang/Byte";
            case Type.CHAR -> "java/lang/Character";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.LONG -> "java/lang/Long";
            case Type.FLOAT -> "java/lang/Float";
            case Type.DOUBLE -> "java/lang/Double";
            default -> throw new IllegalArgumentException(type + " is not primitive");
        };
    }
}
