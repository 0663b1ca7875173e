package dev.loomweight.classfiles;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One place of a class path that class files are found in. Safe for threads. */
public interface ClassContainer extends Closeable {

    /**
     * Looks for a class file.
     *
     * @param path the class' name in the class file's notation with the ending, such as {@code java/lang/Object.class}
     * @return null if it is not here
     * @throws IOException if it is here and cannot be read; the message begins with the file's name
     */
    @Nullable
    ClassBytes find(String path) throws IOException;

    /** The class that it starts, in Java's notation, as its manifest says; null where it says none. */
    default @Nullable String startClass() {
        return null;
    }

    /** Whether it has a place for the application's own classes alone, with classes in it. */
    default boolean holdsOwn() {
        return false;
    }

    @Override
    default void close() throws IOException {
        // Most hold nothing open.
    }
}
