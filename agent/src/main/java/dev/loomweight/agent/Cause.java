package dev.loomweight.agent;

/**
 * Why a virtual thread pinned its carrier, as far as modifiers and the JVM's reason show without class files. The keys
 * are those of {@code loomweight pins}, which reads the bytecode and knows more.
 */
public enum Cause {
    /** A synchronized method is on the stack. */
    SYNCHRONIZED_METHOD("synchronizedMethod"),
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
    /** The JVM refused to unmount in a critical section. */
    FREEZE_FAILED("freezeFailed"),
    /** The JVM's own threads. */
    JVM_OWN("jvmOwn"),
    /** The JVM could not unmount, and no frame is to blame. */
    WAIT_STORM("waitStorm");

    private final String id;

    Cause(String id) {
        this.id = id;
    }

    /** The key, lower camel case. */
    public String id() {
        return id;
    }
}
