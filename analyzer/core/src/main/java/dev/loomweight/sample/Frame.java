package dev.loomweight.sample;

import dev.loomweight.jvm.JvmNames;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a recorded stack.
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
public record Frame(
        String className,
        String methodName,
        String descriptor,
        int line,
        int bytecodeIndex,
        int modifiers,
        String type) {

    /**
     * The class name without the suffix that the JVM gives to hidden classes: {@code +0x...} on JDK 21, where the
     * recorder adds a number to it, and {@code .0x...} from 24 on; it differs from run to run, so nothing is grouped by
     * it.
     */
    public String stableClassName() {
        return JvmNames.stableName(className);
    }

    /** Whether the class was defined as a hidden one, so that no class file of that name exists. */
    public boolean isHidden() {
        return !stableClassName().equals(className);
    }

    // By the strings, whose hashes are kept. Stacks are keys by the thousand, and a record's own are made of method
    // handles.
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
}
