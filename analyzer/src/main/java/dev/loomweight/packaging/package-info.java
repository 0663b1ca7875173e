/** Packaging, in none of the jars: what changes the command's jar, so that it starts sooner, and makes the packages. */
@NullMarked
package dev.loomweight.packaging;

import org.jspecify.annotations.NullMarked;
