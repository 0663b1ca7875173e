/**
 * Experiments of published articles on virtual threads: programs that measure themselves and say what they found, by
 * the cues of {@link dev.loomweight.capture.Cue}. What was claimed, and whether it holds, is no business of theirs.
 */
@NullMarked
package dev.loomweight.samples.experiment;

import org.jspecify.annotations.NullMarked;
