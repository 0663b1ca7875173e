/**
 * Annotations for tests that fail if a virtual thread is pinned, and what records the run of the tests. Compiled for Java
 * 11, where annotated tests are skipped by name. Names no class of the analyzer, and adds no library to the tests.
 */
@NullMarked
package dev.loomweight.junit;

import org.jspecify.annotations.NullMarked;
