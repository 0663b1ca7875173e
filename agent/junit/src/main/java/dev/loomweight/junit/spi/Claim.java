package dev.loomweight.junit.spi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an annotation says of the pins of a test. */
public final class Claim {

    /** Whether pins are refused or wanted. */
    public enum Kind {
        /** More than {@link Claim#atMost()} pins fail the test, and so does a longer one than {@link Claim#longest()}. */
        NO_PINS,
        /** No pin fails the test, and so do more than {@link Claim#atMost()}: a test that documents a pin. */
        EXPECT_PINS
    }

    /** The longest pin that is allowed where nothing is said of number or duration. */
    public static final Duration DEFAULT_LONGEST = Duration.ofMillis(1);

    /**
     * The same of waits for a monitor, before JDK 24. How long one takes is decided by who holds the monitor, who has pins of
     * its own where it blocks, and on a loaded machine by when it runs again: 20 ms is what JFR takes for worth recording.
     */
    public static final Duration DEFAULT_LONGEST_WAIT = Duration.ofMillis(20);

    private final Kind kind;
    private final long atMost;
    private final @Nullable Duration longest;
    private final @Nullable Duration longestWait;
    private final List<String> own;
    private final boolean includeClassLoading;
    private final List<String> allowed;
    private final String source;

    /**
     * Of one annotation.
     *
     * @param kind whether pins are refused or wanted
     * @param atMost how many pins there may be, 0 or more
     * @param longest a longer pin fails the test, however many there may be; null if no duration is claimed
     * @param own the packages whose pins count; if empty, those of the configuration
     * @param includeClassLoading whether pins of loading and initializing classes count
     * @param allowed reasons why the pins of this test are only counted; if empty, they are judged
     * @param source the simple name of the annotation with its at sign, for messages
     * @throws IllegalArgumentException if {@code atMost} or {@code longest} is negative
     */
    public Claim(
            Kind kind,
            long atMost,
            @Nullable Duration longest,
            List<String> own,
            boolean includeClassLoading,
            List<String> allowed,
            String source) {
        this(kind, atMost, longest, longest, own, includeClassLoading, allowed, source);
    }

    private Claim(
            Kind kind,
            long atMost,
            @Nullable Duration longest,
            @Nullable Duration longestWait,
            List<String> own,
            boolean includeClassLoading,
            List<String> allowed,
            String source) {
        if (atMost < 0 || (longest != null && longest.isNegative())) {
            throw new IllegalArgumentException(source + " cannot allow a negative number or duration of pins");
        }
        this.kind = Objects.requireNonNull(kind);
        this.atMost = atMost;
        this.longest = longest;
        this.longestWait = longestWait;
        this.own = List.copyOf(own);
        this.includeClassLoading = includeClassLoading;
        this.allowed = List.copyOf(allowed);
        this.source = Objects.requireNonNull(source);
    }

    /**
     * A claim of {@link Kind#NO_PINS}, where either the number, or the duration, or neither may be given.
     *
     * @param atMost how many pins there may be, 0 or more; null if any number is allowed
     * @param longest a longer pin fails the test; null if it is not given: any, or {@link #DEFAULT_LONGEST} and {@link
     *     #DEFAULT_LONGEST_WAIT} if {@code atMost} is not given either
     * @param own the packages whose pins count; if empty, those of the configuration
     * @param includeClassLoading whether pins of loading and initializing classes count
     * @param allowed reasons why the pins of this test are only counted; if empty, they are judged
     * @param source what claims it, for messages
     * @return the claim
     * @throws IllegalArgumentException if {@code atMost} or {@code longest} is negative
     */
    public static Claim noPins(
            @Nullable Long atMost,
            @Nullable Duration longest,
            List<String> own,
            boolean includeClassLoading,
            List<String> allowed,
            String source) {
        boolean byDefault = atMost == null && longest == null;
        return new Claim(
                Kind.NO_PINS,
                atMost == null ? Long.MAX_VALUE : atMost,
                byDefault ? DEFAULT_LONGEST : longest,
                byDefault ? DEFAULT_LONGEST_WAIT : longest,
                own,
                includeClassLoading,
                allowed,
                source);
    }

    /** {@return whether pins are refused or wanted} */
    public Kind kind() {
        return kind;
    }

    /** {@return how many pins there may be, 0 or more; {@link Long#MAX_VALUE} for any number} */
    public long atMost() {
        return atMost;
    }

    /** {@return the duration over which a single pin fails the test, or null if none is claimed} */
    public @Nullable Duration longest() {
        return longest;
    }

    /** {@return the same of pins that waited for a monitor} */
    public @Nullable Duration longestWait() {
        return longestWait;
    }

    /** {@return the packages whose pins count; if empty, those of the configuration} */
    public List<String> own() {
        return own;
    }

    /** {@return whether pins of loading and initializing classes count} */
    public boolean includeClassLoading() {
        return includeClassLoading;
    }

    /** {@return reasons why the pins of this test are only counted; if empty, they are judged} */
    public List<String> allowed() {
        return allowed;
    }

    /** {@return the simple name of the annotation with its at sign, for messages} */
    public String source() {
        return source;
    }
}
