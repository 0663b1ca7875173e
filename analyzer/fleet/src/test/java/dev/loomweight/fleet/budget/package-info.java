/** Tests of budgets. */
@NullMarked
package dev.loomweight.fleet.budget;

import org.jspecify.annotations.NullMarked;
