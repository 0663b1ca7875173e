/** Golden files and properties of the renderers. */
@NullMarked
package dev.loomweight.render;

import org.jspecify.annotations.NullMarked;
