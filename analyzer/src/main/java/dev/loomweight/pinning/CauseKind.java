package dev.loomweight.pinning;

import java.util.Arrays;
import java.util.List;

/** Why a virtual thread is pinned to its carrier. */
public enum CauseKind {
    /** A synchronized method of the application. */
    SYNCHRONIZED_METHOD("synchronizedMethod", "a synchronized method", After.GONE),
    /** A synchronized block of the application. */
    SYNCHRONIZED_BLOCK("synchronizedBlock", "a synchronized block", After.GONE),
    /** A monitor that code of the JDK or of a library holds while it calls the application. */
    LIBRARY_MONITOR("libraryMonitor", "a monitor of a library", After.GONE),
    /** {@link Object#wait()}. */
    OBJECT_WAIT("objectWait", "Object.wait", After.GONE),
    /** Waiting for a monitor that another thread holds. */
    MONITOR_ENTER("monitorEnter", "waiting for a monitor", After.GONE),
    /** A native method that called back into Java. */
    NATIVE_CALL("nativeCall", "a native method", After.STAYS),
    /** Native code that was called by the foreign-function API, and called back. */
    UPCALL("upcall", "an upcall from native code", After.STAYS),
    /** Reflection by the native accessor. */
    NATIVE_REFLECTION("nativeReflection", "native reflection", After.STAYS),
    /** A class initializer that blocks. */
    CLASS_INITIALIZER("classInitializer", "a class initializer", After.STAYS),
    /** Waiting until another thread has initialized a class. */
    OTHER_CLASS_INITIALIZATION("otherClassInitialization", "another thread initializes a class", After.STAYS),
    /** A class loader that blocks, called by the JVM. */
    CLASS_LOADING("classLoading", "class loading", After.STAYS),
    /** A bootstrap method that blocks, called by the JVM to link a call. */
    BOOTSTRAP_METHOD("bootstrapMethod", "a bootstrap method", After.STAYS),
    /** Waiting for the lock of a class loader through which another thread loads. */
    CLASS_LOADER_LOCK("classLoaderLock", "waiting for a class loader", After.STAYS),
    /** Waiting until another thread has linked a class. */
    CLASS_LINKING("classLinking", "another thread links a class", After.STAYS),
    /** Waiting for one of both locks, of a class loader or a class; which one was not recorded. */
    CLASS_LOCK("classLock", "waiting to load or link a class", After.STAYS),
    /** The JVM says that it refused to unmount, and nothing on the stack shows why. */
    FREEZE_FAILED("freezeFailed", "a critical section of the JDK", After.STAYS),
    /** The JVM's own threads and locks. */
    JVM_OWN("jvmOwn", "the JVM's own", After.UNKNOWN),
    /** Monitors under such a storm that the JVM could not unmount; no frame is to blame. */
    WAIT_STORM("waitStorm", "the JVM could not unmount", After.STAYS),
    /** It cannot be decided from the inputs. */
    UNKNOWN("unknown", "unknown", After.UNKNOWN);

    /** What becomes of a pin on JDK 24 and later, where monitors do not pin (JEP 491). */
    enum After {
        /** It no longer pins. */
        GONE("no"),
        /** It still pins. */
        STAYS("yes"),
        /** It is not known. */
        UNKNOWN("unknown");

        private final String word;

        After(String word) {
            this.word = word;
        }

        /** The answer to whether it still pins there. */
        String word() {
            return word;
        }
    }

    private final String id;
    private final String words;
    private final After after;

    CauseKind(String id, String words, After after) {
        this.id = id;
        this.words = words;
        this.after = after;
    }

    /** The stable key, lower camel case. */
    public String id() {
        return id;
    }

    /** Its name in reports. */
    public String words() {
        return words;
    }

    /** What becomes of it on JDK 24 and later. */
    After after() {
        return after;
    }

    /** The keys of all kinds that can be asked for. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(CauseKind::id).toList();
    }

    /**
     * The kind of that key.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CauseKind of(String id) {
        return Arrays.stream(values())
                .filter(kind -> kind.id.equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no cause " + id + "; there are " + String.join(", ", ids())));
    }
}
