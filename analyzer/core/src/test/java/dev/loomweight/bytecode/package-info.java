@NullMarked
package dev.loomweight.bytecode;

import org.jspecify.annotations.NullMarked;
