package dev.loomweight.junit.spi;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A test, or a class of tests, and when and on which thread it ran. */
public final class TestSpan {

    // JUnit's: test-template-invocation, class-template-invocation, dynamic-container, dynamic-test; TestNG's: invoc.
    private static final String INVOCATION = "[\\w-]*invoc\\w*|dynamic-\\w+";
    private static final Pattern PART_OF_INVOCATION = Pattern.compile("/\\[(?:" + INVOCATION + "):");

    private final String id;
    private final String displayName;
    private final String className;
    private final @Nullable String methodName;
    private final long threadId;
    private final String threadName;
    private final Instant from;
    private final Instant to;
    private final List<Claim> claims;
    private final NewThreads newThreads;
    private final @Nullable ThreadsClaim threadsClaim;

    /**
     * Of one run of it, of which it is not known which threads were created meanwhile.
     *
     * @param id unique in the run: JUnit's
     * @param displayName as JUnit shows it; of one of several runs what says which it is, such as {@code [2] card}
     * @param className binary name of the class; empty for a test of an engine that names none
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
        this(
                id,
                displayName,
                className,
                methodName,
                threadId,
                threadName,
                from,
                to,
                claims,
                null,
                new NewThreads(0, 0));
    }

    /**
     * Of one run of it, of which nothing is claimed of the threads that it leaves.
     *
     * @param id unique in the run: JUnit's
     * @param displayName as JUnit shows it; of one of several runs what says which it is, such as {@code [2] card}
     * @param className binary name of the class; empty for a test of an engine that names none
     * @param methodName of the test, or null for the class itself
     * @param threadId JFR's id of the Java thread that ran it
     * @param threadName of that thread
     * @param from its start
     * @param to its end, not before its start
     * @param claims what its annotations say of pins; empty if they say nothing
     * @param newThreads those that it created
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
            NewThreads newThreads) {
        this(id, displayName, className, methodName, threadId, threadName, from, to, claims, null, newThreads);
    }

    /**
     * Of one run of it. Threads that it created are known by their ids: also those that run on when it has ended.
     *
     * @param id unique in the run: JUnit's
     * @param displayName as JUnit shows it; of one of several runs what says which it is, such as {@code [2] card}
     * @param className binary name of the class; empty for a test of an engine that names none
     * @param methodName of the test, or null for the class itself
     * @param threadId JFR's id of the Java thread that ran it
     * @param threadName of that thread
     * @param from its start
     * @param to its end, not before its start
     * @param claims what its annotations say of pins; empty if they say nothing
     * @param threadsClaim what its annotations say of threads that it leaves; null if they say nothing
     * @param newThreads those that it created
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
            @Nullable ThreadsClaim threadsClaim,
            NewThreads newThreads) {
        this.id = Objects.requireNonNull(id);
        this.displayName = Objects.requireNonNull(displayName);
        this.className = Objects.requireNonNull(className);
        this.methodName = methodName;
        this.threadId = threadId;
        this.threadName = Objects.requireNonNull(threadName);
        this.from = Objects.requireNonNull(from);
        this.to = Objects.requireNonNull(to);
        this.claims = List.copyOf(claims);
        this.threadsClaim = threadsClaim;
        this.newThreads = Objects.requireNonNull(newThreads);
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
     * Whether it is one of the runs of a method that may have several: of a parameterized, repeated or dynamic test, or of
     * the tests of a class that runs several times.
     *
     * @return whether its display name, and not its method, says which it is
     */
    public boolean isInvocation() {
        return methodName != null && PART_OF_INVOCATION.matcher(id).find();
    }

    /**
     * Whether a part of an id, {@code type:value}, is one of several runs of what it is in.
     *
     * @param type of the part: JUnit's, or that of another engine
     * @return whether its display name says which it is
     */
    public static boolean isInvocation(String type) {
        return type.matches(INVOCATION);
    }

    /**
     * What tells it from the other tests of its class.
     *
     * @return its display name; of an invocation, after the name of the method
     */
    public String runName() {
        return isInvocation() ? methodName + " " + displayName : displayName;
    }

    /** {@return what tells it from all other tests: its class, if it is in one, and {@link #runName()}} */
    public String qualifiedName() {
        return className.isEmpty() ? runName() : className + "." + runName();
    }

    /** {@return binary name of the class; empty for a test of an engine that names none} */
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

    /** {@return whether annotations claim anything of it} */
    public boolean isClaimed() {
        return !claims.isEmpty() || threadsClaim != null;
    }

    /** {@return what annotations claim of threads that it leaves; null if they claim nothing} */
    public @Nullable ThreadsClaim threadsClaim() {
        return threadsClaim;
    }

    /** {@return what annotations claim of its pins; empty if there are none} */
    public List<Claim> claims() {
        return claims;
    }

    /** {@return the threads that it created} */
    public NewThreads newThreads() {
        return newThreads;
    }
}
