/** Source files on disk: which one has a place in the code. */
@NullMarked
package dev.loomweight.sources;

import org.jspecify.annotations.NullMarked;
