package dev.loomweight.pins.pinning;

import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;

/** What is said of waits for the locks of class loaders and of classes. */
final class ClassLockSentences {

    /** What to do about a class loader's lock. */
    static final String ADVICE_LOADER =
            "Load the classes at startup, before the load arrives, or make the class loader parallel-capable: it and all"
                    + " its superclasses register with ClassLoader.registerAsParallelCapable.";

    /** What to do about a class's lock. */
    static final String ADVICE_LINKING =
            "Use the class once at startup, before the load arrives: linking it can load other classes.";

    /** What to do about one of both. */
    static final String ADVICE_EITHER =
            "Load the classes at startup, before the load arrives. jdk.JavaMonitorEnter names the lock: record it with a"
                    + " threshold not above that of jdk.VirtualThreadPinned.";

    private ClassLockSentences() {}

    /**
     * Who waits for which class loader.
     *
     * @param where the method that waits, with its line and caller
     */
    static String ofLoader(PinSite site, PinCause cause, String where) {
        if (!cause.detail().isEmpty()) {
            return where + " waits for the class loader " + cause.detail() + owners(site, "whose lock") + ".";
        }
        return where + " waits for " + (cause.lock() == null ? "a lock" : "the lock " + cause.lock())
                + " in the class loader" + owners(site, "which") + ".";
    }

    /** Who waits for a lock that was not recorded. */
    static String ofEither(String where) {
        return where + " waits for a lock that the JVM takes to load or link a class; which one was not recorded.";
    }

    /**
     * Who waits for an {@code int[]}, of which it is not known whether it is the lock of a class.
     *
     * @param where the method that waits, with its line and caller
     */
    static String ofOwnOrLinking(PinCause cause, String where) {
        return where + " waits for an int[]: " + (cause.lock() == null ? "a monitor of the code" : cause.lock())
                + ", or the JVM's lock of a class; " + cause.detail() + ".";
    }

    /** What to do about one of both. */
    static String adviceOwnOrLinking(PinCause cause) {
        return (cause.lock() == null ? SiteSentences.CLASS_FILES + " " : "")
                + "If it is the lock of a class, use the class once at startup; else hold the monitor for less time, or"
                + " replace it with a ReentrantLock.";
    }

    /** Who waits for the lock of a class. */
    static String ofLinking(PinSite site, String where) {
        return where + " waits for the lock of a class that another thread links or initializes"
                + (site.holders().isEmpty()
                        ? ""
                        : "; last held by " + site.holders().words()) + ".";
    }

    private static String owners(PinSite site, String what) {
        return site.holders().isEmpty()
                ? ""
                : ", " + what + " was last held by " + site.holders().words();
    }
}
