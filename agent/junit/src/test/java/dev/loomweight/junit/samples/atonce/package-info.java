/**
 * Classes whose tests run at once, or share pools, each of another shape. Which of them must fail by their pins is in
 * their names: those that begin with {@code pins} or {@code vain}, and no other.
 * Pins of any length count: before JDK 24 a loaded machine makes long ones look short.
 */
@NullMarked
package dev.loomweight.junit.samples.atonce;

import org.jspecify.annotations.NullMarked;
