/**
 * Known faults of JDKs and of libraries: what is wrong in which versions, by which facts it is recognized, and what to do.
 * The faults are data ({@code faults.json}); other files of the same form can be added to them.
 */
@org.jspecify.annotations.NullMarked
package dev.loomweight.kernel.faults;
