/** Growth of real processes by a known amount. */
@NullMarked
package dev.loomweight.growth;

import org.jspecify.annotations.NullMarked;
