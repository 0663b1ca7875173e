@NullMarked
package dev.loomweight.repl;

import org.jspecify.annotations.NullMarked;
