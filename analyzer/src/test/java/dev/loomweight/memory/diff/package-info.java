@NullMarked
package dev.loomweight.memory.diff;

import org.jspecify.annotations.NullMarked;
