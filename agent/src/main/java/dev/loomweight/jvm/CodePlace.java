package dev.loomweight.jvm;

import org.jspecify.annotations.Nullable;

/**
 * A place in code: a method, and its line where that is known. Text is made of it where it is shown.
 *
 * @param className the class in Java's notation, without a hidden class's suffix
 * @param methodName the method's name, {@code <init>} and {@code <clinit>} included
 * @param line the line in the source, or -1 where it is not known
 */
public record CodePlace(String className, String methodName, int line) implements Comparable<CodePlace> {

    /** A method, whatever its line. */
    public CodePlace(String className, String methodName) {
        this(className, methodName, -1);
    }

    public CodePlace {
        line = line > 0 ? line : -1;
    }

    /** Whether its line is known. */
    public boolean hasLine() {
        return line > 0;
    }

    /** The same without its line, which differs from build to build. */
    public CodePlace withoutLine() {
        return hasLine() ? new CodePlace(className, methodName) : this;
    }

    /** Whether two are in one method, or both are null. */
    public static boolean isSameMethod(@Nullable CodePlace one, @Nullable CodePlace other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.methodName.equals(other.methodName) && one.className.equals(other.className);
    }

    /** Whether somebody means it who names a place as it is printed, or the method alone. */
    public boolean isNamed(String place) {
        return place.equals(method()) || place.equals(toString());
    }

    /** The method as people read it: {@code com.acme.Cart.add}. */
    public String method() {
        return className + "." + methodName;
    }

    /** The same of a place that may be null. */
    public static @Nullable String methodOf(@Nullable CodePlace place) {
        return place == null ? null : place.method();
    }

    /** The method with its class, without the package: {@code Cart.add}. */
    public String shortName() {
        return className.substring(className.lastIndexOf('.') + 1) + "." + methodName;
    }

    /** The method and its line, where that is known: {@code com.acme.Cart.add:12}. */
    @Override
    public String toString() {
        return hasLine() ? method() + ":" + line : method();
    }

    /** By the text. */
    @Override
    public int compareTo(CodePlace other) {
        return toString().compareTo(other.toString());
    }

    // By all components. A record's own are made of method handles, which takes longer than all pins of a small
    // recording.
    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof CodePlace other && line == other.line && isSameMethod(this, other);
    }

    @Override
    public int hashCode() {
        return (className.hashCode() * 31 + methodName.hashCode()) * 31 + line;
    }
}
