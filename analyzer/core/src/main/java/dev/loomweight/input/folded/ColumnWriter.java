package dev.loomweight.input.folded;

/**
 * Where columns are written.
 *
 * @param bytes takes numbers
 * @param pools takes texts and stacks
 */
record ColumnWriter(ByteSink bytes, SectionPools.Writing pools) {}
