/** What runs in or against the target JVM, and writes captures. Uses nothing but the JDK. */
@NullMarked
package dev.loomweight.capture;

import org.jspecify.annotations.NullMarked;
