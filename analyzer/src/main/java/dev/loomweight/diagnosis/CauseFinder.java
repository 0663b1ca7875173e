package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.Holders;
import dev.loomweight.bytecode.Monitor;
import dev.loomweight.bytecode.StackHolders;
import dev.loomweight.bytecode.WaitedMonitor;
import dev.loomweight.bytecode.WaitedMonitor.Answer;
import dev.loomweight.jvm.ClassLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the causes on one stack, the innermost first. */
final class CauseFinder {

    /** What is added to a lock of which it cannot be decided whether it is held or waited on. */
    static final String PERHAPS = " (perhaps the monitor waited on)";

    private final StackFrames frames;
    private final boolean librariesAreTheJdk;
    private final List<PinCause> causes = new ArrayList<>();
    // How far the JDK's frames at the top reach that only block.
    private final int blocked;
    private int firstCause = Integer.MAX_VALUE;
    private @Nullable WaitedMonitor waitedOn;

    /** @param librariesAreTheJdk whether only classes of the JDK count as a library's */
    CauseFinder(StackFrames frames, boolean librariesAreTheJdk) {
        this.frames = frames;
        this.librariesAreTheJdk = librariesAreTheJdk;
        int last = StackFrames.NONE;
        while (last + 1 < frames.size()
                && frames.isJdk(last + 1)
                && frames.nativeCode(last + 1) == null
                && !frames.isInitializer(last + 1)
                && !frames.isLoading(last + 1)
                && !frames.isLinking(last + 1)) {
            last++;
        }
        this.blocked = last;
    }

    /** The causes that were found. */
    List<PinCause> causes() {
        return causes;
    }

    /**
     * The call that blocked: the outermost of the JDK's frames at the top that are no cause themselves; null if there are
     * none.
     */
    @Nullable
    String blocker() {
        int last = Math.min(blocked, firstCause - 1);
        int call = last;
        // What handles and reflection pass on is called by what they pass it to.
        while (call > 0 && frames.isLinkage(call)) {
            call--;
        }
        return last < 0 ? null : frames.method(frames.isLinkage(call) ? last : call);
    }

    /** The monitor that the thread waits to enter. What it holds is another: it would not wait for its own. */
    void addEntered(Holders holders) {
        int at = frames.waiting();
        add(CauseKind.MONITOR_ENTER, at, holders.enteredAt(frames.code(), at), "");
    }

    /**
     * The same of an {@code int[]}, which is the lock of a class where the method does not take it.
     *
     * @param taker whether the method takes it, or that is not known
     */
    void addEnteredOrLinked(Holders holders, ClassLocks.Taker taker) {
        if (taker == ClassLocks.Taker.METHOD) {
            addEntered(holders);
            return;
        }
        int at = frames.waiting();
        String lock = holders.enteredAt(frames.code(), at);
        String which = lock == null
                ? "only the class file of " + frames.className(at) + " that ran shows which"
                : "its instruction can wait for either";
        firstCause = Math.min(firstCause, at);
        add(cause(CauseKind.MONITOR_ENTER, at, lock, which).with(Releases.AT_LEAST_UNTIL_23));
    }

    /**
     * The monitor that the thread waits on in {@code Object.wait}, or enters again after that.
     *
     * @param held what the stack holds, that monitor with it
     */
    void addWaitedOn(CauseKind kind, Holders holders, StackHolders held) {
        int at = frames.waiting();
        WaitedMonitor monitor = holders.waitedOn(frames.code(), held, at);
        waitedOn = monitor;
        add(kind, at, monitor.lock(), "");
    }

    /**
     * A lock of a class or a class loader that is waited for.
     *
     * @param loader the class of the loader, or an empty string where it is not recorded
     * @param holders names the lock where a method takes it
     */
    void addLock(ClassLocks.Lock lock, String loader, Holders holders) {
        CauseKind kind = switch (lock.purpose()) {
            case LOADING -> CauseKind.CLASS_LOADER_LOCK;
            case LINKING -> CauseKind.CLASS_LINKING;
            case EITHER -> CauseKind.CLASS_LOCK;
        };
        add(kind, lock.at(), lock.byJvm() ? null : holders.enteredAt(frames.code(), lock.at()), loader);
    }

    /** All that pins before JDK 24: monitors, native code, initializers, class loading. */
    void addAll(StackHolders held) {
        for (int i = 0; i < frames.size(); i++) {
            addHeld(i, held.frames().get(i).holds() ? held.frames().get(i).monitors() : List.of());
            addNative(i);
            if (frames.isInitializer(i)) {
                add(CauseKind.CLASS_INITIALIZER, i, null, "");
            }
            if (frames.isLoading(i)) {
                add(CauseKind.CLASS_LOADING, i, null, "");
            }
            addLinking(i);
        }
    }

