/** Weights of the lab's threads: snapshots of a capture before and after it started its threads, compared. */
@NullMarked
package dev.loomweight.experiment.weight;

import org.jspecify.annotations.NullMarked;
