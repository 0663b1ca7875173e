@NullMarked
package dev.loomweight.analysis.sweep;

import org.jspecify.annotations.NullMarked;
