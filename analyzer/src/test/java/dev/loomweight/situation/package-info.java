/** Tests of what a first screen says in each of the situations that programs get into. */
@org.jspecify.annotations.NullMarked
package dev.loomweight.situation;
