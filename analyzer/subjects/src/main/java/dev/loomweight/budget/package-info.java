/**
 * Checks measured figures against budgets, with suppressions and a baseline.
 */
@NullMarked
package dev.loomweight.budget;

import org.jspecify.annotations.NullMarked;
