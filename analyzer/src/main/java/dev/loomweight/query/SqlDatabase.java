package dev.loomweight.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An H2 database in memory with two users: one makes tables and fills them, from names and values alone; the other runs
 * queries, and has no right but to select from those tables. H2 gives a user without administrator rights no access to
 * files, aliases, links, scripts, backups and settings.
 */
final class SqlDatabase implements AutoCloseable {

    private static final int BATCH = 10_000;

    private final Connection owner;
    private final Connection reader;

    static {
        // The classes that H2 may load by name, of all that are there. Read when H2's classes are initialized.
        System.setProperty(
                "h2.allowedClasses", SqlFunctions.class.getName() + "," + SqlFunctions.NoObjects.class.getName());
        System.setProperty("h2.serializeJavaObject", "false");
    }

    private SqlDatabase(Connection owner, Connection reader) {
        this.owner = owner;
        this.reader = reader;
    }

    /** Makes one that is empty. */
    static SqlDatabase create() throws SQLException {
        String url = "jdbc:h2:mem:loomweight-" + UUID.randomUUID() + ";CASE_INSENSITIVE_IDENTIFIERS=TRUE"
                // Names of fields that events have.
                + ";NON_KEYWORDS=KEY,VALUE";
        String secret = UUID.randomUUID().toString();
        Connection owner = connect(url, "OWNER", secret);
        try (Statement statement = owner.createStatement()) {
            statement.execute("SET JAVA_OBJECT_SERIALIZER '" + SqlFunctions.NoObjects.class.getName() + "'");
            for (String definition : SqlFunctions.definitions()) {
                statement.execute(definition);
            }
            statement.execute("CREATE USER READER PASSWORD '" + secret + "'");
        } catch (SQLException e) {
            owner.close();
            throw e;
        }
        return new SqlDatabase(owner, connect(url + ";IFEXISTS=TRUE", "READER", secret));
    }

    // Not by DriverManager, which looks for drivers in everything that is on the class path.
    private static Connection connect(String url, String user, String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        Connection connection = new org.h2.Driver().connect(url, properties);
        if (connection == null) {
            throw new SQLException("H2 does not accept " + url);
        }
        return connection;
    }

    /** The connection that queries run on. */
    Connection reader() {
        return reader;
    }

    /**
     * Makes a table, in the place of one of the same name.
     *
     * @param name of {@link SqlNames}
     */
    void create(String name, Relation rows) throws SQLException {
        List<String> names = SqlNames.of(rows.fields().stream().map(Field::name).toList());
        List<String> columns = new ArrayList<>();
        try (Statement statement = owner.createStatement()) {
            for (int i = 0; i < names.size(); i++) {
                columns.add(statement.enquoteIdentifier(names.get(i), true) + " "
                        + type(rows.fields().get(i).kind()));
            }
            String table = statement.enquoteIdentifier(name, true);
            statement.execute("DROP TABLE IF EXISTS " + table);
            statement.execute("CREATE TABLE " + table + columns.stream().collect(Collectors.joining(", ", " (", ")")));
            fill(table, rows);
            statement.execute("GRANT SELECT ON " + table + " TO READER");
        }
    }

    private static String type(Kind kind) {
        return switch (kind) {
            case TEXT -> "VARCHAR";
            case NUMBER, RATIO -> "DOUBLE PRECISION";
            case TIME -> "TIMESTAMP(9) WITH TIME ZONE";
            default -> "BIGINT";
        };
    }

    private void fill(String table, Relation rows) throws SQLException {
        int columns = rows.fields().size();
        String places = String.join(", ", Collections.nCopies(columns, "?"));
        try (PreparedStatement insert = owner.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
            for (int row = 0; row < rows.rows(); row++) {
                for (int i = 0; i < columns; i++) {
                    insert.setObject(i + 1, forH2(rows.fields().get(i).value(row)));
                }
                insert.addBatch();
                if ((row + 1) % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private static @Nullable Object forH2(@Nullable Object value) {
        return value instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : value;
    }

    /** Forgets all tables. */
    @Override
    public void close() {
        for (Connection connection : List.of(reader, owner)) {
            try {
                connection.close();
            } catch (SQLException e) {
                // It was in memory, and goes with the last reference.
            }
        }
    }
}
