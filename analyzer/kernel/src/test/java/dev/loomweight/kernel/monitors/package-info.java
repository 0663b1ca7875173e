@NullMarked
package dev.loomweight.kernel.monitors;

import org.jspecify.annotations.NullMarked;
