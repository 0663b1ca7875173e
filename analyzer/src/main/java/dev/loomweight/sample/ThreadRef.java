package dev.loomweight.sample;

/**
 * A thread as a recording names it.
 *
 * @param javaThreadId {@link Thread#threadId()}, or 0 for a thread that is not a Java thread
 * @param name the Java name where there is one, else the name at the operating system; may be empty, as virtual
 *     threads mostly are
 * @param osThreadId the identifier at the operating system; 0 for virtual threads
 * @param virtual whether the recording says that it is a virtual thread; false where it does not say (before JDK 21)
 */
public record ThreadRef(long javaThreadId, String name, long osThreadId, boolean virtual) {}
