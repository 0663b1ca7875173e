/** Changes between two reports. */
@NullMarked
package dev.loomweight.report.diff;

import org.jspecify.annotations.NullMarked;
