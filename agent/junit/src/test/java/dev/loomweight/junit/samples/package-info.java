/** Tests that tests of the gate run, in JVMs of their own; none of them is a test of this module. */
@NullMarked
package dev.loomweight.junit.samples;

import org.jspecify.annotations.NullMarked;
