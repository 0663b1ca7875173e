package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.CheckRequest;
import dev.loomweight.match.Nearest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * Budgets that are checked in beside the code, in TOML 1.0: {@code docs/check.md} describes the keys. Paths in it are
 * from its own folder.
 *
 * @param rules the budgets
 * @param suppressed what is left out
 * @param own prefixes of the application's own classes
 * @param classpath where its class files are
 * @param jdk the home of the JDK that recorded, or null
 * @param carriers how many carriers there are, or 0
 * @param ignoreInitialization whether pins of class initialization are left out
 * @param baseline what to compare with, or null
 * @param margin by how much more is no worse, or null where it is not said
 */
record CheckFile(
        List<CheckRequest.Rule> rules,
        List<CheckRequest.Suppressed> suppressed,
        List<String> own,
        List<String> classpath,
        @Nullable Path jdk,
        int carriers,
        boolean ignoreInitialization,
        @Nullable Path baseline,
        @Nullable Double margin) {

    /** Looked for where nobody names another. */
    static final Path USUAL = Path.of("loomweight.toml");

    /** Nothing said. */
    static final CheckFile NONE = new CheckFile(List.of(), List.of(), List.of(), List.of(), null, 0, false, null, null);

    private static final String BUDGET = "budget";
    private static final String SUPPRESS = "suppress";
    private static final Set<String> KEYS =
            Set.of("own", "classpath", "jdk", "carriers", "ignore-class-init", "baseline", "margin", BUDGET, SUPPRESS);
    private static final Set<String> SUPPRESS_KEYS = Set.of("site", "cause", "budget", "reason", "until");

    /** Something in the file that is not understood: a message with file and line. */
    static final class Misspelled extends RuntimeException {
        private static final long serialVersionUID = 1;

        Misspelled(String message) {
            super(message);
        }
    }

    /**
     * Reads one.
     *
     * @throws Misspelled if it is no TOML, or a key or value is not understood
     * @throws DataException if it cannot be read
     */
    static CheckFile read(Path file) {
        TomlParseResult toml;
        try {
            toml = TomlText.parse(file);
        } catch (TomlText.TooDeepException e) {
            throw new Misspelled(file + ":" + e.line() + ": " + e.getMessage());
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (DataException e) {
            throw e;
        } catch (RuntimeException | AssertionError e) {
            // The library fails so on some escapes that are none.
            throw new Misspelled(file + ": this is no TOML; look for a backslash in a text");
        }
        if (toml.hasErrors()) {
            TomlParseError error = toml.errors().getFirst();
            throw new Misspelled(file + ":" + error.position().line() + ": " + error.getMessage());
        }
        return new Reader(file, toml).file();
    }

    /** Takes the keys of one file, and says where one is wrong. */
    private static final class Reader {
        private final Path file;
        private final TomlTable toml;

        Reader(Path file, TomlTable toml) {
            this.file = file;
            this.toml = toml;
        }

        CheckFile file() {
            known(toml, KEYS, "");
            Long carriers = value(toml, "carriers", Long.class, "a whole number");
            if (carriers != null && (carriers < 1 || carriers > Integer.MAX_VALUE)) {
                throw wrong(toml, "carriers", "carriers must be 1 or more");
            }
            String jdk = value(toml, "jdk", String.class, "a path in quotes");
            String baseline = value(toml, "baseline", String.class, "a path in quotes");
            String margin = value(toml, "margin", String.class, "a percentage in quotes, such as \"10%\"");
            Boolean ignore = value(toml, "ignore-class-init", Boolean.class, "true or false");
            return new CheckFile(
                    rules(),
                    suppressed(),
                    strings("own"),
                    strings("classpath").stream()
                            .map(entry -> beside(entry).toString())
                            .toList(),
                    jdk == null ? null : beside(jdk),
                    carriers == null ? 0 : carriers.intValue(),
                    Boolean.TRUE.equals(ignore),
                    baseline == null ? null : beside(baseline),
                    margin == null ? null : Double.valueOf(margin(margin)));
        }

        private Path beside(String path) {
            return file.resolveSibling(path);
        }

        private double margin(String words) {
            try {
                return BudgetWords.margin(words);
            } catch (IllegalArgumentException e) {
                throw wrong(toml, "margin", e.getMessage());
            }
        }

        private List<CheckRequest.Rule> rules() {
            TomlTable budgets = value(toml, BUDGET, TomlTable.class, "a table: [budget]");
            List<CheckRequest.Rule> rules = new ArrayList<>();
            if (budgets != null) {
                for (String id : inOrder(budgets)) {
                    Object amount = budgets.get(List.of(id));
                    if (amount instanceof TomlTable of && CheckRequest.isFamily(id)) {
                        for (String key : inOrder(of)) {
                            rules.add(rule(of, key, id + "." + key, of.get(List.of(key))));
                        }
                    } else {
                        rules.add(rule(budgets, id, id, amount));
                    }
                }
            }
            return rules;
        }

        private CheckRequest.Rule rule(TomlTable table, String key, String name, @Nullable Object amount) {
            try {
                CheckRequest.unit(name);
                if (!(amount instanceof Long) && !(amount instanceof String)) {
                    throw new IllegalArgumentException(name + " must be a number, or an amount in quotes");
                }
                return BudgetWords.rule(name, amount.toString());
            } catch (IllegalArgumentException e) {
                throw wrong(table, key, e.getMessage());
            }
        }

        private List<CheckRequest.Suppressed> suppressed() {
            TomlArray array = value(toml, SUPPRESS, TomlArray.class, "an array of tables: [[suppress]]");
            List<CheckRequest.Suppressed> all = new ArrayList<>();
            for (int i = 0; array != null && i < array.size(); i++) {
                if (!(array.get(i) instanceof TomlTable table)) {
                    throw wrong(toml, SUPPRESS, "suppress must be an array of tables: [[suppress]]");
                }
                all.add(suppressed(table, array.inputPositionOf(i)));
            }
            return all;
        }

        private CheckRequest.Suppressed suppressed(TomlTable table, TomlPosition at) {
            known(table, SUPPRESS_KEYS, " of a suppression");
            String reason = words(table, "reason");
            if (reason.isBlank()) {
                throw wrong(at, "a suppression needs a reason: reason = \"...\"");
            }
            LocalDate until = value(table, "until", LocalDate.class, "a day without quotes, such as 2027-01-31");
            try {
                return new CheckRequest.Suppressed(
                        words(table, "site"), words(table, "cause"), words(table, "budget"), reason, until);
            } catch (IllegalArgumentException e) {
                throw wrong(at, e.getMessage());
            }
        }

        private String words(TomlTable table, String key) {
            String words = value(table, key, String.class, "words in quotes");
            return words == null ? "" : words;
        }

        private List<String> strings(String key) {
            TomlArray array = value(toml, key, TomlArray.class, "a list: [\"...\"]");
            List<String> all = new ArrayList<>();
            for (int i = 0; array != null && i < array.size(); i++) {
                if (!(array.get(i) instanceof String words)) {
                    throw wrong(array.inputPositionOf(i), key + " must be a list of words in quotes");
                }
                all.add(words);
            }
            return all;
        }

        private <T> @Nullable T value(TomlTable table, String key, Class<T> type, String what) {
            Object value = table.get(List.of(key));
            if (value != null && !type.isInstance(value)) {
                throw wrong(table, key, key + " must be " + what);
            }
            return type.cast(value);
        }

        private void known(TomlTable table, Set<String> keys, String of) {
            for (String key : inOrder(table)) {
                if (!keys.contains(key)) {
                    String hint = Nearest.hint(key, keys);
                    throw wrong(
                            table,
                            key,
                            "there is no key \"" + key + "\"" + of
                                    + (hint.isEmpty()
                                            ? "; there are "
                                                    + String.join(
                                                            ", ",
                                                            keys.stream()
                                                                    .sorted()
                                                                    .toList())
                                            : hint));
                }
            }
        }

        /** The keys in the order of the file. */
        private static List<String> inOrder(TomlTable table) {
            return table.keySet().stream()
                    .sorted(Comparator.comparingInt((String key) -> line(table.inputPositionOf(List.of(key)))))
                    .toList();
        }

        private static int line(@Nullable TomlPosition position) {
            return position == null ? 0 : position.line();
        }

        private Misspelled wrong(TomlTable table, String key, @Nullable String message) {
            return wrong(table.inputPositionOf(List.of(key)), message);
        }

        private Misspelled wrong(@Nullable TomlPosition position, @Nullable String message) {
            return new Misspelled(file + ":" + Math.max(1, line(position)) + ": " + message);
        }
    }
}
