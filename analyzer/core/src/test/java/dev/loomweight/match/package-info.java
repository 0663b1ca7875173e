/** Tests of the patterns of users. */
@NullMarked
package dev.loomweight.match;

import org.jspecify.annotations.NullMarked;
