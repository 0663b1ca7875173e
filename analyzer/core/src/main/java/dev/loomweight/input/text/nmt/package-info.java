/** The reader of what {@code jcmd PID VM.native_memory} prints, of JDK 11 and later. */
@NullMarked
package dev.loomweight.input.text.nmt;

import org.jspecify.annotations.NullMarked;
