/**
 * The one reconciliation of a process: every source of figures brought into parts that add up to its resident memory, with
 * the remainder that nothing explains. All reports on memory take their figures from here.
 */
@NullMarked
package dev.loomweight.memory.reconcile;

import org.jspecify.annotations.NullMarked;
