/** Tests of the reader by JDK Mission Control. */
@NullMarked
package dev.loomweight.input.recording.reader.jmc;

import org.jspecify.annotations.NullMarked;
