@NullMarked
package dev.loomweight.memory.parts;

import org.jspecify.annotations.NullMarked;
