/** Captures of applications that are not ours: started by the command, or running already. */
@NullMarked
package dev.loomweight.own;

import org.jspecify.annotations.NullMarked;
