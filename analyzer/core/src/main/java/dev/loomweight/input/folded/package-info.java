/**
 * Fold files: what analyses need of inputs that were read before, in a few kilobytes. One codec for all records that are in
 * them, bounded against files that lie, and the source that gives the samples again.
 */
@NullMarked
package dev.loomweight.input.folded;

import org.jspecify.annotations.NullMarked;
