/**
 * Mergeable folds over samples, in any order, and the one pass over inputs that runs each once, for all who name it; how
 * fold files hold states; timelines, statistics. Who needs several states asks for {@code Several}. Opens nothing.
 */
@NullMarked
package dev.loomweight.fold;

import org.jspecify.annotations.NullMarked;
