package dev.loomweight.threads.random.program;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What a scene can be of. */
@SuppressWarnings("ImmutableEnumChecker") // Nothing changes them.
enum SceneKind {
    CIRCLE(LockScenes::circle, Is.HUNG, Is.HEALTHY),
    GRAPH(GraphScenes::random, Is.HUNG, Is.HEALTHY),
    UPGRADE(LockScenes::upgrade, Is.HUNG),
    SAME_TWO(LockScenes::sameTwo, Is.HEALTHY),
    HELD(LockScenes::held, Is.HUNG, Is.HEALTHY),
    CHAIN(LockScenes::chain, Is.HUNG, Is.HEALTHY),
    LOST_OWNER(LockScenes::lostOwner, Is.HUNG),
    LATCH(SignalScenes::latch, Is.HUNG, Is.HEALTHY),
    SEMAPHORE(SignalScenes::semaphore, Is.HUNG, Is.HEALTHY),
    CONDITION(SignalScenes::condition, Is.HUNG, Is.HEALTHY),
    CONSUMERS(SignalScenes::consumers, Is.HUNG, Is.HEALTHY),
    PRODUCERS(SignalScenes::producers, Is.HUNG, Is.HEALTHY),
    PARTIES(SignalScenes::parties, Is.HUNG, Is.HEALTHY),
    JOIN(SignalScenes::join, Is.HUNG, Is.HEALTHY),
    JOIN_CIRCLE(SignalScenes::joinCircle, Is.HUNG),
    OWN_TASKS(PoolScenes::ownTasks, Is.HUNG, Is.HEALTHY),
    IDLE_POOL(PoolScenes::idlePool, Is.HEALTHY, Is.RARE),
    CONNECTIONS(PoolScenes::connections, Is.HUNG, Is.HEALTHY),
    INITIALIZERS(ClassScenes::circle, Is.HUNG, Is.ONCE),
    SLOW_INITIALIZER(ClassScenes::slow, Is.HUNG, Is.HEALTHY, Is.ONCE),
    POLLER(ClassScenes::poller, Is.HUNG, Is.ON_CARRIERS, Is.ON_25),
    PINNED(CarrierScenes::pinned, Is.HUNG, Is.HEALTHY, Is.ON_CARRIERS),
    NEXT_OWNER(CarrierScenes::nextOwner, Is.HUNG, Is.ON_CARRIERS),
    WAIT_OF_ZERO(CarrierScenes::waitOfZero, Is.HUNG, Is.ON_CARRIERS, Is.ON_21),
    SPINNING(CarrierScenes::spinning, Is.HUNG, Is.HEALTHY, Is.ON_CARRIERS),
    ONE_SPINNER(CarrierScenes::oneSpinner, Is.HEALTHY, Is.ON_CARRIERS),
    OWN_SCHEDULER(OwnSchedulerScenes::kept, Is.HUNG, Is.HEALTHY, Is.ON_OWN_CARRIERS, Is.ONCE),
    IN_NATIVE(CarrierScenes::inNative, Is.HUNG, Is.ON_CARRIERS, Is.NATIVE),
    NATIVE_MONITOR(OtherScenes::nativeMonitor, Is.HUNG, Is.HEALTHY, Is.NATIVE),
    SOCKETS(OtherScenes::sockets, Is.HUNG, Is.HEALTHY),
    WRITE(OtherScenes::write, Is.HUNG, Is.HEALTHY),
    SLEEPERS(OtherScenes::sleepers, Is.HEALTHY, Is.RARE),
    COMPUTING(OtherScenes::computing, Is.HEALTHY, Is.RARE),
    TIMERS(OtherScenes::timers, Is.HEALTHY, Is.RARE);

    /** What is so of a kind. */
    enum Is {
        /** It can hang. */
        HUNG,
        /** It can be healthy. */
        HEALTHY,
        /** A program can have it once. */
        ONCE,
        /** It takes the carriers of the program, so all other scenes have platform threads. */
        ON_CARRIERS,
        /** It has a scheduler of its own. Beside who holds the JDK's carriers, no dump shows whose carriers a thread lacks. */
        ON_OWN_CARRIERS,
        /** It hangs on JDK 21 alone. */
        ON_21,
        /** It hangs on later ones alone. */
        ON_25,
        /** It is not drawn beside others: it can hardly be taken for a hang. */
        RARE,
        /** It needs the library with native methods. */
        NATIVE
    }

    private static final int FIRST_WITH_VIRTUAL = 21;
    private static final int FIRST_WITHOUT_PINNED_MONITORS = 24;

    private final Consumer<Scene> plan;
    private final Set<Is> is;

    SceneKind(Consumer<Scene> plan, Is first, Is... more) {
        this.plan = plan;
        this.is = EnumSet.of(first, more);
    }

    void plan(Scene scene) {
        plan.accept(scene);
    }

    boolean is(Is what) {
        return is.contains(what);
    }

    private boolean runsOn(int feature, boolean natives) {
        return (natives || !is(Is.NATIVE))
                && (feature >= FIRST_WITH_VIRTUAL || !(is(Is.ON_CARRIERS) || is(Is.ON_OWN_CARRIERS)))
                && (feature < FIRST_WITHOUT_PINNED_MONITORS || !is(Is.ON_21))
                && (feature >= FIRST_WITHOUT_PINNED_MONITORS || !is(Is.ON_25));
    }

    /** Those that a JDK has. */
    static List<SceneKind> on(int feature, boolean natives) {
        List<SceneKind> kinds = new ArrayList<>();
        for (SceneKind kind : values()) {
            if (kind.runsOn(feature, natives)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
