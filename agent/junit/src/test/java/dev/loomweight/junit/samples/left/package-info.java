/**
 * Tests that leave threads, which begin with {@code leaks}, and tests that do not. Those that begin with
 * {@code leaksInOrder} are found where they run one after another alone.
 */
@org.jspecify.annotations.NullMarked
package dev.loomweight.junit.samples.left;
