@NullMarked
package dev.loomweight.sources;

import org.jspecify.annotations.NullMarked;
