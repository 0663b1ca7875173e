package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SQL over the same tables, by H2 in memory. A table is loaded when a query first names it, with the columns that it
 * names. In names, characters other than letters and digits are underscores; durations are nanoseconds.
 *
 * <p>Neither a query nor a recording reaches anything outside these tables: {@link SqlText} accepts one query, with
 * functions that only compute, and {@link SqlDatabase} runs it as a user without other rights.
 */
public final class Sql implements AutoCloseable {

    /** How long H2 may take to notice that a query is cancelled: it does not look in the middle of an expression. */
    private static final Duration UNTIL_GIVEN_UP = Duration.ofSeconds(2);

    /** The words that a query can begin with. */
    public static final List<String> STATEMENTS = List.of("select", "with", "values");

    private final Map<String, Set<String>> loaded = new HashMap<>();
    // Of each loaded table, the kinds of its columns by their names in SQL, in lower case.
    private final Map<String, Map<String, Kind>> kinds = new HashMap<>();
    private @Nullable SqlDatabase database;
    private @Nullable SqlRun running;

    /** Provides the rows of a table by its name. */
    @FunctionalInterface
    public interface Tables {

        /**
         * A table.
         *
         * @param name a type of event, or a report's table
         * @param fields names of columns, in lower case, of which some may be columns of this table; null for all
         */
        Relation of(String name, @Nullable Set<String> fields);
    }

    /** Whether a word, in any case, is one that a query begins with. */
    public static boolean isStatement(String word) {
        return STATEMENTS.contains(word.toLowerCase(Locale.ROOT));
    }

    /**
     * Runs one query.
     *
     * @param query a SELECT
     * @param tables the tables
     * @param limit the greatest number of rows that the result may have
     * @throws DataException if it is not one query, calls a function that queries may not call, or fails in H2
     * @throws CancellationException if it is cancelled
     */
    public Relation run(String query, Tables tables, long limit) {
        SqlText text = SqlText.of(query);
        try {
            SqlDatabase open = database();
            load(text, tables, open);
            String rewritten = text.rewritten(SqlNames::of);
            // One more, so that it shows whether there are too many.
            int most = (int) Math.min(Integer.MAX_VALUE - 1, limit) + 1;
            Relation relation = run(new SqlRun(open.reader(), rewritten, most));
            if (relation.rows() > limit) {
                throw new DataException(String.format(
                        Locale.ROOT,
                        "the query has more than %,d rows, which may not fit in memory; add LIMIT to it, or set"
                                + " limit %d",
                        limit,
                        limit * 10));
            }
            return inUnits(relation, text);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** The result with durations and sizes shown as pipelines show them; raw values and keys are what H2 has. */
    private Relation inUnits(Relation result, SqlText text) {
        List<String> of = text.resultFields();
        boolean all = of.equals(List.of(SelectList.ALL));
        if (!all && of.size() != result.fields().size()) {
            return result;
        }
        List<Field> shown = new ArrayList<>();
        for (Field field : result.fields()) {
            String name = all ? field.name().toLowerCase(Locale.ROOT) : of.get(shown.size());
            Set<Kind> found = text.tables().stream()
                    .map(table -> kinds.getOrDefault(table, Map.of()).get(name))
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            Kind kind = found.size() == 1 ? found.iterator().next() : field.kind();
            shown.add(kind.unit().isEmpty() ? field : field.shownAs(kind));
        }
        return result.with(shown);
    }

    private Relation run(SqlRun run) throws SQLException {
        synchronized (this) {
            running = run;
        }
        try {
            return run.rows(UNTIL_GIVEN_UP);
        } catch (SqlRun.GivenUpException e) {
            // It still computes, and holds its database; the next query gets another.
            abandon();
            throw new CancellationException("stopped");
        } finally {
            synchronized (this) {
                running = null;
            }
        }
    }

    private static RuntimeException failed(SQLException e) {
        if (e.getErrorCode() == org.h2.api.ErrorCode.STATEMENT_WAS_CANCELED) {
            return new CancellationException("stopped");
        }
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        int statement = message.indexOf("; SQL statement:");
        return new DataException("SQL: " + (statement < 0 ? message : message.substring(0, statement)), e);
    }

    /** Stops the query that runs, if one does. */
    public synchronized void cancel() {
        if (running != null) {
            running.cancel();
        }
    }

    private SqlDatabase database() throws SQLException {
        SqlDatabase open = database;
        if (open == null) {
            open = SqlDatabase.create();
            database = open;
        }
        return open;
    }

    private void load(SqlText text, Tables tables, SqlDatabase open) throws SQLException {
        for (String name : text.tables()) {
            String here = SqlNames.of(name);
            Set<String> wanted = new HashSet<>(loaded.getOrDefault(name, Set.of()));
            boolean all = text.wantsAllColumns();
            if (!wanted.contains("*") && (all || !loaded.containsKey(name) || !wanted.containsAll(text.words()))) {
                wanted.addAll(text.words());
                if (all) {
                    wanted.add("*");
                }
                Relation table = tables.of(name, wanted.contains("*") ? null : wanted);
                open.create(here, table);
                // Another table of that name in H2 is no longer there.
                loaded.keySet().removeIf(other -> SqlNames.of(other).equalsIgnoreCase(here));
                loaded.put(name, wanted);
                kinds.put(name, kinds(table));
            }
        }
    }

    private static Map<String, Kind> kinds(Relation table) {
        List<String> names = SqlNames.of(table.names());
        Map<String, Kind> kinds = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            kinds.put(
                    names.get(i).toLowerCase(Locale.ROOT), table.fields().get(i).kind());
        }
        return kinds;
    }

    private void abandon() {
        loaded.clear();
        kinds.clear();
        database = null;
    }

    /** Drops all tables. */
    public void forget() {
        SqlDatabase open = database;
        abandon();
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        forget();
    }
}
