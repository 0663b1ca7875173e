/** Tests of budgets. */
@NullMarked
package dev.loomweight.budget;

import org.jspecify.annotations.NullMarked;
