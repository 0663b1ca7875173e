/** Experiments of published articles: what was claimed, what was measured, and whether the claim holds. */
@NullMarked
package dev.loomweight.experiment;

import org.jspecify.annotations.NullMarked;
