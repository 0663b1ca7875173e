@NullMarked
package dev.loomweight.code;

import org.jspecify.annotations.NullMarked;
