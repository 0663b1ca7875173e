package dev.loomweight.spark;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** DuckDB over the tables, each as a view of its name. */
final class DuckTables implements AutoCloseable {

    /** The names of the tables. */
    static final List<String> NAMES = List.of("recordings", "pins", "memory", "memorySamples", "hours", "findings");

    private final Connection connection;

    DuckTables(Path tables) throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            for (String name : NAMES) {
                statement.execute("CREATE VIEW " + name + " AS SELECT * FROM '" + tables.resolve(name) + "/*.parquet'");
            }
        }
    }

    /** The rows of the answer, one a line. */
    String answer(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            StringBuilder text = new StringBuilder();
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    text.append(i == 1 ? "" : "|").append(SqlPage.text(rows.getObject(i)));
                }
                text.append('\n');
            }
            return text.toString();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
