package dev.loomweight.jvm;

/** What a thread does at a moment, as far as it is known: the one place where that is decided, for all who say it. */
public enum ThreadState {
    /** It runs. */
    RUNS("runs"),
    /** It runs, or waits to enter a monitor or for a class: what has no states does not show which. */
    MAY_WAIT("runs or waits for a monitor"),
    /**
     * It is in native code of which nothing shows what it does. It runs, and if the method is synchronized, it holds the
     * monitor: it does not wait for that.
     */
    IN_NATIVE("is in native code"),
    /** It is a carrier with a virtual thread. */
    CARRIES("runs a virtual thread"),
    /** It is virtual, has not begun, and has no carrier. */
    NOT_BEGUN("has not begun and has no carrier"),
    /** It is virtual, could run, and has no carrier: it has yielded, or was woken from what it stands in. */
    READY("could run and has no carrier"),
    /** It waits, and takes no carrier. */
    WAITS("waits"),
    /** It is virtual and waits without releasing its carrier. */
    PINNED("waits without releasing its carrier"),
    /** It waits for work and holds no carrier, or is a thread of the JVM's own: no hang however long it lasts. */
    IDLE("waits for work");

    private final String words;

    ThreadState(String words) {
        this.words = words;
    }

    /**
     * What a thread does.
     *
     * @param stack its frames; may be none
     * @param facts what else is known of it
     * @param wait what it waits for
     */
    public static ThreadState of(JvmStack stack, ThreadFacts facts, ThreadWait wait) {
        return switch (wait.kind()) {
            case CARRIER -> stack.size() == 0 ? NOT_BEGUN : READY;
            case NONE ->
                facts.isCarrying(stack)
                        ? CARRIES
                        : wait.idle()
                                ? IDLE
                                : stack.size() > 0 && stack.isNative(0)
                                        ? IN_NATIVE
                                        : facts.state() == null ? MAY_WAIT : RUNS;
            // Frames show that a class is loaded, and not whether that waits.
            case LOADER ->
                facts.state() == null && !facts.entering() ? MAY_WAIT : facts.isMounted(stack) ? PINNED : WAITS;
            default -> facts.isMounted(stack) ? PINNED : wait.idle() ? IDLE : WAITS;
        };
    }

    /** It in words, after the thread. */
    public String words() {
        return words;
    }

    /** Whether it is a virtual thread that could run and has no carrier. */
    public boolean isReady() {
        return this == NOT_BEGUN || this == READY;
    }
}
