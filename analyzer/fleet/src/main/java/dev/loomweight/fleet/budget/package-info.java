/** Budgets: figures checked against limits, with suppressions and a baseline. The subjects compute the figures. */
@NullMarked
package dev.loomweight.fleet.budget;

import org.jspecify.annotations.NullMarked;
