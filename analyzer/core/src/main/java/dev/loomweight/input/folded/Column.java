package dev.loomweight.input.folded;

import java.util.List;

/**
 * How values of one declared type are written, many at a time: the first components of all, then the second ones, so that
 * what is alike stands together.
 */
interface Column {

    /** Writes values, none of which is null. */
    void write(ColumnWriter to, List<Object> values);

    /**
     * Reads values.
     *
     * @param count how many; no more than there are bytes left
     * @throws dev.loomweight.capture.DataException if there are none of this type
     */
    List<Object> read(ColumnReader from, int count);

    /** The type, with the names and types of what it consists of: what must be the same for those who write and read. */
    void describe(Description to);
}
