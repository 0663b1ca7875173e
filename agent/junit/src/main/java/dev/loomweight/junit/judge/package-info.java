/**
 * What the recording of a test run says of each test: whose pins they are, whether they count, and what to do. Runs where
 * the tests do, after them, in a class loader of its own, and only on JVMs that have virtual threads.
 */
@NullMarked
package dev.loomweight.junit.judge;

import org.jspecify.annotations.NullMarked;
