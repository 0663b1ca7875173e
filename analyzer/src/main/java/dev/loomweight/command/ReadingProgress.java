package dev.loomweight.command;

import dev.loomweight.input.Progress;

/** Takes the progress of a command that reads: a {@link Progress} for those who do not know what is read. */
@FunctionalInterface
public interface ReadingProgress extends Progress {}
