/**
 * The law of hangs: what is said of random programs, whose truth is known, from any of what their JVMs say of them. A
 * verdict is sound, stays with more evidence, is given where it can be, and is the same through every door.
 */
package dev.loomweight.threads.random;
