/** Tests of what readers of recordings share. */
@NullMarked
package dev.loomweight.source.recording.reader;

import org.jspecify.annotations.NullMarked;
