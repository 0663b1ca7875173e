package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import dev.loomweight.capture.DataException;
import dev.loomweight.render.CellText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.h2.api.ErrorCode;
import org.h2.util.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries compute over their tables, and reach nothing else, whatever stands in them and in the names of fields. */
@Tag("oracles")
class SqlTest {

    private static final String SECRET = "only-in-this-file";

    @TempDir
    private Path folder;

    private static Relation rows(List<String> names) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            fields.add(Field.whole(names.get(i), Kind.COUNT, new long[] {i, Long.MIN_VALUE, i + 2}));
        }
        return new Relation("t", fields, 3);
    }

    private static Relation run(Sql sql, String query, Relation table) {
        return sql.run(query, (name, fields) -> table, 1000);
    }

    private static Relation run(String query) {
        try (Sql sql = new Sql()) {
            return run(sql, query, rows(List.of("x")));
        }
    }

    private static @Nullable Object only(String query) {
        return run(query).fields().getFirst().value(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT duration FROM t | 20 ms",
                "SELECT * FROM t WHERE duration < 25000000 | 20 ms",
                "SELECT t.duration AS d FROM t | 20 ms",
                "SELECT DISTINCT duration took FROM t ORDER BY 1 | 20 ms",
                "SELECT sum(duration) FROM t | 50 ms",
                "SELECT avg(duration) AS mean FROM t | 25 ms",
                "SELECT max(t.duration) FILTER (WHERE size > 0) FROM t | 30 ms",
                "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY duration) FROM t | 20 ms",
                "SELECT sum(size) FROM t | 3 KB",
                // What is computed otherwise is a number.
                "SELECT sum(duration) / 1000000 FROM t | 50.00",
                "SELECT -min(duration) FROM t | -20,000,000",
                "SELECT count(duration) FROM t | 2",
                "SELECT count(*) duration FROM t | 2",
                "SELECT extract(day FROM date '2026-01-09') FROM t LIMIT 1 | 9",
                "SELECT duration FROM (SELECT duration / 1000 AS duration FROM t) ORDER BY 1 | 20,000",
                "SELECT 7 AS duration FROM t LIMIT 1 | 7",
            })
    void durationsAndSizesAreShownAsInPipelinesAndWrittenRaw(String query, String shown) {
        Relation table = new Relation(
                "t",
                List.of(
                        Field.whole("duration", Kind.NANOS, new long[] {20_000_000, 30_000_000}),
                        Field.whole("size", Kind.BYTES, new long[] {1024, 2048})),
                2);
        try (Sql sql = new Sql()) {
            Field first = run(sql, query, table).fields().getFirst();
            assertThat(CellText.of(first.cell(0))).hasToString(shown);
            assertThat(first.key()).isEqualTo(first.name());
        }
    }

    @Test
    void namesOfAnyCharactersAreColumnsThatHoldTheirValues() {
        qt().withExamples(200)
                .forAll(lists().of(strings().allPossible().ofLengthBetween(0, 30))
                        .ofSizeBetween(1, 5))
                .checkAssert(names -> {
                    try (Sql sql = new Sql()) {
                        Relation all = run(sql, "SELECT * FROM t", rows(names));
                        assertThat(all.fields()).hasSameSizeAs(names);
                        for (int i = 0; i < names.size(); i++) {
                            assertThat(all.fields().get(i).value(0)).isEqualTo((long) i);
                            assertThat(all.fields().get(i).value(1)).isNull();
                        }
                    }
                });
    }

    @Test
    void columnsAreOfLettersAndDigitsAndDifferInMoreThanCase() {
        assertThat(SqlNames.of(List.of("a.b", "a_b", "A_B", "x\" INT); DROP", "größe", "", "\u0000")))
                .containsExactly("a_b", "a_b_2", "A_B_3", "x__INT___DROP", "größe", "_", "__2");
        assertThat(SqlNames.mayMean("a_b_2", "a.b")).isTrue();
        assertThat(SqlNames.mayMean("a_b", "a.b")).isTrue();
        assertThat(SqlNames.mayMean("a_b_x", "a.b")).isFalse();
    }

    @Test
    void aNameThatWouldBeSqlIsOnlyAName() {
        Path made = folder.resolve("made");
        String name = "x\" BIGINT); CALL FILE_WRITE(STRINGTOUTF8('attacked'), '" + made + "'); CREATE TABLE Z(\"y";

        try (Sql sql = new Sql()) {
            Relation all = run(sql, "SELECT * FROM t", rows(List.of(name)));
            assertThat(all.fields()).hasSize(1);
        }
        assertThat(made).doesNotExist();
    }

    /** What each function that H2 documents is called with: nothing, numbers, and the paths of files. */
    private Stream<String> calls(String function) {
        String file = "'" + folder.resolve("secret") + "'";
        return Stream.of("", "1", "1, 1", file, file + ", " + file, file + ", " + file + ", " + file)
                .flatMap(arguments -> Stream.of(
                        "SELECT " + function + "(" + arguments + ")",
                        "SELECT * FROM " + function + "(" + arguments + ")",
                        "SELECT \"" + function + "\"(" + arguments + ") FROM t",
                        "SELECT " + function + "(" + arguments + ") OVER () FROM t"));
    }

    static List<String> documentedFunctions() throws SQLException, IOException {
        byte[] help = Utils.getResource("/org/h2/res/help.csv");
        List<String> functions = new ArrayList<>();
        try (ResultSet rows = new org.h2.tools.Csv()
                .read(
                        new InputStreamReader(new ByteArrayInputStream(help), StandardCharsets.UTF_8),
                        new String[] {"SECTION", "TOPIC", "SYNTAX", "TEXT"})) {
            while (rows.next()) {
                String section = String.valueOf(rows.getString(1));
                if (section.contains("Functions") || section.equals("System Tables")) {
                    functions.add(String.valueOf(rows.getString(2)).split(" ", 2)[0]);
                }
            }
        }
        return functions;
    }

    @Test
    void allOfH2sDocumentationWasFound() throws SQLException, IOException {
        assertThat(documentedFunctions())
                .hasSizeGreaterThan(200)
                .contains("FILE_READ", "CSVREAD", "LINK_SCHEMA", "ABS");
    }

    @ParameterizedTest
    @MethodSource("documentedFunctions")
    void noDocumentedFunctionReachesAFile(String function) throws IOException {
        Files.writeString(folder.resolve("secret"), SECRET);
        try (Sql sql = new Sql()) {
            calls(function).forEach(query -> mustNotReveal(sql, query));
        }

        assertThat(folder).isDirectoryContaining("glob:**secret");
        assertThat(folder.resolve("secret")).hasContent(SECRET);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    private static void mustNotReveal(Sql sql, String query) {
        try {
            Relation answer = run(sql, query, rows(List.of("x")));
            for (Field field : answer.fields()) {
                for (int row = 0; row < answer.rows(); row++) {
                    assertThat(String.valueOf(field.value(row))).doesNotContain(SECRET);
                }
            }
        } catch (DataException e) {
            assertThat(e.getMessage()).startsWith("SQL: ").doesNotContain(SECRET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL FILE_READ('%s/secret')",
                "CALL FILE_WRITE(STRINGTOUTF8('x'), '%s/made')",
                "SELECT * FROM CSVREAD('%s/secret')",
                "CALL CSVWRITE('%s/made', 'SELECT 1')",
                "SCRIPT TO '%s/made'",
                "RUNSCRIPT FROM '%s/secret'",
                "BACKUP TO '%s/made'",
                "CALL LINK_SCHEMA('A', '', 'jdbc:h2:%s/made', '', '', 'PUBLIC')",
                "CREATE LINKED TABLE A('', 'jdbc:h2:%s/made', '', '', 'B')",
                "CREATE ALIAS A AS 'void a() {}'",
                "CREATE ALIAS A FOR 'java.lang.System.exit'",
                "CREATE TRIGGER A BEFORE SELECT ON \"t\" CALL 'a.B'",
                "CREATE USER A PASSWORD 'a' ADMIN",
                "GRANT ALL ON SCHEMA PUBLIC TO READER",
                "CREATE TABLE A(X INT)",
                "DROP TABLE \"t\"",
                "DROP ALL OBJECTS",
                "DELETE FROM \"t\"",
                "INSERT INTO \"t\" VALUES (1)",
                "SET JAVA_OBJECT_SERIALIZER NULL",
                "SET TRACE_LEVEL_FILE 4",
                "SHUTDOWN",
            })
    void theUserOfQueriesHasNoRightToAnythingElse(String statement) throws SQLException, IOException {
        Files.writeString(folder.resolve("secret"), SECRET);
        try (SqlDatabase database = SqlDatabase.create();
                Statement reader = database.reader().createStatement()) {
            database.create("t", rows(List.of("x")));

            assertThatThrownBy(() -> reader.execute(String.format(Locale.ROOT, statement, folder)))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode())
                                    .isIn(
                                            ErrorCode.ADMIN_RIGHTS_REQUIRED,
                                            ErrorCode.NOT_ENOUGH_RIGHTS_FOR_1,
                                            ErrorCode.ACCESS_DENIED_TO_CLASS_1));
            Connection still = database.reader();
            assertThat(still.isValid(5)).isTrue();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    /** What a Java object does when it is read. */
    public static final class Touch implements java.io.Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(java.io.ObjectInputStream in) {
            System.setProperty("loomweight.test.read", "yes");
        }
    }

    @Test
    void bytesAreNotReadAsJavaObjects() throws IOException {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.io.ObjectOutputStream out = new java.io.ObjectOutputStream(bytes)) {
            out.writeObject(new Touch());
        }
        String hex = java.util.HexFormat.of().formatHex(bytes.toByteArray());
        String object = "CAST(X'" + hex + "' AS JAVA_OBJECT)";

        for (String query : List.of(
                "SELECT " + object,
                "SELECT CAST(" + object + " AS VARCHAR)",
                "SELECT * FROM (VALUES (" + object + "), (" + object + ")) AS t(x) ORDER BY x")) {
            try {
                run(query);
            } catch (DataException e) {
                assertThat(e).hasMessageStartingWith("SQL: ");
            }
        }
        assertThat(System.getProperty("loomweight.test.read")).isNull();
    }

    @Test
    void regularExpressionsTakeTimeLinearInTheText() {
        // Takes java.util.regex and H2's own longer than anybody waits.
        assertThat(only("SELECT REGEXP_LIKE(REPEAT('a', 5000), '(.*a){15}b')")).isEqualTo("FALSE");
        assertThat(only("SELECT REGEXP_REPLACE('pin 12, pin 3', '([0-9]+)', '<$1>')"))
                .isEqualTo("pin <12>, pin <3>");
        assertThat(only("SELECT REGEXP_SUBSTR('pin 12, pin 3', '[0-9]+')")).isEqualTo("12");
        assertThatThrownBy(() -> run("SELECT REGEXP_LIKE('a', '(')"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("SQL: ");
    }

    @Test
    void aQueryThatDoesNotHearThatItIsCancelledIsGivenUp() throws InterruptedException {
        // H2 compares a text with a pattern of many wildcards without looking whether it is cancelled.
        String query = "SELECT REPEAT('a', 600) LIKE '" + "%a".repeat(4) + "b'";
        try (Sql sql = new Sql()) {
            Thread canceller = Thread.ofPlatform().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    sql.cancel();
                    Thread.onSpinWait();
                }
            });
            assertThatThrownBy(() -> run(sql, query, rows(List.of("x")))).isInstanceOf(CancellationException.class);
            canceller.interrupt();
            canceller.join();

            assertThat(run(sql, "SELECT count(x) FROM t", rows(List.of("x")))
                            .fields()
                            .getFirst()
                            .value(0))
                    .isEqualTo(2L);
        }
    }

    @Test
    void valuesComeBackAsTheyAre() {
        assertThat(only("SELECT TIMESTAMP WITH TIME ZONE '2026-01-02 03:04:05.123456789+01:00'"))
                .hasToString("2026-01-02T02:04:05.123456789Z");
        assertThat(only("SELECT sum(x) FROM t")).isEqualTo(2L);
        assertThat(only("SELECT 1.5e0")).isEqualTo(1.5);
        assertThat(only("SELECT CAST(NULL AS BIGINT)")).isNull();
        assertThat(only("SELECT 1 = 1")).isEqualTo("TRUE");
        assertThatThrownBy(() -> run("SELECT 9223372036854775807 + 1"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("out of range");
    }

    @Test
    void fieldsThatEventsHaveNeedNoQuotes() {
        try (Sql sql = new Sql()) {
            Relation answer = run(sql, "SELECT key, value FROM t WHERE value > 2", rows(List.of("key", "value")));
            assertThat(answer.rows()).isEqualTo(1);
        }
    }

    @Test
    void aTableIsLoadedWithTheColumnsThatQueriesName() {
        List<String> asked = new ArrayList<>();
        try (Sql sql = new Sql()) {
            Sql.Tables tables = (name, fields) -> {
                asked.add(name + (fields == null ? "" : " some"));
                return rows(List.of("x", "y"));
            };
            sql.run("SELECT x FROM jdk.A", tables, 10);
            sql.run("SELECT x FROM jdk.A WHERE x > 1", tables, 10);
            sql.run("SELECT * FROM jdk.A", tables, 10);
            sql.run("SELECT x, y FROM jdk.A", tables, 10);
            // Another name that is written alike in H2 takes its place, and it is loaded again.
            sql.run("SELECT x FROM jdk_A", tables, 10);
            sql.run("SELECT * FROM jdk.A", tables, 10);
        }
        assertThat(asked).containsExactly("jdk.A some", "jdk.A", "jdk_A some", "jdk.A");
    }

    @Test
    void namesOfManyFieldsAreAllDistinct() {
        qt().withExamples(50).forAll(integers().between(1, 300)).checkAssert(count -> {
            List<String> names = SqlNames.of(java.util.Collections.nCopies(count, "."));
            assertThat(names).doesNotHaveDuplicates().hasSize(count);
        });
    }
}
