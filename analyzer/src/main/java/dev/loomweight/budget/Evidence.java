package dev.loomweight.budget;

import dev.loomweight.carriers.FailedSubmits;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.pinning.Pins;
import dev.loomweight.threadcost.weight.Captures;

/**
 * Everything that a budget can be about: the accumulator of {@link EvidenceFold}.
 *
 * @param pins all pins
 * @param refusals the virtual threads that were refused
 * @param captures captures with their threads
 * @param memory memory over time
 */
public record Evidence(Pins pins, FailedSubmits.Refusals refusals, Captures captures, MemoryFigures memory) {}
