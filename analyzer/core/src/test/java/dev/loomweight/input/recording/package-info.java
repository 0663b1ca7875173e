@NullMarked
package dev.loomweight.input.recording;

import org.jspecify.annotations.NullMarked;
