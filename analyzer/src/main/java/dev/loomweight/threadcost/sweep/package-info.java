/**
 * What a series of runs tells that one run cannot: how the cost of a thread depends on what was varied, and how far
 * repeated runs lie apart.
 */
@NullMarked
package dev.loomweight.threadcost.sweep;

import org.jspecify.annotations.NullMarked;
