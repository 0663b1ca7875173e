/** Tests of folding on Spark. */
@NullMarked
package dev.loomweight.spark;

import org.jspecify.annotations.NullMarked;
