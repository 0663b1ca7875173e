@NullMarked
package dev.loomweight.samples;

import org.jspecify.annotations.NullMarked;
