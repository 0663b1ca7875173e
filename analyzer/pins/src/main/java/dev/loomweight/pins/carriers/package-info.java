/** Carriers of virtual threads: how many, where their time goes (of pins: {@code pinning}), which starts were refused. */
@NullMarked
package dev.loomweight.pins.carriers;

import org.jspecify.annotations.NullMarked;
