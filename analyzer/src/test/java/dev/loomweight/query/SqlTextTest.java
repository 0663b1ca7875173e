package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT 1                                                              |",
                "SELECT * FROM jdk.VirtualThreadPinned                                 | jdk.VirtualThreadPinned",
                "SELECT * FROM a, b c, pins.holders AS d WHERE a.x = c.x               | a b pins.holders",
                "SELECT * FROM a JOIN b ON a.x = b.x, c ORDER BY x, y                  | a b c",
                "SELECT * FROM (a JOIN b USING (x)) LEFT JOIN c ON true                | a b c",
                "SELECT * FROM (SELECT x, y FROM a WHERE z IN (SELECT z FROM b)) q     | a b",
                "SELECT * FROM (VALUES (1), (2)) AS v(x), a                            | a",
                "WITH q AS (SELECT x FROM a), r(n) AS (SELECT 1) SELECT * FROM q, r, b | a b",
                "SELECT EXTRACT(HOUR FROM t), TRIM(BOTH ' ' FROM s) FROM a             | a",
                "SELECT x IS DISTINCT FROM y FROM a                                    | a",
                "SELECT x FROM a UNION SELECT x FROM b                                 | a b",
                "SELECT x FROM system_range(1, 5), LATERAL (SELECT * FROM a)           | a",
                "SELECT 'x FROM secret' AS \"FROM b\" FROM a -- FROM c                 | a",
                "SELECT x /* FROM b /* FROM c */ */ FROM \"jdk.A\"                     | jdk.A",
            })
    void tablesAreFoundWhereTheyStand(String query, String tables) {
        assertThat(SqlText.of(query).tables())
                .containsExactlyInAnyOrder(tables == null ? new String[0] : tables.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select count(*) from a               | false",
                "select * from a                      | true",
                "select a.* from a                    | true",
                "select x, * from a                   | true",
                "select distinct * from a             | true",
                "select x * 2 from a                  | false",
                "select '*' from a                    | false",
            })
    void allColumnsAreWantedWhereAStarStandsForThem(String query, boolean all) {
        assertThat(SqlText.of(query).wantsAllColumns()).isEqualTo(all);
    }

    @Test
    void h2GetsTablesByTheirPlainNamesAndNoComments() {
        String query = "SELECT p.x,'a''b--' /* c */FROM jdk.A  p-- d\nWHERE REGEXP_LIKE(x, '^a') AND y > 1.5e-3;";

        assertThat(SqlText.of(query).rewritten(SqlNames::of))
                .isEqualTo("SELECT p.x,'a''b--' FROM \"jdk_A\" p WHERE LOOMWEIGHT_REGEXP_LIKE(x, '^a') AND y > 1.5e-3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " -- nothing",
                "SELECT 1; DROP TABLE a",
                "CREATE ALIAS x AS 'y'",
                "CALL FILE_READ('/etc/passwd')",
                "EXPLAIN SELECT 1",
                "SCRIPT TO 'x'",
                "SELECT FILE_READ ('/etc/passwd')",
                "SELECT \"FILE_READ\"('/etc/passwd')",
                "SELECT public.file_read('/etc/passwd')",
                "SELECT $$a$$",
                "SELECT ?",
                "SELECT @a",
                "SELECT {fn now()}",
                "SELECT a ~ 'b'",
                "SELECT a REGEXP 'b'",
                "SELECT `a`",
                "SELECT 'a",
                "SELECT \"a",
                "SELECT /* a",
                "SELECT U&'\\0041'",
            })
    void whatIsNotOneQueryOfPlainFunctionsIsRefused(String query) {
        assertThatThrownBy(() -> SqlText.of(query))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("SQL: ")
                .hasNoCause();
    }

    @Test
    void bracketsAreNotNestedWithoutEnd() {
        String query = "SELECT " + "(".repeat(100_000) + "1" + ")".repeat(100_000);

        assertThatThrownBy(() -> SqlText.of(query)).hasMessage("SQL: brackets are nested deeper than 200");
    }
}
