/**
 * Growth: the places of a process' memory over its snapshots, ranked by resident bytes, with slopes and their errors, and
 * what to do about each. What a moment consists of is decided in {@code memory}.
 */
@NullMarked
package dev.loomweight.memory.growth;

import org.jspecify.annotations.NullMarked;
