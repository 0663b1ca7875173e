/**
 * What a command found out: blocks of typed cells, findings. Formats nothing.
 */
@NullMarked
package dev.loomweight.report;

import org.jspecify.annotations.NullMarked;
