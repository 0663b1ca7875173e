package dev.loomweight.query;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A query on a thread of its own, since H2 does not check for cancellation in the middle of an expression. */
final class SqlRun {

    private static final long LOOK_MILLIS = 50;

    private final FutureTask<Relation> task;
    private volatile @Nullable Statement statement;
    private volatile boolean cancelled;

    /** A query was cancelled, and does not end: its connection stays locked. */
    static final class GivenUpException extends Exception {
        private static final long serialVersionUID = 1;

        GivenUpException() {
            super("the query was cancelled");
        }
    }

    /**
     * Prepares a query.
     *
     * @param connection on which nothing else runs; where the query is given up, it stays locked
     * @param mostRows the greatest number of rows that are read
     */
    SqlRun(Connection connection, String query, int mostRows) {
        this.task = new FutureTask<>(() -> {
            // Opened and closed here: both wait for a query that was given up.
            try (Statement opened = connection.createStatement()) {
                opened.setMaxRows(mostRows);
                statement = opened;
                try (ResultSet rows = opened.executeQuery(query)) {
                    return relation(rows);
                }
            } finally {
                statement = null;
            }
        });
    }

    /**
     * Runs it and waits for its rows.
     *
     * @param untilGivenUp how long it may go on after it was cancelled
     * @throws GivenUpException if it was cancelled, and goes on for longer
     * @throws CancellationException if it was cancelled, and has ended all the same
     * @throws SQLException if it fails in H2, cancelled among the reasons
     */
    Relation rows(Duration untilGivenUp) throws SQLException, GivenUpException {
        Thread.ofPlatform().name("loomweight-sql").daemon().start(task);
        long deadline = Long.MAX_VALUE;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    Relation rows = task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    if (cancelled) {
                        throw new CancellationException("stopped");
                    }
                    return rows;
                } catch (TimeoutException e) {
                    if (cancelled && deadline == Long.MAX_VALUE) {
                        deadline = System.nanoTime() + untilGivenUp.toNanos();
                    }
                    if (cancelled && System.nanoTime() - deadline > 0) {
                        throw new GivenUpException();
                    }
                    if (cancelled) {
                        // It may only have begun since.
                        cancel();
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancel();
                }
            }
        } catch (ExecutionException e) {
            throw cause(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static SQLException cause(ExecutionException e) {
        return switch (e.getCause()) {
            case SQLException failed -> failed;
            case OutOfMemoryError error -> throw error;
            case StackOverflowError error -> new SQLException("the query is nested too deeply", error);
            case null, default -> new SQLException(String.valueOf(e.getCause()), e);
        };
    }

    /** Stops it; safe on any thread, and at any time. */
    void cancel() {
        cancelled = true;
        Statement opened = statement;
        try {
            if (opened != null) {
                opened.cancel();
            }
        } catch (SQLException e) {
            // It has ended by itself.
        }
    }

    private static Relation relation(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> names = new ArrayList<>();
        List<FieldBuilder> values = new ArrayList<>();
        List<Kind> kinds = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            String name = meta.getColumnLabel(i);
            names.add(names.contains(name) ? name + i : name);
            kinds.add(kind(meta.getColumnType(i), meta.getColumnTypeName(i), meta.getScale(i)));
            values.add(new FieldBuilder(kinds.getLast()));
        }
        int count = 0;
        while (rows.next()) {
            for (int i = 0; i < values.size(); i++) {
                values.get(i).addObject(value(rows, i + 1, kinds.get(i)));
            }
            count++;
        }
        int[] order = IntStream.range(0, count).toArray();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            fields.add(FieldBuilder.field(names.get(i), kinds.get(i), List.of(values.get(i)), order));
        }
        return new Relation("sql", fields, count);
    }

    private static Kind kind(int type, String name, int scale) {
        if (name.equals("DECFLOAT")) {
            // Of the same JDBC type as NUMERIC, with a scale of 0 that says nothing.
            return Kind.NUMBER;
        }
        return switch (type) {
            case Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT -> Kind.COUNT;
            case Types.NUMERIC -> scale == 0 ? Kind.COUNT : Kind.NUMBER;
            case Types.DOUBLE, Types.REAL, Types.DECIMAL, Types.FLOAT -> Kind.NUMBER;
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Kind.TIME;
            default -> Kind.TEXT;
        };
    }

    // Of types that are none of these the text: getObject would make Java objects of bytes.
    private static @Nullable Object value(ResultSet rows, int column, Kind kind) throws SQLException {
        return switch (kind) {
            case TIME -> {
                OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
                yield time == null ? null : time.toInstant();
            }
            case COUNT -> {
                long whole = rows.getLong(column);
                yield rows.wasNull() ? null : whole;
            }
            case NUMBER, RATIO -> {
                double number = rows.getDouble(column);
                yield rows.wasNull() ? null : number;
            }
            default -> rows.getString(column);
        };
    }
}
