package dev.loomweight.sample;

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
     * The class name without the suffix that the JVM gives to hidden classes: {@code +0x...} on JDK 21 and
     * {@code .0x...} from 24 on; it differs from run to run, so nothing is grouped by it.
     */
    public String stableClassName() {
        int at = hiddenSuffix();
        return at < 0 ? className : className.substring(0, at);
    }

    private int hiddenSuffix() {
        int at = className.lastIndexOf("0x");
        if (at < 2) {
            return -1;
        }
        char before = className.charAt(at - 1);
        if (before != '+' && before != '.' && before != '/') {
            return -1;
        }
        for (int i = at + 2; i < className.length(); i++) {
            if (Character.digit(className.charAt(i), 16) < 0) {
                return -1;
            }
        }
        return at - 1;
    }
}
