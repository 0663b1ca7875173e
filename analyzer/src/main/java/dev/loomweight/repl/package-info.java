/** The prompt: commands, completion, help, history, pager and scripts. */
@NullMarked
package dev.loomweight.repl;

import org.jspecify.annotations.NullMarked;
