package dev.loomweight.report;

import org.jspecify.annotations.Nullable;

/**
 * A place in code.
 *
 * @param className the class in Java's notation, such as {@code com.acme.Cart$Line}
 * @param methodName the method
 * @param line its line, or -1 where it is not known
 * @param sourceFile the name of the source file without its folder, such as {@code Cart.kt}; null where it is not known
 */
public record Place(
        String className,
        String methodName,
        int line,
        @Nullable String sourceFile) {

    /**
     * Where the source lies below the root of its sources, with slashes: {@code com/acme/Cart.java}. Where the file is not
     * known, the one that javac would have wanted: that of the outermost class.
     */
    public String path() {
        int dot = className.lastIndexOf('.');
        String folder = className.substring(0, dot + 1).replace('.', '/');
        if (sourceFile != null) {
            return folder + sourceFile;
        }
        String simple = className.substring(dot + 1);
        int dollar = simple.indexOf('$', 1);
        return folder + (dollar > 0 ? simple.substring(0, dollar) : simple) + ".java";
    }
}
