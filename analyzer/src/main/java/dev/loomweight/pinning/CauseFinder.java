package dev.loomweight.pinning;

import dev.loomweight.bytecode.Holders;
import dev.loomweight.bytecode.Monitor;
import dev.loomweight.bytecode.StackHolders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the causes on one stack, the innermost first. */
final class CauseFinder {

    private final StackFrames frames;
    private final boolean librariesAreTheJdk;
    private final List<PinCause> causes = new ArrayList<>();
    // How far the JDK's frames at the top reach that only block.
    private final int blocked;
    private int firstCause = Integer.MAX_VALUE;
    private int waiting = StackFrames.NONE;
    private @Nullable String waitedOn;

    /** @param librariesAreTheJdk whether only classes of the JDK count as a library's */
    CauseFinder(StackFrames frames, boolean librariesAreTheJdk) {
        this.frames = frames;
        this.librariesAreTheJdk = librariesAreTheJdk;
        int last = StackFrames.NONE;
        while (last + 1 < frames.size()
                && frames.isJdk(last + 1)
                && frames.nativeCode(last + 1) == null
                && !frames.isInitializer(last + 1)
                && !frames.isLoading(last + 1)) {
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
        return last < 0 ? null : frames.method(last);
    }

    /** The monitor that is waited for: to enter it, or to be notified. */
    void addMonitor(CauseKind kind, Holders holders) {
        int at = frames.waiting();
        waiting = at;
        waitedOn = holders.lockAt(frames.get(at));
        add(kind, at, waitedOn, "");
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
        }
    }

    private void addHeld(int i, List<Monitor> monitors) {
        for (Monitor monitor : monitors.reversed()) {
            if (!isReleased(i, monitor)) {
                add(kind(i, monitor), i, monitor.lock(), "");
            }
        }
    }

    // A wait gives up the monitor that it waits on, however often it was taken; one that is entered is not held yet.
    private boolean isReleased(int i, Monitor monitor) {
        return waiting >= 0
                && monitor.lock().equals(waitedOn)
                && frames.get(i).className().equals(frames.get(waiting).className());
    }

    private CauseKind kind(int i, Monitor monitor) {
        boolean library = librariesAreTheJdk ? frames.isJdk(i) : !frames.isOwn(i);
        if (library) {
            return CauseKind.LIBRARY_MONITOR;
        }
        return monitor.kind() == Monitor.Kind.METHOD ? CauseKind.SYNCHRONIZED_METHOD : CauseKind.SYNCHRONIZED_BLOCK;
    }

    /** Native code alone, as from JDK 24 on. */
    void addNative() {
        for (int i = 0; i < frames.size(); i++) {
            addNative(i);
        }
    }

    private void addNative(int i) {
        CauseKind kind = frames.nativeCause(i);
        if (kind != null) {
            add(kind, i, null, "");
        }
    }

    /** Class loading alone. */
    void addLoading() {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.isLoading(i)) {
                add(CauseKind.CLASS_LOADING, i, null, "");
            }
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
        PinCause cause = cause(kind, i, lock, detail);
        // A recursive method stands in the stack many times and is one cause.
        if (causes.stream()
                .noneMatch(known -> known.kind() == kind
                        && String.valueOf(known.frame()).equals(cause.frame())
                        && String.valueOf(known.lock()).equals(String.valueOf(lock)))) {
            causes.add(cause);
        }
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
