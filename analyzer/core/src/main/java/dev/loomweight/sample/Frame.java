package dev.loomweight.sample;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.VirtualThreads;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a recorded stack. Two of the same components are equal. Readers make one object of equal frames mostly, which
 * is in thousands of stacks and asked for its names by each of them, so it keeps these.
 */
public final class Frame {

    /** The {@link #type()} of compiled code, and of what the compiler put into its caller. */
    public static final String COMPILED = "JIT compiled";

    public static final String INLINED = "Inlined";

    private static final byte OF_JDK = 1;
    private static final byte OF_OTHERS = 2;

    private final String className;
    private final String methodName;
    private final String descriptor;
    private final int line;
    private final int bytecodeIndex;
    private final int modifiers;
    private final String type;
    // Null and 0 until they are asked for.
    private @Nullable String stableClassName;
    private @Nullable String method;
    private @Nullable String label;
    private byte jdk;

    /**
     * What a frame consists of.
     *
     * @param className the class in Java's notation ({@code java.util.Map$Entry}), as recorded, hidden-class suffix
     *     included
     * @param methodName the method's name, {@code <init>} and {@code <clinit>} included
     * @param descriptor the method's descriptor in the class file's notation, such as {@code (J)V}
     * @param line the line in the source, or -1 where the class file has no line numbers
     * @param bytecodeIndex the index of the instruction in the method's bytecode, or -1 where it is not recorded
     * @param modifiers the method's access flags as in {@link java.lang.reflect.Modifier}; 0x20 is synchronized, 0x100
     *     native
     * @param type how it was executed: {@code Interpreted}, {@code JIT compiled}, {@code Inlined}, {@code Native}
     */
    public record Components(
            String className,
            String methodName,
            String descriptor,
            int line,
            int bytecodeIndex,
            int modifiers,
            String type) {}

    /** A frame of these {@link Components}. */
    public Frame(
            String className,
            String methodName,
            String descriptor,
            int line,
            int bytecodeIndex,
            int modifiers,
            String type) {
        this.className = className;
        this.methodName = methodName;
        this.descriptor = descriptor;
        this.line = line;
        this.bytecodeIndex = bytecodeIndex;
        this.modifiers = modifiers;
        this.type = type;
    }

    /** The class in Java's notation, as recorded, hidden-class suffix included. */
    public String className() {
        return className;
    }

    /** The method's name, {@code <init>} and {@code <clinit>} included. */
    public String methodName() {
        return methodName;
    }

    /** The method's descriptor in the class file's notation, such as {@code (J)V}. */
    public String descriptor() {
        return descriptor;
    }

    /** The line in the source, or -1 where the class file has no line numbers. */
    public int line() {
        return line;
    }

    /** The index of the instruction in the method's bytecode, or -1 where it is not recorded. */
    public int bytecodeIndex() {
        return bytecodeIndex;
    }

    /** The method's access flags as in {@link java.lang.reflect.Modifier}. */
    public int modifiers() {
        return modifiers;
    }

    /** How it was executed: {@code Interpreted}, {@code JIT compiled}, {@code Inlined}, {@code Native}. */
    public String type() {
        return type;
    }

    /** The same frame as it is where the compiler does not put it into its caller. */
    Frame withoutInlining() {
        return type.equals(INLINED)
                ? new Frame(className, methodName, descriptor, line, bytecodeIndex, modifiers, COMPILED)
                : this;
    }

    /**
     * The class name without the suffix that the JVM gives to hidden classes: {@code +0x...} on JDK 21, where the
     * recorder adds a number to it, and {@code .0x...} from 24 on; it differs from run to run, so nothing is grouped by
     * it.
     */
    public String stableClassName() {
        String known = stableClassName;
        if (known == null) {
            known = JvmNames.stableName(className);
            stableClassName = known;
        }
        return known;
    }

    /** Whether the class was defined as a hidden one, so that no class file of that name exists. */
    public boolean isHidden() {
        return !stableClassName().equals(className);
    }

    /** The method as people read it: {@code com.acme.Cart.add}. Nothing in it differs from run to run. */
    public String method() {
        String known = method;
        if (known == null) {
            known = stableClassName() + "." + methodName;
            method = known;
        }
        return known;
    }

    /** Where it is in code. */
    public CodePlace place() {
        return new CodePlace(stableClassName(), methodName, line);
    }

    /** The method and its line, where there is one: {@code com.acme.Cart.add:12}. */
    public String label() {
        String known = label;
        if (known == null) {
            known = place().toString();
            label = known;
        }
        return known;
    }

    /** Whether it is of the JDK, by its package. */
    public boolean isJdk() {
        if (jdk == 0) {
            jdk = JvmNames.isJdk(className) ? OF_JDK : OF_OTHERS;
        }
        return jdk == OF_JDK;
    }

    /** Whether it is of the method of a place. */
    public boolean isOf(CodePlace method) {
        return methodName.equals(method.methodName()) && stableClassName().equals(method.className());
    }

    /**
     * Whether dumps of all threads leave it out, while heap dumps and {@code Thread.print} have it, since the JDK hides it
     * ({@code @Hidden}): of hidden classes, and where threads begin and continuations begin and yield.
     */
    public boolean isLeftOut() {
        return isHidden()
                || className.startsWith(VirtualThreads.JDK_CONTINUATION)
                || className.startsWith(VirtualThreads.CONTINUATION)
                || className.startsWith("java.lang.invoke.LambdaForm$")
                || (className.equals("java.lang.Thread") && methodName.equals("runWith"))
                || (className.equals(VirtualThreads.CLASS) && methodName.equals("yieldContinuation"));
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object == this
                || (object instanceof Frame other
                        && line == other.line
                        && bytecodeIndex == other.bytecodeIndex
                        && modifiers == other.modifiers
                        && methodName.equals(other.methodName)
                        && className.equals(other.className)
                        && descriptor.equals(other.descriptor)
                        && type.equals(other.type));
    }

    @Override
    public int hashCode() {
        return (methodName.hashCode() * 31 + bytecodeIndex) * 31 + className.hashCode();
    }

    @Override
    public String toString() {
        return "Frame[" + label() + ", " + descriptor + ", " + bytecodeIndex + ", " + modifiers + ", " + type + "]";
    }
}
