/** Every recording, dump and text among the fixtures, asked at every door: what two of them say of one thing is equal. */
@NullMarked
package dev.loomweight.contradiction;

import org.jspecify.annotations.NullMarked;
