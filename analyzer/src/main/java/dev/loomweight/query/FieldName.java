package dev.loomweight.query;

/**
 * A field as a query names it.
 *
 * @param name as it is written
 * @param at where, in characters from the text's beginning
 */
record FieldName(String name, int at) {}
