package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import dev.loomweight.query.sql.SqlToken;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A parsed query: the tables that it names, the names that may be columns, and the query as H2 gets it. Only one
 * query is accepted, with functions of {@link SqlFunctions} alone.
 */
final class SqlText {

    private static final Set<String> FIRST_WORDS = Set.of("SELECT", "WITH", "VALUES");

    /** After these a list of tables has ended. */
    private static final Set<String> ENDS_OF_TABLES = Set.of(
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "UNION",
            "EXCEPT",
            "MINUS",
            "INTERSECT",
            "WINDOW",
            "QUALIFY",
            "SELECT");

    /** Reserved words, which name no column without quotes. */
    private static final Set<String> RESERVED = Set.of(
            ("ALL AND AS ASC BETWEEN BY CASE CROSS DESC DISTINCT ELSE END EXCEPT EXISTS FETCH FROM FULL GROUP HAVING"
                            + " IN INNER INTERSECT IS JOIN LEFT LIKE LIMIT MINUS NATURAL NOT NULL OFFSET ON OR ORDER"
                            + " OUTER RIGHT SELECT THEN UNION USING VALUES WHEN WHERE WITH")
                    .split(" "));

    private final List<SqlToken> tokens;
    private final Set<String> common = new HashSet<>();
    private final List<Mention> mentions = new ArrayList<>();
    private final Set<String> words = new HashSet<>();

    /** A table where a query names it: its tokens from one to before another, and its name with dots. */
    private record Mention(int from, int to, String name) {}

    private SqlText(List<SqlToken> tokens) {
        this.tokens = tokens;
    }

    /**
     * Parses a query.
     *
     * @throws DataException if it is not one query, or calls what queries may not call
     */
    static SqlText of(String query) {
        List<SqlToken> tokens = new ArrayList<>(SqlToken.of(query));
        while (!tokens.isEmpty() && tokens.getLast().isSign(';')) {
            tokens.removeLast();
        }
        if (tokens.stream().anyMatch(token -> token.isSign(';'))) {
            throw new DataException("SQL: write one query; a semicolon ends it");
        }
        SqlToken first = tokens.stream()
                .filter(token -> !token.isSign('('))
                .findFirst()
                .orElseThrow(() -> new DataException("SQL: write a query, for example SELECT * FROM pins"));
        if (first.type() != SqlToken.Type.WORD || !FIRST_WORDS.contains(first.upper())) {
            throw new DataException("SQL: a query begins with SELECT, WITH or VALUES, not with " + first.text());
        }
        SqlText text = new SqlText(tokens);
        text.findCommonTables();
        text.checkCalls();
        text.findTables();
        text.findWords();
        return text;
    }

    /** The names of the tables that must be loaded, with dots, each once, in the order of the query. */
    Set<String> tables() {
        Set<String> names = new LinkedHashSet<>();
        mentions.forEach(mention -> names.add(mention.name()));
        return names;
    }

    /** All names outside of tables, in lower case: some of them are columns. */
    Set<String> words() {
        return words;
    }

    /** The fields whose unit the columns of the result have, as {@link SelectList} says. */
    List<String> resultFields() {
        return SelectList.of(tokens);
    }

