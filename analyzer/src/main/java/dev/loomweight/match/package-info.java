/** Patterns that users write, matched in time linear in the text: no input and no pattern can make a command hang. */
@NullMarked
package dev.loomweight.match;

import org.jspecify.annotations.NullMarked;
