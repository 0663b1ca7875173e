/** Files that are written: complete or not at all, with the rights they need; and which processes write into a folder. */
@NullMarked
package dev.loomweight.output;

import org.jspecify.annotations.NullMarked;
