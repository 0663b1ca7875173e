/** The reader of crash logs: what happened, in which thread and code, and what bounded memory. Any part may be missing. */
@NullMarked
package dev.loomweight.input.text.crash;

import org.jspecify.annotations.NullMarked;
