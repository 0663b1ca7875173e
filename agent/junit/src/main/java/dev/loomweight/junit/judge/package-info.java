/**
 * The judge of a test run: whose pins each test had, whether they count, and what to do. Runs where the tests do, after
 * them, in a class loader of its own, with its part of the analyzer, and only on JVMs that have virtual threads.
 */
@NullMarked
package dev.loomweight.junit.judge;

import org.jspecify.annotations.NullMarked;
