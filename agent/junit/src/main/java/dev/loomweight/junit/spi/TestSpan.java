package dev.loomweight.junit.spi;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A test, or a class of tests, and when and on which thread it ran. */
public final class TestSpan {

    private final String id;
    private final String displayName;
    private final String className;
    private final @Nullable String methodName;
    private final long threadId;
    private final String threadName;
    private final Instant from;
    private final Instant to;
    private final List<Claim> claims;
    private final long firstNewThread;
    private final long lastNewThread;

    /**
     * Of one run of it, of which it is not known which threads were created meanwhile.
     *
     * @param id unique in the run: JUnit's
     * @param displayName as JUnit shows it
     * @param className binary name of the class
     * @param methodName of the test, or null for the class itself: what ran in it and in none of its tests, such as
     *     {@code @BeforeAll}
     * @param threadId JFR's id of the Java thread that ran it
     * @param threadName of that thread
     * @param from its start
     * @param to its end, not before its start
     * @param claims what its annotations, those of its class and of its superclasses say; the nearest alone of each
     *     kind. Empty if it has none
     */
    public TestSpan(
            String id,
            String displayName,
            String className,
            @Nullable String methodName,
            long threadId,
            String threadName,
            Instant from,
            Instant to,
            List<Claim> claims) {
        this(id, displayName, className, methodName, threadId, threadName, from, to, claims, 0, 0);
    }

    /**
     * Of one run of it. Threads that it created are known by their ids, which the JVM hands out in order: also those that
     * run on when it has ended.
     *
     * @param id unique in the run: JUnit's
     * @param displayName as JUnit shows it
     * @param className binary name of the class
     * @param methodName of the test, or null for the class itself
     * @param threadId JFR's id of the Java thread that ran it
     * @param threadName of that thread
     * @param from its start
     * @param to its end, not before its start
     * @param claims what its annotations say; empty if it has none
     * @param firstNewThread {@link #nextThreadId()} at its start; 0 if it is not known
     * @param lastNewThread {@link #nextThreadId()} at its end; 0 if it is not known
     */
    public TestSpan(
            String id,
            String displayName,
            String className,
            @Nullable String methodName,
            long threadId,
            String threadName,
            Instant from,
            Instant to,
            List<Claim> claims,
            long firstNewThread,
            long lastNewThread) {
        this.id = Objects.requireNonNull(id);
        this.displayName = Objects.requireNonNull(displayName);
        this.className = Objects.requireNonNull(className);
        this.methodName = methodName;
        this.threadId = threadId;
        this.threadName = Objects.requireNonNull(threadName);
        this.from = Objects.requireNonNull(from);
        this.to = Objects.requireNonNull(to);
        this.claims = List.copyOf(claims);
        this.firstNewThread = firstNewThread;
        this.lastNewThread = lastNewThread;
    }

    /**
     * An id that no thread has or gets: larger than those of all threads that were created before, smaller than those of
     * all that are created later. Takes well under a microsecond.
     *
     * @return the id, positive
     */
    @SuppressWarnings("deprecation") // its successor is not in Java 11
    public static long nextThreadId() {
        // Never started; inherits nothing.
        return new Thread(null, null, "", 0, false).getId();
    }

    /** {@return what is unique in the run: JUnit's id} */
    public String id() {
        return id;
    }

    /** {@return its name as JUnit shows it} */
    public String displayName() {
        return displayName;
    }

    /**
     * Whether it is one of the runs of a method that may have several: of a parameterized, repeated or dynamic test.
     *
     * @return whether its display name, and not its method, says which it is
     */
    public boolean isInvocation() {
        int last = id.lastIndexOf("/[") + 1;
        return methodName != null
                && (id.startsWith("[test-template-invocation:", last) || id.startsWith("[dynamic-test:", last));
    }

    /**
     * What tells it from the other tests of its class.
     *
     * @return its display name; of an invocation, after the name of the method
     */
    public String runName() {
        return isInvocation() ? methodName + " " + displayName : displayName;
    }

    /** {@return binary name of the class} */
    public String className() {
        return className;
    }

    /** {@return the name of the test's method, or null for the class itself} */
    public @Nullable String methodName() {
        return methodName;
    }

    /** {@return JFR's id of the Java thread that ran it} */
    public long threadId() {
        return threadId;
    }

    /** {@return the name of the thread that ran it} */
    public String threadName() {
        return threadName;
    }

    /** {@return its start} */
    public Instant from() {
        return from;
    }

    /** {@return its end, not before its start} */
    public Instant to() {
        return to;
    }

    /** {@return what annotations claim; empty if there are none} */
    public List<Claim> claims() {
        return claims;
    }

    /** {@return an id smaller than those of all threads created since its start, or 0 if it is not known} */
    public long firstNewThread() {
        return firstNewThread;
    }

    /** {@return an id larger than those of all threads created before its end, or 0 if it is not known} */
    public long lastNewThread() {
        return lastNewThread;
    }
}
