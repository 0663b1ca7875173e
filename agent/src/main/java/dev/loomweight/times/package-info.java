/** Where the time of carriers goes: what looks at them, from inside and from outside, and the file of it in a capture. */
@NullMarked
package dev.loomweight.times;

import org.jspecify.annotations.NullMarked;
