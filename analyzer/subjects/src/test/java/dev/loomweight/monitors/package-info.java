@NullMarked
package dev.loomweight.monitors;

import org.jspecify.annotations.NullMarked;
