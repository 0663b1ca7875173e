/**
 * The diagnosis of one stack: why it pins, by which frame and signature, whose code that is, and in which JDKs it pins.
 *
 * <p>{@link dev.loomweight.kernel.diagnosis.Diagnoser} makes a {@link dev.loomweight.kernel.diagnosis.Diagnosis} of a
 * {@link dev.loomweight.kernel.diagnosis.PinStack}; the rule is
 * {@link dev.loomweight.jvm.PinRule}, which class files refine. {@link dev.loomweight.kernel.diagnosis.Owners} decides
 * whose code a frame is. How many pins there are, what they cost and what to do about them is not known here.
 */
@NullMarked
package dev.loomweight.kernel.diagnosis;

import org.jspecify.annotations.NullMarked;
