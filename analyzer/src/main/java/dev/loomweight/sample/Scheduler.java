package dev.loomweight.sample;

/**
 * {@code Thread.vthread_scheduler}: the pool of carriers, JDK 24 and later.
 *
 * @param parallelism how many carriers run virtual threads at once
 * @param carriers how many carriers there are now
 * @param active how many of them run a virtual thread or look for one
 * @param queued how many virtual threads are submitted and wait for a carrier
 * @param text the line as printed
 */
public record Scheduler(long parallelism, long carriers, long active, long queued, String text) implements Sample {}
