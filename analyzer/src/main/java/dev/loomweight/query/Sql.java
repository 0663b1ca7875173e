package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL over the same tables, by H2 in memory. A table is loaded when a query first names it, with the columns that it
 * names; dots in names are underscores, and lengths of time are numbers of nanoseconds.
 */
public final class Sql implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(?:\\.[A-Za-z_][A-Za-z0-9_$]*)*");
    private static final Pattern AFTER_FROM = Pattern.compile(
            "\\b(?:from|join)\\s++([A-Za-z_][\\w$]*+(?:\\.[A-Za-z_][\\w$]*+)*+)(?!\\s*\\()", Pattern.CASE_INSENSITIVE);
    private static final int BATCH = 10_000;

    private final Map<String, Set<String>> loaded = new HashMap<>();
    private @Nullable Connection connection;
    private @Nullable Statement running;

    /** Gives the rows of a table by its name. */
    @FunctionalInterface
    public interface Tables {

        /**
         * A table.
         *
         * @param name a type of event, or a report's table
         * @param fields the fields wanted, by parts of their names with underscores for dots, or null for all
         */
        Relation of(String name, @Nullable Set<String> fields);
    }

    /**
     * Runs one query.
     *
     * @param query a SELECT
     * @param tables the tables
     * @param limit so many rows of the result at most
     * @throws DataException if it cannot be run; in H2's words
     */
    public Relation run(String query, Tables tables, long limit) {
        try {
            Connection open = connection();
            String rewritten = load(query, tables, open);
            try (Statement statement = open.createStatement()) {
                synchronized (this) {
                    running = statement;
                }
                // One more, so that it shows whether there are too many.
                statement.setMaxRows((int) Math.min(Integer.MAX_VALUE - 1, limit) + 1);
                try (ResultSet rows = statement.executeQuery(rewritten)) {
                    Relation relation = relation(rows);
                    if (relation.rows() > limit) {
                        throw new DataException(String.format(
                                Locale.ROOT,
                                "the query gives more than %,d rows, so many that memory may not hold them; say LIMIT in"
                                        + " it, or set limit %d",
                                limit,
                                limit * 10));
                    }
                    return relation;
                }
            } finally {
                synchronized (this) {
                    running = null;
                }
            }
        } catch (SQLException e) {
            if (e.getErrorCode() == org.h2.api.ErrorCode.STATEMENT_WAS_CANCELED) {
                throw new CancellationException("stopped");
            }
            String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new DataException(
                    "SQL: " + message.replaceFirst("; SQL statement:.*", "").replaceFirst(" \\[\\d.*\\]$", ""), e);
        }
    }

    /** Stops the query that runs, if one does. */
    public synchronized void cancel() {
        try {
            if (running != null) {
                running.cancel();
            }
        } catch (SQLException e) {
            // It has ended by itself.
        }
    }

    private Connection connection() throws SQLException {
        if (connection == null) {
            // By name, since a jar of all has the driver's entry among those of others.
            new org.h2.Driver();
            connection = DriverManager.getConnection("jdbc:h2:mem:;CASE_INSENSITIVE_IDENTIFIERS=TRUE");
        }
        return connection;
    }

    /** Loads what is named behind FROM and JOIN; gives the query with the names that the tables have here. */
    private String load(String query, Tables tables, Connection open) throws SQLException {
        Set<String> words = new HashSet<>();
        Matcher names = NAME.matcher(query);
        while (names.find()) {
            Arrays.stream(names.group().split("\\.")).forEach(words::add);
        }
        boolean all = query.contains("*")
                && Pattern.compile("(select|,)\\s*(\\w+\\.)?\\*", Pattern.CASE_INSENSITIVE)
                        .matcher(query)
                        .find();
        Matcher from = AFTER_FROM.matcher(query);
        StringBuilder rewritten = new StringBuilder();
        while (from.find()) {
            String name = from.group(1);
            String here = name.replace('.', '_');
            if (isCommonTable(name, query)) {
                continue;
            }
            Set<String> wanted = new HashSet<>(loaded.getOrDefault(here, Set.of()));
            if (!wanted.containsAll(words) || (all && !wanted.contains("*"))) {
                wanted.addAll(words);
                if (all) {
                    wanted.add("*");
                }
                create(here, tables.of(name, wanted.contains("*") ? null : wanted), open);
                loaded.put(here, wanted);
            }
            from.appendReplacement(
                    rewritten, Matcher.quoteReplacement(query.substring(from.start(), from.start(1)) + here));
        }
        from.appendTail(rewritten);
        return rewritten.toString();
    }

    // WITH name AS (...): a name of the query's own.
    private static boolean isCommonTable(String name, String query) {
        return Pattern.compile("(with|,)\\s+" + Pattern.quote(name) + "\\s+as\\s*\\(", Pattern.CASE_INSENSITIVE)
                .matcher(query)
                .find();
    }

    private static void create(String name, Relation rows, Connection open) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (Field field : rows.fields()) {
            String type = switch (field.kind()) {
                case TEXT -> "VARCHAR";
                case NUMBER, RATIO -> "DOUBLE PRECISION";
                case TIME -> "TIMESTAMP(9) WITH TIME ZONE";
                default -> "BIGINT";
            };
            columns.add('"' + field.name().replace('.', '_') + "\" " + type);
        }
        try (Statement statement = open.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS \"" + name + "\"");
            statement.execute("CREATE TABLE \"" + name + "\" (" + String.join(", ", columns) + ")");
        }
        String places = String.join(", ", java.util.Collections.nCopies(columns.size(), "?"));
        try (PreparedStatement insert = open.prepareStatement("INSERT INTO \"" + name + "\" VALUES (" + places + ")")) {
            for (int row = 0; row < rows.rows(); row++) {
                for (int i = 0; i < columns.size(); i++) {
                    Object value = rows.fields().get(i).value(row);
                    insert.setObject(
                            i + 1, value instanceof java.time.Instant time ? time.atOffset(ZoneOffset.UTC) : value);
                }
                insert.addBatch();
                if ((row + 1) % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private static Relation relation(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> names = new ArrayList<>();
        List<Values> values = new ArrayList<>();
        List<Kind> kinds = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            String name = meta.getColumnLabel(i);
            names.add(names.contains(name) ? name + i : name);
            Kind kind = switch (meta.getColumnType(i)) {
                case java.sql.Types.BIGINT, java.sql.Types.INTEGER, java.sql.Types.SMALLINT -> Kind.COUNT;
                case java.sql.Types.NUMERIC -> meta.getScale(i) == 0 ? Kind.COUNT : Kind.NUMBER;
                case java.sql.Types.DOUBLE, java.sql.Types.REAL, java.sql.Types.DECIMAL, java.sql.Types.FLOAT ->
                    Kind.NUMBER;
                case java.sql.Types.TIMESTAMP, java.sql.Types.TIMESTAMP_WITH_TIMEZONE -> Kind.TIME;
                default -> Kind.TEXT;
            };
            kinds.add(kind);
            values.add(new Values(kind));
        }
        int count = 0;
        while (rows.next()) {
            for (int i = 0; i < values.size(); i++) {
                values.get(i).addObject(plain(rows.getObject(i + 1)));
            }
            count++;
        }
        int[] order = java.util.stream.IntStream.range(0, count).toArray();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            fields.add(Values.field(names.get(i), kinds.get(i), List.of(values.get(i)), order));
        }
        return new Relation("sql", fields, count);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case OffsetDateTime time -> time.toInstant();
            case Timestamp time -> time.toInstant();
            case BigDecimal number -> number;
            case null, default -> value;
        };
    }

    /** Forgets all tables. */
    public void forget() {
        close();
        loaded.clear();
        connection = null;
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // What was in memory goes either way.
        }
    }
}