    /** Whether it asks for all columns of a table. */
    boolean wantsAllColumns() {
        for (int i = 1; i < tokens.size(); i++) {
            SqlToken before = tokens.get(i - 1);
            if (tokens.get(i).isSign('*')
                    && (before.isSign(',')
                            || before.isSign('.')
                            || before.isWord("SELECT")
                            || before.isWord("DISTINCT")
                            || before.isWord("ALL"))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The query for H2.
     *
     * @param identifier gives the name that a table has in H2
     */
    String rewritten(UnaryOperator<String> identifier) {
        StringBuilder text = new StringBuilder();
        int mention = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (mention < mentions.size() && mentions.get(mention).from() == i) {
                Mention table = mentions.get(mention++);
                text.append(new SqlToken(SqlToken.Type.QUOTED, identifier.apply(table.name()), true));
                i = table.to() - 1;
            } else if (isCall(i)) {
                text.append(new SqlToken(SqlToken.Type.WORD, functionAt(i), token.spaced()));
            } else {
                text.append(token);
            }
        }
        return text.toString();
    }

    /** WITH a AS (...), b(x, y) AS (...): names of the query's own. */
    private void findCommonTables() {
        for (int i = 1; i < tokens.size(); i++) {
            SqlToken before = tokens.get(i - 1);
            boolean begins = before.isWord("WITH") || before.isWord("RECURSIVE") || before.isSign(',');
            if (!begins || !tokens.get(i).isName()) {
                continue;
            }
            int next = i + 1;
            if (isSign(next, '(')) {
                next = afterBracket(next);
            }
            if (next < tokens.size() && tokens.get(next).isWord("AS") && isSign(next + 1, '(')) {
                common.add(tokens.get(i).text().toLowerCase(Locale.ROOT));
            }
        }
    }

    private int afterBracket(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).isSign('(') ? 1 : tokens.get(i).isSign(')') ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return tokens.size();
    }

    private boolean isSign(int at, char sign) {
        return at < tokens.size() && tokens.get(at).isSign(sign);
    }

    /** Whether a token is the name of a function: a name before a bracket that is nothing else. */
    private boolean isCall(int at) {
        SqlToken token = tokens.get(at);
        if (!token.isName() || !isSign(at + 1, '(')) {
            return false;
        }
        if (token.type() == SqlToken.Type.WORD && SqlFunctions.isSyntax(token.upper())) {
            return false;
        }
        // A name with a list of columns: of the query's own table, or of an alias.
        return !common.contains(token.text().toLowerCase(Locale.ROOT))
                && (at == 0 || !tokens.get(at - 1).isWord("AS"));
    }

    private String functionAt(int at) {
        SqlToken token = tokens.get(at);
        String name = at > 0 && tokens.get(at - 1).isSign('.') ? null : SqlFunctions.nameOf(token.upper());
        if (name == null) {
            throw new DataException("SQL: there is no function " + token.text()
                    + " here: queries compute, and reach no files, settings or other machines");
        }
        return name;
    }

    private void checkCalls() {
        for (int i = 0; i < tokens.size(); i++) {
            if (isCall(i)) {
                functionAt(i);
            } else if (tokens.get(i).isWord("REGEXP") || tokens.get(i).isWord("RLIKE")) {
                throw new DataException("SQL: write REGEXP_LIKE(text, pattern) instead of text REGEXP pattern");
            }
        }
    }

    /** What is inside one pair of brackets: where tables stand in it. */
    private static final class Level {
        private boolean query;
        private boolean tables;
        private boolean expected;
    }

    private void findTables() {
        Deque<Level> levels = new ArrayDeque<>();
        levels.push(new Level());
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            Level level = levels.getFirst();
            if (token.isSign('(')) {
                Level inner = new Level();
                // FROM (a JOIN b ON ...); in FROM (SELECT ...) the keyword ends it.
                inner.expected = level.expected;
                inner.tables = level.expected;
                level.expected = false;
                levels.push(inner);
            } else if (token.isSign(')')) {
                if (levels.size() > 1) {
                    levels.pop();
                }
            } else if (level.expected && token.isName() && !isQueryWord(token)) {
                level.expected = token.isWord("LATERAL");
                i = mention(i) - 1;
            } else {
                level.expected = false;
                follow(level, token, i == 0 ? null : tokens.get(i - 1));
            }
        }
    }

    private static boolean isQueryWord(SqlToken token) {
        return token.type() == SqlToken.Type.WORD && FIRST_WORDS.contains(token.upper());
    }

    private static void follow(Level level, SqlToken token, @Nullable SqlToken before) {
        boolean distinct = before != null && before.isWord("DISTINCT");
        if (token.isWord("SELECT")) {
            level.query = true;
        }
        if (token.type() == SqlToken.Type.WORD && ENDS_OF_TABLES.contains(token.upper())) {
            level.tables = false;
            level.expected = false;
        } else if (token.isWord("FROM") && level.query && !level.tables && !distinct) {
            // Not the FROM of EXTRACT(YEAR FROM time), whose bracket has no SELECT, nor that of IS DISTINCT FROM.
            level.tables = true;
            level.expected = true;
        } else if (token.isWord("JOIN") || (token.isSign(',') && level.tables)) {
            level.expected = true;
        }
    }

    /** Takes the name that begins at a token; gives the place after it. */
    private int mention(int from) {
        StringBuilder name = new StringBuilder(tokens.get(from).text());
        int to = from + 1;
        while (isSign(to, '.') && to + 1 < tokens.size() && tokens.get(to + 1).isName()) {
            name.append('.').append(tokens.get(to + 1).text());
            to += 2;
        }
        boolean own = to == from + 1 && common.contains(name.toString().toLowerCase(Locale.ROOT));
        if (!own && !isSign(to, '(') && !tokens.get(from).isWord("LATERAL")) {
            mentions.add(new Mention(from, to, name.toString()));
        }
        return to;
    }

    private void findWords() {
        int mention = 0;
        for (int i = 0; i < tokens.size(); i++) {
            if (mention < mentions.size() && mentions.get(mention).from() == i) {
                i = mentions.get(mention++).to() - 1;
            } else if (tokens.get(i).isName() && !isReserved(tokens.get(i)) && !isCall(i)) {
                words.add(tokens.get(i).text().toLowerCase(Locale.ROOT));
            }
        }
    }

    private static boolean isReserved(SqlToken token) {
        return token.type() == SqlToken.Type.WORD && RESERVED.contains(token.upper());
    }
}
