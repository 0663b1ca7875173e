/**
 * One renderer per output format. Knows no analysis.
 */
@NullMarked
package dev.loomweight.render;

import org.jspecify.annotations.NullMarked;
