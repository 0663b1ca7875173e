package dev.loomweight.threads.random.program;

/**
 * A thread of a scene, as it is planned.
 *
 * @param name unique in its program, such as {@code s2-taker-1}
 * @param virtual whether it is a virtual thread
 * @param depth how many calls it makes before it does its part
 * @param member whether it hangs, where the scene does
 */
public record Role(String name, boolean virtual, int depth, boolean member) {}
