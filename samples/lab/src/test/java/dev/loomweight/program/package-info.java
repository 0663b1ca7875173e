@NullMarked
package dev.loomweight.program;

import org.jspecify.annotations.NullMarked;
