@NullMarked
package dev.loomweight.stacks;

import org.jspecify.annotations.NullMarked;
