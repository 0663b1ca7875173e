package dev.loomweight.jvm;

import java.util.Arrays;
import java.util.List;

/**
 * Why a virtual thread is pinned to its carrier: the words of all who say so. {@link PinRule} finds it by frames alone;
 * class files refine it.
 */
public enum CauseKind {
    /** A synchronized method of the application. */
    SYNCHRONIZED_METHOD("synchronizedMethod", "a synchronized method", Releases.UNTIL_23),
    /** A synchronized block of the application. */
    SYNCHRONIZED_BLOCK("synchronizedBlock", "a synchronized block", Releases.UNTIL_23),
    /** A monitor that code of the JDK or of a library holds while it calls the application. */
    LIBRARY_MONITOR("libraryMonitor", "a monitor of a library", Releases.UNTIL_23),
    /** A monitor, by elimination: a synchronized block, of the application or of a library. Class files show which. */
    MONITOR("monitor", "a monitor", Releases.UNTIL_23),
    /** {@link Object#wait()}. */
    OBJECT_WAIT("objectWait", "Object.wait", Releases.UNTIL_23),
    /** Waiting for a monitor that another thread holds. */
    MONITOR_ENTER("monitorEnter", "waiting for a monitor", Releases.UNTIL_23),
    /** A native method that called back into Java. */
    NATIVE_CALL("nativeCall", "a native method", Releases.ALL),
    /** Native code that was called by the foreign-function API, and called back. */
    UPCALL("upcall", "an upcall from native code", Releases.ALL),
    /** Reflection by the native accessor. */
    NATIVE_REFLECTION("nativeReflection", "native reflection", Releases.ALL),
    /** A class initializer that blocks. */
    CLASS_INITIALIZER("classInitializer", "a class initializer", Releases.ALL),
    /** Waiting until another thread has initialized a class. */
    OTHER_CLASS_INITIALIZATION(
            "otherClassInitialization", "another thread initializes a class", Releases.AT_LEAST_UNTIL_25),
    /** A class loader that blocks, called by the JVM. */
    CLASS_LOADING("classLoading", "class loading", Releases.ALL),
    /** A bootstrap method that blocks, called by the JVM to link a call. */
    BOOTSTRAP_METHOD("bootstrapMethod", "a bootstrap method", Releases.ALL),
    /** Waiting for the lock of a class loader through which another thread loads. */
    CLASS_LOADER_LOCK("classLoaderLock", "waiting for a class loader", Releases.AT_LEAST_UNTIL_25),
    /** Waiting until another thread has linked a class. */
    CLASS_LINKING("classLinking", "another thread links a class", Releases.AT_LEAST_UNTIL_25),
    /** Waiting for one of both locks, of a class loader or a class; which one was not recorded. */
    CLASS_LOCK("classLock", "waiting to load or link a class", Releases.AT_LEAST_UNTIL_25),
    /** The JVM says that it refused to unmount, and nothing on the stack shows why. */
    FREEZE_FAILED("freezeFailed", "a critical section of the JDK", Releases.AT_LEAST_UNTIL_25),
    /** The JVM's own threads and locks. */
    JVM_OWN("jvmOwn", "the JVM's own", Releases.UNKNOWN),
    /** Monitors under such a storm that the JVM could not unmount; no frame is to blame. */
    WAIT_STORM("waitStorm", "the JVM could not unmount", Releases.AT_LEAST_UNTIL_25),
    /** It cannot be decided from the inputs. */
    UNKNOWN("unknown", "unknown", Releases.UNKNOWN);

    private final String id;
    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // a record of enums
    private final Releases releases;

    CauseKind(String id, String words, Releases releases) {
        this.id = id;
        this.words = words;
        this.releases = releases;
    }

    /** The stable key, lower camel case. */
    public String id() {
        return id;
    }

    /** Its name in reports. */
    public String words() {
        return words;
    }

    /** Where it pins, if nothing more is known than its kind. */
    public Releases releases() {
        return releases;
    }

    /** Whether the thread waits for a monitor or a class that another has: the frame that waits holds nothing. */
    public boolean isWait() {
        return switch (this) {
            case OBJECT_WAIT, MONITOR_ENTER, OTHER_CLASS_INITIALIZATION, CLASS_LOADER_LOCK, CLASS_LINKING, CLASS_LOCK ->
                true;
            default -> false;
        };
    }

    /** Whether the frame holds a monitor. */
    public boolean isHeldMonitor() {
        return this == SYNCHRONIZED_METHOD || this == SYNCHRONIZED_BLOCK || this == LIBRARY_MONITOR;
    }

    /** Whether the frame holds a monitor, or waits on one or for one. */
    public boolean isOfMonitor() {
        return isHeldMonitor() || this == OBJECT_WAIT || this == MONITOR_ENTER;
    }

    /** Whether a class is initialized, which happens once for each class and process. */
    public boolean isOfInitialization() {
        return this == CLASS_INITIALIZER || this == OTHER_CLASS_INITIALIZATION;
    }

    /** Whether a class is loaded or linked, which happens once for each class and class loader. */
    public boolean isOfLoading() {
        return this == CLASS_LOADING || this == CLASS_LOADER_LOCK || this == CLASS_LINKING || this == CLASS_LOCK;
    }

    /** Whether it happens once: a class is initialized, loaded or linked, or a call is. */
    public boolean isOnce() {
        return isOfInitialization() || isOfLoading() || this == BOOTSTRAP_METHOD;
    }

    /** The keys of all kinds that can be asked for: without {@link #MONITOR}, which is what frames alone show. */
    public static List<String> ids() {
        return Arrays.stream(values())
                .filter(kind -> kind != MONITOR)
                .map(CauseKind::id)
                .toList();
    }

    /**
     * The kind of one of these keys.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CauseKind of(String id) {
        return Arrays.stream(values())
                .filter(kind -> kind != MONITOR && kind.id.equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no cause " + id + "; there are " + String.join(", ", ids())));
    }
}
