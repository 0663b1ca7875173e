/** What readers of recordings share: the port, and the chunks of a file. */
@NullMarked
package dev.loomweight.input.recording.reader;

import org.jspecify.annotations.NullMarked;
