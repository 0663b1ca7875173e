@NullMarked
package dev.loomweight.kernel.coverage;

import org.jspecify.annotations.NullMarked;
