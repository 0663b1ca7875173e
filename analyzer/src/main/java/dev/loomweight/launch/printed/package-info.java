/** What programs and their JVMs print: errors, and the JVM's own log. */
@NullMarked
package dev.loomweight.launch.printed;

import org.jspecify.annotations.NullMarked;
