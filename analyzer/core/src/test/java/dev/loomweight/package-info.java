@NullMarked
package dev.loomweight;

import org.jspecify.annotations.NullMarked;
