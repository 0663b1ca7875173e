package dev.loomweight.query;

/**
 * A field as a query names it.
 *
 * @param name as it is written
 * @param at its position, in characters from the beginning of the text
 */
record FieldName(String name, int at) {}
