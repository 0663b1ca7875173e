@NullMarked
package dev.loomweight.analysis;

import org.jspecify.annotations.NullMarked;
