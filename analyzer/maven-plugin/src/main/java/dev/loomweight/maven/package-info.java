/** The goals of {@code loomweight-maven-plugin}. The analysis runs in a JVM of its own: no library meets Maven's. */
@NullMarked
package dev.loomweight.maven;

import org.jspecify.annotations.NullMarked;
