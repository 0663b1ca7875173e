package dev.loomweight.analysis.budget;

import dev.loomweight.analysis.FailedSubmits;
import dev.loomweight.analysis.pin.Pins;
import dev.loomweight.analysis.weight.Captures;

/**
 * Everything that a budget can be about: the accumulator of {@link EvidenceFold}.
 *
 * @param pins all pins
 * @param refusals the virtual threads that were refused
 * @param captures captures with their threads
 * @param memory memory over time
 */
public record Evidence(Pins pins, FailedSubmits.Refusals refusals, Captures captures, MemoryCourse memory) {}
