package dev.loomweight.query;

import dev.loomweight.query.sql.SqlToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which columns of a query's result have the values of a field in the unit of the field: the field itself, and its sums,
 * means, extremes and percentiles. What is computed otherwise, as {@code sum(duration) / 1e6}, is a number.
 */
final class SelectList {

    /** All columns of a table. */
    static final String ALL = "*";

    /** Functions whose result is in the unit of their argument. */
    private static final Set<String> KEEP_THE_UNIT =
            Set.of("SUM", "AVG", "MIN", "MAX", "MEDIAN", "ANY_VALUE", "PERCENTILE_CONT", "PERCENTILE_DISC");

    /** What may stand around the field in such a call. */
    private static final Set<String> SYNTAX = Set.of("DISTINCT", "WITHIN", "GROUP", "ORDER", "BY", "ASC", "DESC");

    private SelectList() {}

    /**
     * The fields of the columns, in lower case.
     *
     * @param tokens a query
     * @return {@link #ALL} alone for all columns of a table, else one for each column, empty for a number of its own; no
     *     element where that is not known: a query of several parts
     */
    static List<String> of(List<SqlToken> tokens) {
        long selects = tokens.stream().filter(token -> token.isWord("SELECT")).count();
        if (selects != 1 || !tokens.getFirst().isWord("SELECT")) {
            return List.of();
        }
        List<String> fields = new ArrayList<>();
        for (List<SqlToken> item : items(tokens)) {
            fields.add(item.getLast().isSign('*') ? ALL : field(item));
        }
        return fields.contains(ALL) && fields.size() > 1 ? List.of() : fields;
    }

    /** What stands between SELECT and FROM, at its commas. */
    private static List<List<SqlToken>> items(List<SqlToken> tokens) {
        List<List<SqlToken>> items = new ArrayList<>();
        List<SqlToken> item = new ArrayList<>();
        int depth = 0;
        for (SqlToken token : tokens.subList(1, tokens.size())) {
            depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
            if (depth == 0 && token.isWord("FROM")) {
                break;
            }
            if (depth == 0 && token.isSign(',')) {
                items.add(item);
                item = new ArrayList<>();
            } else if (!item.isEmpty() || !(token.isWord("DISTINCT") || token.isWord("ALL"))) {
                item.add(token);
            }
        }
        items.add(item);
        items.removeIf(List::isEmpty);
        return items;
    }

    /** The field that an item of the list has the unit of, in lower case; empty if there is none. */
    private static String field(List<SqlToken> item) {
        List<SqlToken> expression = withoutAlias(item);
        String field = "";
        for (int i = 0; i < expression.size(); i++) {
            SqlToken token = expression.get(i);
            boolean call = i + 1 < expression.size() && expression.get(i + 1).isSign('(');
            boolean table = i + 1 < expression.size() && expression.get(i + 1).isSign('.');
            if (token.isName() && call && !token.isWord("GROUP")) {
                if (!KEEP_THE_UNIT.contains(token.upper())) {
                    return "";
                }
            } else if (token.isName() && !table && !SYNTAX.contains(token.upper())) {
                if (!field.isEmpty()) {
                    return "";
                }
                field = token.text().toLowerCase(Locale.ROOT);
            } else if (token.type() == SqlToken.Type.STRING
                    || (token.type() == SqlToken.Type.SIGN
                            && "().".indexOf(token.text().charAt(0)) < 0)) {
                return "";
            }
        }
        return field;
    }

    /** An item without {@code AS name}, {@code name}, {@code FILTER (...)} and {@code OVER (...)} after its expression. */
    private static List<SqlToken> withoutAlias(List<SqlToken> item) {
        int depth = 0;
        for (int i = 0; i < item.size(); i++) {
            SqlToken token = item.get(i);
            boolean ends = token.isWord("AS") || token.isWord("FILTER") || token.isWord("OVER");
            boolean name = i > 0
                    && token.isName()
                    && !SYNTAX.contains(token.upper())
                    && (item.get(i - 1).isSign(')') || item.get(i - 1).isName());
            if (depth == 0 && (ends || name)) {
                return item.subList(0, i);
            }
            depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
        }
        return item;
    }
}
