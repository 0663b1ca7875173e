package dev.loomweight.bytecode;

/** Classes that the JDK writes at run time. They have no class file, and none of their generators writes a monitor. */
final class GeneratedClasses {

    // Lambdas and string concatenation; switches over patterns (JDK 24).
    private static final String[] SYNTHETIC = {"$$Lambda", "$$StringConcat", "$$TypeSwitch"};
    private static final String HANDLES = "java.lang.invoke.";
    private static final String PROXY = "$Proxy";
    private static final String ACCESSOR = "jdk.internal.reflect.Generated";
    private static final String FOREIGN = "jdk.internal.foreign.abi.";

    private GeneratedClasses() {}

    /**
     * Whether a class is one of those.
     *
     * @param className its name without the suffix of hidden classes
     */
    static boolean holdNothing(String className) {
        // Asked for every frame of every stack, and most classes are neither generated nor nested.
        return isStub(className)
                || isAccessor(className)
                || (className.indexOf('$') >= 0
                        && (isSynthetic(className) || isOfHandles(className) || isProxy(className)));
    }

    // Of the foreign function interface.
    private static boolean isStub(String name) {
        return name.startsWith(FOREIGN)
                && (name.startsWith("UpcallStub", FOREIGN.length())
                        || name.startsWith("DowncallStub", FOREIGN.length()));
    }

    private static boolean isSynthetic(String name) {
        int end = beforeDigits(name, name.length());
        if (end == name.length() || end == 0 || name.charAt(end - 1) != '$') {
            end = name.length();
        } else {
            end--;
        }
        for (String kind : SYNTHETIC) {
            if (end >= kind.length() && name.startsWith(kind, end - kind.length())) {
                return true;
            }
        }
        return false;
    }

    // The forms and species of method handles, and the holders that a JDK keeps some forms in.
    private static boolean isOfHandles(String name) {
        if (!name.startsWith(HANDLES)) {
            return false;
        }
        int holder = name.length() - "$Holder".length();
        return name.startsWith("LambdaForm$", HANDLES.length())
                || name.startsWith("BoundMethodHandle$Species_", HANDLES.length())
                || (name.endsWith("$Holder") && isWord(name, HANDLES.length(), holder));
    }

    // Dynamic proxies.
    private static boolean isProxy(String name) {
        int at = beforeDigits(name, name.length()) - PROXY.length();
        return at + PROXY.length() < name.length()
                && at >= 0
                && name.startsWith(PROXY, at)
                && (at == 0 || name.charAt(at - 1) == '.');
    }

    // Of reflection.
    private static boolean isAccessor(String name) {
        if (!name.startsWith(ACCESSOR)) {
            return false;
        }
        int end = beforeDigits(name, name.length()) - "Accessor".length();
        return end > ACCESSOR.length() && name.startsWith("Accessor", end) && isWord(name, ACCESSOR.length(), end);
    }

    private static int beforeDigits(String name, int end) {
        int at = end;
        while (at > 0 && name.charAt(at - 1) >= '0' && name.charAt(at - 1) <= '9') {
            at--;
        }
        return at;
    }

    /** Whether there is at least one character, and all are ASCII letters, digits and underscores. */
    private static boolean isWord(String name, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = name.charAt(i);
            boolean word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            if (!word) {
                return false;
            }
        }
        return from < to;
    }
}
