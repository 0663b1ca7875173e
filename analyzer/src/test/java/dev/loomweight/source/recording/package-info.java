@NullMarked
package dev.loomweight.source.recording;

import org.jspecify.annotations.NullMarked;
