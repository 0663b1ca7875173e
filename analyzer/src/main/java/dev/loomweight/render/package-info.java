/** Renderers, one per output format. They know no analysis and no subject. */
@NullMarked
package dev.loomweight.render;

import org.jspecify.annotations.NullMarked;
