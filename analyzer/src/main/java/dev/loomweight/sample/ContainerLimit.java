package dev.loomweight.sample;

/**
 * The memory limit that the process runs under: the lowest of its control groups, v1 or v2.
 *
 * @param limitBytes the limit, in bytes, or -1 where there is none
 * @param file the file that names it
 */
public record ContainerLimit(long limitBytes, String file) implements Sample {}
