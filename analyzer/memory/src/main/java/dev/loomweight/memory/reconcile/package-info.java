/**
 * The reconciliation of a process: all sources divided into parts that add up to resident memory, with a remainder that is
 * unaccounted for. All reports on parts of memory take their figures from here.
 */
@NullMarked
package dev.loomweight.memory.reconcile;

import org.jspecify.annotations.NullMarked;
