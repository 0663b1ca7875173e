package dev.loomweight.agent;

/**
 * Why a virtual thread is pinned to its carrier, as far as modifiers and the JVM's reasons say without class files. The
 * keys are those of {@code loomweight pins}, which also reads the bytecode; {@link #MONITOR} is the agent's own.
 */
public enum Cause {
    /** A synchronized method is on the stack. */
    SYNCHRONIZED_METHOD("synchronizedMethod"),
    /** A synchronized method of the JDK is on the stack. */
    LIBRARY_MONITOR("libraryMonitor"),
    /** A monitor, by elimination: a synchronized block, of the application or of a library. */
    MONITOR("monitor"),
    /** {@link Object#wait()}, before JDK 24. */
    OBJECT_WAIT("objectWait"),
    /** Waiting for a monitor that another thread holds, before JDK 24. */
    MONITOR_ENTER("monitorEnter"),
    /** A native method is on the stack. */
    NATIVE_CALL("nativeCall"),
    /** Native code called back by the foreign-function API. */
    UPCALL("upcall"),
    /** The native accessor of reflection. */
    NATIVE_REFLECTION("nativeReflection"),
    /** A class initializer is on the stack. */
    CLASS_INITIALIZER("classInitializer"),
    /** Another thread initializes the class that is needed. */
    OTHER_CLASS_INITIALIZATION("otherClassInitialization"),
    /** A class loader that the JVM called is on the stack. */
    CLASS_LOADING("classLoading"),
    /** The JVM called a bootstrap method to link a call. */
    BOOTSTRAP_METHOD("bootstrapMethod"),
    /** Waiting for the lock of a class loader. */
    CLASS_LOADER_LOCK("classLoaderLock"),
    /** Another thread links the class that is needed. */
    CLASS_LINKING("classLinking"),
    /** Waiting for one of both locks; which one was not recorded. */
    CLASS_LOCK("classLock"),
    /** The JVM refused to unmount in a critical section. */
    FREEZE_FAILED("freezeFailed"),
    /** The JVM's own threads. */
    JVM_OWN("jvmOwn"),
    /** The JVM could not unmount, and no frame is to blame. */
    WAIT_STORM("waitStorm"),
    /** The JVM gives a reason from JDK 24 on, and no recorded frame explains it. */
    UNKNOWN("unknown");

    private final String id;

    Cause(String id) {
        this.id = id;
    }

    /** Whether a class is loaded, linked or initialized, which happens once. */
    boolean isOfLoading() {
        return switch (this) {
            case CLASS_INITIALIZER,
                    OTHER_CLASS_INITIALIZATION,
                    CLASS_LOADING,
                    BOOTSTRAP_METHOD,
                    CLASS_LOADER_LOCK,
                    CLASS_LINKING,
                    CLASS_LOCK -> true;
            default -> false;
        };
    }

    /** The key, lower camel case. */
    public String id() {
        return id;
    }
}
