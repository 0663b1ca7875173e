/**
 * The scheduler of virtual threads over time: how many carriers it runs at once and may have, how many there were, how
 * many were held, and when no other virtual thread could run. What holds them is for its users to say.
 */
@NullMarked
package dev.loomweight.pins.scheduler;

import org.jspecify.annotations.NullMarked;
