/**
 * The footprint of a process at one moment: resident memory, each page once, the charge of its container, and the headroom
 * below the limit. Its parts are decided in {@code memory}.
 */
@NullMarked
package dev.loomweight.memory.footprint;

import org.jspecify.annotations.NullMarked;
