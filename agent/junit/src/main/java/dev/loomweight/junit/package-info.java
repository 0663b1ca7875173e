/**
 * Tests that fail if a virtual thread is pinned: the annotations, and what records the run of the tests. Compiled for
 * Java 11, where annotated tests are skipped by name.
 */
@NullMarked
package dev.loomweight.junit;

import org.jspecify.annotations.NullMarked;
