@NullMarked
package dev.loomweight.pinning;

import org.jspecify.annotations.NullMarked;
