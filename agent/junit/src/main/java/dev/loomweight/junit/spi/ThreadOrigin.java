package dev.loomweight.junit.spi;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** By what code a thread was created; threads that were created alike have equal ones. */
public final class ThreadOrigin {

    /** Who created it. */
    public enum Maker {
        /** Code that wanted a thread of its own. */
        CODE,
        /** A pool that is known, for a worker. */
        POOL,
        /** The JDK, for itself. */
        JDK,
        /** What runs the tests. */
        RUNNER
    }

    private final Maker maker;
    private final String creator;
    private final @Nullable StackTraceElement place;
    private final @Nullable String initializer;
    private final List<String> classes;

    /**
     * Of the stack of one that creates a thread.
     *
     * @param maker who created it
     * @param creator the name of the thread that did; empty where it has none
     * @param place the innermost frame that is not the JDK's; null where there is none
     * @param initializer the class whose static initializer created it; null where none did
     * @param classes those on the stack that are not the JDK's, the innermost first, up to what runs the tests
     */
    public ThreadOrigin(
            Maker maker,
            String creator,
            @Nullable StackTraceElement place,
            @Nullable String initializer,
            List<String> classes) {
        this.maker = Objects.requireNonNull(maker);
        this.creator = Objects.requireNonNull(creator);
        this.place = place;
        this.initializer = initializer;
        this.classes = List.copyOf(classes);
    }

    /** {@return who created it} */
    public Maker maker() {
        return maker;
    }

    /** {@return the name of the thread that created it; empty where that has none} */
    public String creator() {
        return creator;
    }

    /** {@return the innermost frame that is not the JDK's, or null where there is none} */
    public @Nullable StackTraceElement place() {
        return place;
    }

    /** {@return the class whose static initializer created it, or null where none did} */
    public @Nullable String initializer() {
        return initializer;
    }

    /** {@return the classes on the stack that are not the JDK's, the innermost first} */
    public List<String> classes() {
        return classes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof ThreadOrigin)) {
            return false;
        }
        ThreadOrigin origin = (ThreadOrigin) other;
        return maker == origin.maker
                && creator.equals(origin.creator)
                && Objects.equals(place, origin.place)
                && Objects.equals(initializer, origin.initializer)
                && classes.equals(origin.classes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(maker, creator, place, initializer, classes);
    }
}
