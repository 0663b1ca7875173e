@NullMarked
package dev.loomweight.analysis.diff;

import org.jspecify.annotations.NullMarked;
