package dev.loomweight.sample;

/**
 * The process that jcmd names in the first line of what it prints, and a thread dump in its own. It is the same for all texts of one process, and so
 * shows which texts belong together.
 *
 * @param pid the process, as jcmd was given it, or as the JVM sees itself: in containers each has the same
 */
public record ProcessId(long pid) implements Sample {}
