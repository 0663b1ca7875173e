/**
 * Mergeable folds over samples that end in parts of a report. Prints nothing, formats nothing, opens no file.
 */
@NullMarked
package dev.loomweight.fold;

import org.jspecify.annotations.NullMarked;
