@NullMarked
package dev.loomweight.growth.diff;

import org.jspecify.annotations.NullMarked;
