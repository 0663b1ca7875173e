/** Captures: what runs in or against the target JVM, and writes them. Uses nothing but the JDK. */
@NullMarked
package dev.loomweight.capture;

import org.jspecify.annotations.NullMarked;
