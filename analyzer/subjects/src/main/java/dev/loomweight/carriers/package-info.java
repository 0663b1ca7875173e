/** Virtual threads and their carriers: how many there are, and which starts the scheduler refused. */
@NullMarked
package dev.loomweight.carriers;

import org.jspecify.annotations.NullMarked;
