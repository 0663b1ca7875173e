@NullMarked
package dev.loomweight.junit;

import org.jspecify.annotations.NullMarked;
