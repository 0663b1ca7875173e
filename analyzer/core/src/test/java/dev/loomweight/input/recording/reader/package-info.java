/** Tests of what readers of recordings share. */
@NullMarked
package dev.loomweight.input.recording.reader;

import org.jspecify.annotations.NullMarked;
