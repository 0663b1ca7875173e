/**
 * The frame of subjects, such as {@code memory}: rooms with folds, comparisons, live figures, tables, sentences and
 * findings, which print nothing, open no files and know no other subject's inside.
 */
@NullMarked
package dev.loomweight.kernel.subject;

import org.jspecify.annotations.NullMarked;
