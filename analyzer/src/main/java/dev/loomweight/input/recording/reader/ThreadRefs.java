package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.ThreadRef;
import org.jspecify.annotations.Nullable;

/** The one way in which every reader makes a thread of what is recorded of it. */
public final class ThreadRefs {

    private ThreadRefs() {}

    /**
     * A thread.
     *
     * @param javaName its name in Java, or null
     * @param osName its name at the operating system, or null
     * @param javaThreadId its identifier in Java; not positive for a thread that is not of Java
     * @param osThreadId its identifier at the operating system; that of a virtual thread means nothing
     * @param virtual whether it is a virtual thread
     */
    public static ThreadRef of(
            @Nullable String javaName, @Nullable String osName, long javaThreadId, long osThreadId, boolean virtual) {
        String name = javaName == null ? osName : javaName;
        return new ThreadRef(
                Math.max(javaThreadId, 0), name == null ? "" : name, virtual ? 0 : Math.max(osThreadId, 0), virtual);
    }
}
