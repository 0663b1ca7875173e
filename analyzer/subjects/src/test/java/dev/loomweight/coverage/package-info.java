@NullMarked
package dev.loomweight.coverage;

import org.jspecify.annotations.NullMarked;
