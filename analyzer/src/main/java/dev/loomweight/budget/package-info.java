/**
 * Judges what was measured by budgets: what is allowed, what was excepted and why, what a baseline had already.
 */
@NullMarked
package dev.loomweight.budget;

import org.jspecify.annotations.NullMarked;
