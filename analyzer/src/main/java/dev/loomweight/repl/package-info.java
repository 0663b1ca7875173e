/** The prompt: words to commands and queries, and what comes of them to the screen. */
@NullMarked
package dev.loomweight.repl;

import org.jspecify.annotations.NullMarked;
