/** Tests of budgets. */
@NullMarked
package dev.loomweight.analysis.budget;

import org.jspecify.annotations.NullMarked;
