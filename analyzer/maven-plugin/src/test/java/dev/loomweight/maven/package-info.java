/** Tests of the plug-in, of the pages that describe it, and of what is published. */
@NullMarked
package dev.loomweight.maven;

import org.jspecify.annotations.NullMarked;
