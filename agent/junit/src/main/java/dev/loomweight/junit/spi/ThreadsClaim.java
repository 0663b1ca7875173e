package dev.loomweight.junit.spi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** That a test leaves no threads. */
public final class ThreadsClaim {

    private final List<String> allowed;
    private final Duration grace;
    private final String source;

    /**
     * Of one annotation.
     *
     * @param allowed which threads may stay: what their names begin with, or names of classes or packages
     * @param grace how long a thread may take to end after its test
     * @param source the simple name of the annotation with its at sign, for messages
     */
    public ThreadsClaim(List<String> allowed, Duration grace, String source) {
        this.allowed = List.copyOf(allowed);
        this.grace = Objects.requireNonNull(grace);
        this.source = Objects.requireNonNull(source);
    }

    /** {@return which threads may stay: what their names begin with, or names of classes or packages} */
    public List<String> allowed() {
        return allowed;
    }

    /** {@return how long a thread may take to end after its test} */
    public Duration grace() {
        return grace;
    }

    /** {@return the simple name of the annotation with its at sign, for messages} */
    public String source() {
        return source;
    }
}
