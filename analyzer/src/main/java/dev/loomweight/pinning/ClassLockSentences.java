package dev.loomweight.pinning;

/** What is said of waits for the locks of class loaders and of classes. */
final class ClassLockSentences {

    /** What to do about a class loader's lock. */
    static final String ADVICE_LOADER =
            "Load the classes at startup, before the load arrives, or make the class loader parallel-capable: it and all"
                    + " its superclasses register with ClassLoader.registerAsParallelCapable.";

    /** What to do about a class's lock. */
    static final String ADVICE_LINKING =
            "Use the class once at startup, before the load arrives: linking it can load other classes.";

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
        if (cause.lock() != null || !site.monitors().isEmpty()) {
            return where + " waits for a lock of its class loader" + owners(site, "which") + ".";
        }
        return where + " waits for a lock that the JVM takes to load or link a class; which one was not recorded"
                + " (jdk.JavaMonitorEnter has it).";
    }

    /** Who waits for the lock of a class. */
    static String ofLinking(PinSite site, String where) {
        return where + " waits for the lock of a class that another thread links or initializes"
                + (site.owners().isEmpty() ? "" : "; last held by " + site.owners().words()) + ".";
    }

    private static String owners(PinSite site, String what) {
        return site.owners().isEmpty() ? "" : ", " + what + " was last held by " + site.owners().words();
    }
}
