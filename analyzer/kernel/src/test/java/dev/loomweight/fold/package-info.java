@NullMarked
package dev.loomweight.fold;

import org.jspecify.annotations.NullMarked;