    // A wait releases the monitor that it waits on, however often it was taken.
    private void addHeld(int i, List<Monitor> monitors) {
        for (int k = monitors.size() - 1; k >= 0; k--) {
            Monitor monitor = monitors.get(k);
            Answer answer =
                    waitedOn == null ? Answer.OTHER : waitedOn.held().get(i).get(k);
            if (answer != Answer.SAME) {
                boolean decided = answer == Answer.OTHER;
                add(kind(i, monitor), i, decided ? monitor.lock() : monitor.lock() + PERHAPS, "");
            }
        }
    }

    private CauseKind kind(int i, Monitor monitor) {
        boolean library = librariesAreTheJdk ? frames.isJdk(i) : !frames.isOwn(i);
        if (library) {
            return CauseKind.LIBRARY_MONITOR;
        }
        return monitor.kind() == Monitor.Kind.METHOD ? CauseKind.SYNCHRONIZED_METHOD : CauseKind.SYNCHRONIZED_BLOCK;
    }

    /** Native code, and what runs above code of the JVM itself, as from JDK 24 on. */
    void addNative() {
        for (int i = 0; i < frames.size(); i++) {
            int caller = frames.isLoading(i) ? frames.afterLoading(i) : StackFrames.NONE;
            if (caller != StackFrames.NONE && frames.isLoadingForJdk(caller)) {
                add(CauseKind.CLASS_LOADING, i, null, "");
            }
            addNative(i);
            addLinking(i);
        }
    }

    // Of a native method of the JDK that loads a class, that is the cause.
    private void addNative(int i) {
        CauseKind kind = frames.isLoadingForJdk(i) ? null : frames.nativeCause(i);
        if (kind != null) {
            add(kind, i, null, "");
        }
    }

    private void addLinking(int i) {
        if (frames.isLinking(i)) {
            firstCause = Math.min(firstCause, i);
            int method = frames.bootstrapMethod(i);
            int caller = frames.ownFrom(i + 1);
            add(new PinCause(
                    CauseKind.BOOTSTRAP_METHOD,
                    frames.method(method),
                    frames.isOwn(method),
                    Math.max(-1, frames.get(method).line()),
                    null,
                    caller == StackFrames.NONE ? null : frames.method(caller),
                    ""));
        }
    }

    /** What the JVM does in a section in which it does not unmount: load classes, and link calls. */
    void addCritical() {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.isLoading(i)) {
                add(CauseKind.CLASS_LOADING, i, null, "");
            }
            if (frames.isLoadingBelow(i)) {
                addNative(i);
            }
            addLinking(i);
        }
    }

    /** The initializer of a class, whether its frame is there or not. */
    PinCause initializer(String className) {
        int i = frames.initializerOf(className);
        if (i != StackFrames.NONE) {
            return cause(CauseKind.CLASS_INITIALIZER, i, null, "");
        }
        return new PinCause(
                CauseKind.CLASS_INITIALIZER, className + ".<clinit>", frames.isOwnClass(className), -1, null, null, "");
    }

    /**
     * The frame that needs a class which another thread initializes.
     *
     * @param className the class, or an empty string where it is not recorded
     */
    PinCause initialization(String className) {
        if (frames.size() == 0) {
            return PinCause.of(CauseKind.OTHER_CLASS_INITIALIZATION, className);
        }
        return cause(CauseKind.OTHER_CLASS_INITIALIZATION, 0, null, className).with(NeededClass.releases(frames));
    }

    private void add(CauseKind kind, int i, @Nullable String lock, String detail) {
        firstCause = Math.min(firstCause, i);
        add(cause(kind, i, lock, detail));
    }

    // A recursive method stands in the stack many times and is one cause.
    private void add(PinCause cause) {
        for (PinCause known : causes) {
            if (known.kind() == cause.kind()
                    && Objects.equals(known.frame(), cause.frame())
                    && Objects.equals(known.lock(), cause.lock())) {
                return;
            }
        }
        causes.add(cause);
    }

    private PinCause cause(CauseKind kind, int i, @Nullable String lock, String detail) {
        return new PinCause(
                kind,
                frames.method(i),
                frames.isOwn(i),
                Math.max(-1, frames.get(i).line()),
                lock,
                caller(kind, i),
                detail);
    }

    private @Nullable String caller(CauseKind kind, int i) {
        boolean calledByJvm = kind == CauseKind.CLASS_INITIALIZER || kind == CauseKind.CLASS_LOADING;
        if (frames.isOwn(i) && !calledByJvm) {
            return null;
        }
        int from = kind == CauseKind.CLASS_LOADING ? Math.max(i + 1, frames.afterLoading(i)) : i + 1;
        int caller = frames.ownFrom(from);
        return caller == StackFrames.NONE ? null : frames.method(caller);
    }
}
