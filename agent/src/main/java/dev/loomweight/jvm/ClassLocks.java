package dev.loomweight.jvm;

import org.jspecify.annotations.Nullable;

/**
 * The locks that the JVM takes by itself to load and to link a class: the monitor of the class loader, unless that is
 * parallel-capable, and the lock of the class, an {@code int[]}. A thread that waits for one stands at an instruction
 * that needs a class, such as {@code new}, not at one that takes a monitor, and keeps its carrier on every JDK. Code has
 * an {@code int[]} as its own lock, too, which only the instruction tells apart, or the JVM's words. Here names and
 * frames decide; those who have class files know more.
 */
public class ClassLocks {

    private static final String LOADER = "java.lang.ClassLoader";
    private static final int MAX_SUPERCLASSES = 64;

    /** By names and frames. */
    public ClassLocks() {}

    /** Who takes the monitor that a frame waits for. */
    public enum Taker {
        /** The method itself. */
        METHOD,
        /** The JVM. */
        JVM,
        /** It is not known. */
        UNKNOWN
    }

    /** What a lock is there for. */
    public enum Purpose {
        /** It is the monitor of a class loader, or one of its methods takes it to load a class. */
        LOADING,
        /** It is that of a class that is linked or initialized. */
        LINKING,
        /** One of both. */
        EITHER
    }

    /**
     * A lock that a thread waits for.
     *
     * @param purpose what it is there for
     * @param at the frame that waits
     * @param byJvm whether the JVM takes it, and not the method that waits: then it pins wherever monitors do not
     */
    public record Lock(Purpose purpose, int at, boolean byJvm) {}

    /**
     * The lock that a thread waits for that waits to enter a monitor.
     *
     * @param stack its stack
     * @param monitorClass the class of the monitor, or null where it is not recorded
     * @param refused whether the JVM says that it refused to unmount in a critical section, as it does from JDK 24 on
     *     where it takes a lock by itself, and no frame is missing that may have begun one
     * @return null where that is no lock of a class or a class loader, or it cannot be decided
     */
    public final @Nullable Lock of(JvmStack stack, @Nullable String monitorClass, boolean refused) {
        if (stack.size() == 0) {
            return null;
        }
        int at = stack.waiting();
        Taker taker = takerOf(stack, monitorClass);
        if (taker == Taker.METHOD) {
            return isInLoading(stack, at, monitorClass) ? new Lock(Purpose.LOADING, at, false) : null;
        }
        if (monitorClass == null) {
            // Native methods can take any.
            return taker == Taker.JVM && !stack.isNative(at) ? new Lock(Purpose.EITHER, at, true) : null;
        }
        if (JvmNames.isClassLock(monitorClass)) {
            boolean byJvm = taker == Taker.JVM || (refused && !isInCriticalSection(stack));
            return byJvm ? new Lock(Purpose.LINKING, at, true) : null;
        }
        return isLoader(monitorClass) ? new Lock(Purpose.LOADING, at, true) : null;
    }

    /**
     * Whether the JVM takes the lock of a class or a class loader that a thread waits for, and not the method.
     *
     * @param stack its stack
     * @param monitorClass the class of the monitor, or null where it is not recorded
     * @param refused as {@link #of} has it
     */
    public final boolean isByJvm(JvmStack stack, @Nullable String monitorClass, boolean refused) {
        Lock lock = of(stack, monitorClass, refused);
        return lock != null && lock.byJvm();
    }

    /** Whether a class is a class loader, by its name or those of its superclasses, as far as they are known. */
    public final boolean isLoader(String className) {
        return isA(className, LOADER);
    }

    /** Whether a method of a class loader waits for the lock of the loader, or of a class's name, and the JVM called it. */
    private boolean isInLoading(JvmStack stack, int at, @Nullable String monitorClass) {
        // A parallel-capable loader has an Object for each name.
        if (monitorClass == null || (!monitorClass.equals("java.lang.Object") && !isLoader(monitorClass))) {
            return false;
        }
        for (int i = at; i < stack.size() && isLoader(stack.className(i)); i++) {
            if (stack.isLoading(i)) {
                return true;
            }
        }
        return false;
    }

    // Code that runs in a critical section of the JVM's can wait there for a lock of its own.
    private static boolean isInCriticalSection(JvmStack stack) {
        for (int i = 0; i < stack.size(); i++) {
            if (stack.isLoading(i) || stack.isLoadingBelow(i) || stack.isLinking(i)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Who takes the monitor that a thread waits to enter.
     *
     * @param stack its stack, with a frame at least
     * @param monitorClass the class of the monitor, or null where it is not recorded
     */
    public final Taker takerOf(JvmStack stack, @Nullable String monitorClass) {
        return takerOf(stack, stack.waiting(), monitorClass);
    }

    private Taker takerOf(JvmStack stack, int at, @Nullable String monitorClass) {
        if (stack.isInWait()) {
            // It enters again the monitor that it has waited on.
            return Taker.METHOD;
        }
        if (stack.isNative(at)) {
            // Native code of the application can take its own locks, too.
            return stack.isJdk(at) || !JvmNames.isClassLock(monitorClass) ? Taker.JVM : Taker.UNKNOWN;
        }
        // A synchronized method that is being entered stands at its first instruction, which may also need a class.
        boolean entered = stack.isSynchronized(at) && stack.bytecodeIndex(at) <= 0;
        if (entered && (monitorClass == null || isOfMethod(stack.className(at), monitorClass))) {
            return Taker.METHOD;
        }
        Taker taker = taker(stack, at, monitorClass);
        return taker == Taker.UNKNOWN && stack.methodName(at).startsWith("loadClass") ? Taker.METHOD : taker;
    }

    /** Whether a synchronized method of a class can be synchronized on a monitor of that class. */
    private boolean isOfMethod(String className, String monitorClass) {
        return monitorClass.equals("java.lang.Class") || isA(monitorClass, className);
    }

    private boolean isA(String className, String type) {
        String at = className;
        for (int i = 0; at != null && i < MAX_SUPERCLASSES; i++) {
            if (at.equals(type) || (type.equals(LOADER) && JvmNames.isLoaderName(at))) {
                return true;
            }
            at = superclass(at);
        }
        return false;
    }

    /**
     * Who takes the monitor that a frame waits for, by the instruction that it stands at.
     *
     * @param stack the stack
     * @param at the frame
     * @param monitorClass the class of the monitor, or null where it is not recorded
     */
    protected Taker taker(JvmStack stack, int at, @Nullable String monitorClass) {
        return Taker.UNKNOWN;
    }

    /** The superclass of a class, in Java's notation, or null where it is not known or there is none. */
    protected @Nullable String superclass(String className) {
        return null;
    }
}
