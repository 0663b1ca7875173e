/** Carriers of virtual threads: how many, where their time goes (of pins: {@code pinning}), which starts were refused. */
@NullMarked
package dev.loomweight.carriers;

import org.jspecify.annotations.NullMarked;
