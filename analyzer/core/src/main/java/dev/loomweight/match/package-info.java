/** Patterns and names that users type. Patterns match in linear time: no input and no pattern can make a command hang. */
@NullMarked
package dev.loomweight.match;

import org.jspecify.annotations.NullMarked;
