/** The rolling recording of the JVM that this code runs in, and what is taken of it. */
@NullMarked
package dev.loomweight.capture.own;

import org.jspecify.annotations.NullMarked;
