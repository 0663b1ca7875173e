package dev.loomweight.junit.spi;

import java.util.Objects;

/** A platform thread that was alive when a test ended. */
public final class PlatformThread {

    private final long id;
    private final String name;
    private final boolean daemon;
    private final String className;

    /**
     * Of one thread.
     *
     * @param id its {@code Thread.threadId()}
     * @param name its name
     * @param daemon whether the JVM ends without waiting for it
     * @param className the class of the thread itself: mostly {@code java.lang.Thread}
     */
    public PlatformThread(long id, String name, boolean daemon, String className) {
        this.id = id;
        this.name = Objects.requireNonNull(name);
        this.daemon = daemon;
        this.className = Objects.requireNonNull(className);
    }

    /** {@return its {@code Thread.threadId()}} */
    public long id() {
        return id;
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /** {@return whether the JVM ends without waiting for it} */
    public boolean isDaemon() {
        return daemon;
    }

    /** {@return the class of the thread itself} */
    public String className() {
        return className;
    }
}
