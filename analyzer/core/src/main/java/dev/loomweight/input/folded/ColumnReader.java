package dev.loomweight.input.folded;

/**
 * Where columns are read.
 *
 * @param bytes has numbers
 * @param pools has texts and stacks
 */
record ColumnReader(ByteView bytes, Pools.Reading pools) {}
