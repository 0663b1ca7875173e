package dev.loomweight.render;

import dev.loomweight.report.Cell;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table that is written row by row, so that its text is never in memory as a whole. */
public interface TableRows {

    /**
     * A column.
     *
     * @param title its name as people see it; may hold any characters
     * @param key the same with the unit of its raw values, as machines see it; may hold any characters
     * @param numeric whether its values are amounts
     */
    record Column(String title, String key, boolean numeric) {}

    /** The columns, in order; their keys differ. */
    List<Column> columns();

    /** How many rows there are. */
    int rows();

    /**
     * A value as people see it.
     *
     * @param row from 0
     * @param column from 0
     */
    Cell cell(int row, int column);

    /**
     * A raw value: a {@link Long}, a {@link Double}, an {@link Instant} or a {@link String}, or null where it is
     * missing.
     *
     * @param row from 0
     * @param column from 0
     */
    @Nullable
    Object value(int row, int column);
}
