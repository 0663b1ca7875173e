package dev.loomweight.agent;

import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.jvm.PinnedReason;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import org.jspecify.annotations.Nullable;

/** Finds what pins a recorded stack: the site that {@code loomweight pins} finds without class files. */
final class PinFinder extends JvmStack {

    private static final String ENTER = "Contended monitor enter";
    private static final ClassLocks LOCKS = new ClassLocks();

    private final List<RecordedFrame> frames;
    private final boolean truncated;

    /** @param truncated whether outer frames are missing */
    PinFinder(List<RecordedFrame> frames, boolean truncated) {
        this.frames = frames;
        this.truncated = truncated;
    }

    @Override
    public int size() {
        return frames.size();
    }

    @Override
    protected String recordedClass(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? "" : method.getType().getName();
    }

    @Override
    protected String methodName(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? "" : method.getName();
    }

    @Override
    protected String descriptor(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? "" : method.getDescriptor();
    }

    @Override
    protected int modifiers(int i) {
        RecordedMethod method = frames.get(i).getMethod();
        return method == null ? 0 : method.getModifiers();
    }

    @Override
    protected int bytecodeIndex(int i) {
        return frames.get(i).getBytecodeIndex();
    }

    /** The site of a {@code jdk.VirtualThreadPinned} before JDK 24, which gives no reason: the innermost cause. */
    PinSite pinned() {
        for (int i = 0; i < size(); i++) {
            Cause cause = nativeCause(i);
            if (isSynchronized(i)) {
                cause = isJdk(i) ? Cause.LIBRARY_MONITOR : Cause.SYNCHRONIZED_METHOD;
            } else if (isInitializer(i)) {
                cause = Cause.CLASS_INITIALIZER;
            } else if (isLoading(i)) {
                cause = Cause.CLASS_LOADING;
            }
            if (cause != null) {
                return held(cause, i);
            }
            if (isLinking(i)) {
                return linking(i);
            }
        }
        return undecided(Cause.MONITOR);
    }

    /**
     * The site of a {@code jdk.VirtualThreadPinned} from JDK 24 on.
     *
     * @param words its {@code pinnedReason}; may be empty
     * @param operation its {@code blockingOperation}; may be empty
     * @param monitorClass the class of the monitor that it waited for, or null where that is not known
     */
    PinSite pinned(String words, String operation, @Nullable String monitorClass) {
        PinnedReason reason = PinnedReason.of(words);
        ClassLocks.Lock lock = operation.equals(ENTER) ? LOCKS.of(this, monitorClass, isRefused(reason)) : null;
        if (lock != null && lock.byJvm()) {
            return waiting(lock);
        }
        return switch (reason.kind()) {
            case CLASS_INITIALIZER -> initializer(reason.className());
            case OTHER_CLASS_INITIALIZATION -> waiting(Cause.OTHER_CLASS_INITIALIZATION, 0);
            case FREEZE_FAILED -> frozen();
            case OTHER -> undecided(Cause.UNKNOWN);
            case NATIVE_FRAME, NONE -> belowNative(operation);
        };
    }

    /**
     * The site of a {@code jdk.JavaMonitorEnter} before JDK 24.
     *
     * @param monitorClass the class of the monitor, or null where it is not recorded
     */
    PinSite monitorEnter(@Nullable String monitorClass) {
        ClassLocks.Lock lock = isInWait() ? null : LOCKS.of(this, monitorClass, false);
        return lock == null ? waiting(Cause.MONITOR_ENTER, waiting()) : waiting(lock);
    }

    /**
     * Whether the JVM takes the lock of a class that it waits for, and not the code.
     *
     * @param words the {@code pinnedReason}; may be empty
     * @param monitorClass the class of the monitor that it waits for
     */
    boolean isClassLockOfJvm(String words, String monitorClass) {
        return LOCKS.isByJvm(this, monitorClass, isRefused(PinnedReason.of(words)));
    }

    private boolean isRefused(PinnedReason reason) {
        return reason.kind() == PinnedReason.Kind.FREEZE_FAILED && !truncated;
    }

    private PinSite waiting(ClassLocks.Lock lock) {
        Cause cause = switch (lock.purpose()) {
            case LOADING -> Cause.CLASS_LOADER_LOCK;
            case LINKING -> Cause.CLASS_LINKING;
            case EITHER -> Cause.CLASS_LOCK;
        };
        return waiting(cause, lock.at());
    }

    /** The site of a {@code jdk.JavaMonitorWait} before JDK 24. */
    PinSite monitorWait() {
        return isInWait() ? waiting(Cause.OBJECT_WAIT, waiting()) : waiting(Cause.OTHER_CLASS_INITIALIZATION, 0);
    }

    /** A site that no frame is to blame for: the application's innermost method. */
    PinSite undecided(Cause cause) {
        return new PinSite(cause, place(), null, innermost());
    }

    private PinSite initializer(String className) {
        int i = initializerOf(className);
        String method = className + ".<clinit>";
        return i == NONE
                ? new PinSite(Cause.CLASS_INITIALIZER, method, method, innermost())
                : held(Cause.CLASS_INITIALIZER, i);
    }

    private PinSite frozen() {
        for (int i = 0; i < size(); i++) {
            if (isLoading(i)) {
                return held(Cause.CLASS_LOADING, i);
            }
            Cause cause = isLoadingBelow(i) ? nativeCause(i) : null;
            if (cause != null) {
                return held(cause, i);
            }
            if (isLinking(i)) {
                return linking(i);
            }
        }
        return undecided(Cause.FREEZE_FAILED);
    }

    private PinSite belowNative(String operation) {
        for (int i = 0; i < size(); i++) {
            int caller = isLoading(i) ? afterLoading(i) : NONE;
            if (caller != NONE && isLoadingForJdk(caller)) {
                return held(Cause.CLASS_LOADING, i);
            }
            Cause cause = nativeCause(i);
            if (cause != null) {
                return held(cause, i);
            }
            if (isLinking(i)) {
                return linking(i);
            }
        }
        boolean monitor = operation.equals("Object.wait") || operation.equals(ENTER);
        return undecided(monitor && size() > 0 && !truncated ? Cause.WAIT_STORM : Cause.UNKNOWN);
    }

    private PinSite linking(int i) {
        int method = bootstrapMethod(i);
        return new PinSite(
                Cause.BOOTSTRAP_METHOD, isOwn(method) ? method(method) : site(i), label(method), innermost());
    }

    private PinSite held(Cause cause, int i) {
        return new PinSite(cause, site(i), label(i), innermost());
    }

    private PinSite waiting(Cause cause, int i) {
        return new PinSite(cause, size() == 0 ? place() : site(i), null, innermost());
    }

    /** The method that people would look at: a frame's, or the application's that called it. */
    private String site(int i) {
        int caller = isOwn(i) ? NONE : ownFrom(i + 1);
        return method(caller == NONE ? i : caller);
    }

    private String innermost() {
        int own = ownFrom(0);
        return own == NONE ? "" : label(own);
    }

    private String label(int i) {
        int line = frames.get(i).getLineNumber();
        return line > 0 ? method(i) + ":" + line : method(i);
    }

    private @Nullable Cause nativeCause(int i) {
        NativeCode code = nativeCode(i);
        return code == null
                ? null
                : switch (code) {
                    case METHOD -> Cause.NATIVE_CALL;
                    case UPCALL -> Cause.UPCALL;
                    case REFLECTION -> Cause.NATIVE_REFLECTION;
                };
    }
}
