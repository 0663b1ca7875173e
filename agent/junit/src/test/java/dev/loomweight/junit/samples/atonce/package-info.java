/**
 * Classes whose tests run at once, or share pools, each of another shape. Which of them must fail by their pins is in
 * their names: those that begin with {@code pins} or {@code vain}, and no other.
 */
@NullMarked
package dev.loomweight.junit.samples.atonce;

import org.jspecify.annotations.NullMarked;
