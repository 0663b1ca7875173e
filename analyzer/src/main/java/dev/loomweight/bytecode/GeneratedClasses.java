package dev.loomweight.bytecode;

import java.util.regex.Pattern;

/** Classes that the JDK writes at run time. They have no class file, and none of their generators writes a monitor. */
final class GeneratedClasses {

    // Lambdas and string concatenation; the forms and species of method handles, and
    // the holders that a JDK keeps some forms in; switches over patterns (JDK 24);
    // dynamic proxies; reflection's accessors; the stubs of the foreign function interface.
    private static final Pattern WITHOUT_MONITORS = Pattern.compile(".*\\$\\$(Lambda|StringConcat|TypeSwitch)(\\$\\d+)?"
            + "|java\\.lang\\.invoke\\.((LambdaForm\\$|BoundMethodHandle\\$Species_).*|\\w+\\$Holder)"
            + "|(.*\\.)?\\$Proxy\\d+"
            + "|jdk\\.internal\\.reflect\\.Generated\\w+Accessor\\d*"
            + "|jdk\\.internal\\.foreign\\.abi\\.(Upcall|Downcall)Stub.*");

    private GeneratedClasses() {}

    /**
     * Whether a class is one of those.
     *
     * @param className its name without the suffix of hidden classes
     */
    static boolean holdNothing(String className) {
        return WITHOUT_MONITORS.matcher(className).matches();
    }
}
