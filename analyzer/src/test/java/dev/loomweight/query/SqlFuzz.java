package dev.loomweight.query;

import dev.loomweight.fuzz.Law;
import dev.loomweight.query.sql.SqlToken;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Any text as SQL: what H2 gets has the tokens that were found, whatever was typed. */
public final class SqlFuzz {

    private SqlFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Law.holds(input.length, () -> {
            List<SqlToken> tokens = SqlToken.of(text);
            String written = tokens.stream().map(SqlToken::toString).collect(Collectors.joining());
            if (!SqlToken.of(written).stream()
                    .map(SqlFuzz::unspaced)
                    .toList()
                    .equals(tokens.stream().map(SqlFuzz::unspaced).toList())) {
                throw new AssertionError("read again it is something else: " + written);
            }
            SqlText query = SqlText.of(text);
            String rewritten = query.rewritten(SqlNames::of);
            if (SqlToken.of(rewritten).stream().anyMatch(token -> token.isSign(';'))) {
                throw new AssertionError("more than one statement: " + rewritten);
            }
        });
    }

    private static SqlToken unspaced(SqlToken token) {
        return new SqlToken(token.type(), token.text(), false);
    }

    /** Queries with all that they are made of. */
    public static List<byte[]> seeds() {
        return List.of(
                        "SELECT holder, count(*) AS n FROM jdk.VirtualThreadPinned p -- why\nWHERE p.x >= 1.5e-3 GROUP BY 1;",
                        "WITH a(x) AS (VALUES (1)) SELECT * FROM a, \"b\"\"c\" JOIN d USING (x) /* /* */ */ ORDER BY 'it''s'",
                        "SELECT EXTRACT(HOUR FROM t), REGEXP_LIKE(s, 'a|b') FROM system_range(1, 0x1f) LIMIT 3")
                .stream()
                .map(query -> query.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
