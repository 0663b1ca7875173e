/**
 * Conclusions of other tools from a recording, under their name: JDK Mission Control's automated rules. They want the
 * complete recording and no samples, so this is no analysis; they are opinions, so it is no source.
 */
@NullMarked
package dev.loomweight.rules;

import org.jspecify.annotations.NullMarked;
