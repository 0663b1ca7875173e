/** Fuzzing: what every input must hold to, what is fuzzed, and the inputs that once broke it. See docs/security.md. */
@NullMarked
package dev.loomweight.fuzz;

import org.jspecify.annotations.NullMarked;
