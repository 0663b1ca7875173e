/**
 * One reader per format, behind one port: {@link dev.loomweight.source.Source}. Reads and decides nothing.
 */
@NullMarked
package dev.loomweight.source;

import org.jspecify.annotations.NullMarked;
