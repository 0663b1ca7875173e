/** The exhibits: one program for each cause of pinning, each with what must be found of it. */
@NullMarked
package dev.loomweight.samples.gallery;

import org.jspecify.annotations.NullMarked;
