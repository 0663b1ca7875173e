/**
 * Programs whose memory lies where people do not look for it. Beside each lies a file of its name that ends in
 * {@code .expected}: what a report on its memory must say.
 */
@NullMarked
package dev.loomweight.samples.memory;

import org.jspecify.annotations.NullMarked;
