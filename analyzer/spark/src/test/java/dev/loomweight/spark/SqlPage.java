package dev.loomweight.spark;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The questions of {@code docs/fleet.md}. */
final class SqlPage {

    private static final String BETWEEN = "-- next --\n";

    private SqlPage() {}

    /** A question in words, and in SQL. */
    record Query(String question, String sql) {}

    /** Those under the heading of the questions, in their order. */
    static List<Query> queries() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "fleet.md"));
        String part = page.substring(page.indexOf("## Questions in SQL"));
        Matcher query = Pattern.compile("\\d+\\. ([^\\n]+)\\n\\n *```sql\\n(.*?)```", Pattern.DOTALL)
                .matcher(part);
        List<Query> queries = new ArrayList<>();
        while (query.find()) {
            queries.add(new Query(query.group(1), query.group(2).strip()));
        }
        return queries;
    }

    static String joined(List<Query> queries) {
        return queries.stream().map(Query::sql).collect(Collectors.joining("\n" + BETWEEN));
    }

    static String joinedAnswers(List<String> answers) {
        return String.join(BETWEEN, answers);
    }

    static List<String> split(String joined) {
        return Arrays.asList(joined.split(BETWEEN, -1));
    }

    /** A value, alike in engines whose types differ. */
    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Double number -> String.format(Locale.ROOT, "%.3f", number);
            case BigDecimal number -> String.format(Locale.ROOT, "%.3f", number);
            case BigInteger number -> number.toString();
            case OffsetDateTime time -> time.toInstant().toString();
            case Instant time -> time.toString();
            default -> value.toString();
        };
    }
}
