package dev.loomweight.sample;

import dev.loomweight.jvm.JvmNames;

/**
 * A thread as a recording names it.
 *
 * @param javaThreadId {@link Thread#threadId()}, or 0 for a thread that is not a Java thread
 * @param name the Java name where there is one, else the name at the operating system; may be empty, as virtual
 *     threads mostly are
 * @param osThreadId the identifier at the operating system; 0 for virtual threads
 * @param virtual whether the recording says that it is a virtual thread; false where it does not say (before JDK 21)
 */
public record ThreadRef(long javaThreadId, String name, long osThreadId, boolean virtual) {

    /** The first letter of the names that the JDK gives to virtual threads of its own. */
    public static final char FIRST_OF_JDK = JvmNames.POLLER_THREAD.charAt(0);

    /** {@code "buyer" (virtual #22)}; without a name, {@code virtual thread #22}. */
    public String words() {
        String kind = virtual ? "virtual" : "platform";
        return name.isEmpty()
                ? kind + " thread #" + javaThreadId
                : "\"" + name + "\" (" + kind + " #" + javaThreadId + ")";
    }

    /** The same without the name of a virtual thread, unless it is one of the JDK's own. */
    public ThreadRef asOneOfMany() {
        return !virtual || name.isEmpty() || JvmNames.isPoller(name)
                ? this
                : new ThreadRef(javaThreadId, "", osThreadId, true);
    }
}
