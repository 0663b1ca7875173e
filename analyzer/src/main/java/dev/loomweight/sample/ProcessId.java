package dev.loomweight.sample;

/**
 * The process that jcmd names in the first line of what it prints. It is the same for all texts of one process, and so
 * shows which texts belong together.
 *
 * @param pid the process, as jcmd was given it
 */
public record ProcessId(long pid) implements Sample {}
