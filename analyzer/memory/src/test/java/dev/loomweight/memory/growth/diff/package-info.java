@NullMarked
package dev.loomweight.memory.growth.diff;

import org.jspecify.annotations.NullMarked;
