package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
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
 * A file of budgets, in TOML 1.0, which is checked in with the code. {@code docs/check.md} describes its keys. Its paths
 * are relative to its own folder.
 *
 * @param rules the budgets
 * @param suppressed suppressed sites and budgets
 * @param own prefixes of the application's own classes
 * @param classpath where the application's class files are
 * @param jdk the home of the JDK that made the recording, or null
 * @param carriers number of carriers, or 0 if not given
 * @param ignoreInitialization whether pins in class initializers are ignored
 * @param ignoreLoading whether pins of class loading are ignored
 * @param baseline the earlier capture or recording to compare with, or null
 * @param margin tolerance over the baseline, as a ratio, or null if not given
 * @param classpathBefore where the class files of the baseline's build are
 * @param jdkBefore the home of the JDK that made the baseline's recording, or null
 * @param tests what the gate of JUnit tests takes where their annotations say nothing
 */
public record CheckFile(
        List<CheckRequest.Rule> rules,
        List<CheckRequest.Suppressed> suppressed,
        List<String> own,
        List<String> classpath,
        @Nullable Path jdk,
        int carriers,
        boolean ignoreInitialization,
        boolean ignoreLoading,
        @Nullable Path baseline,
        @Nullable Double margin,
        List<String> classpathBefore,
        @Nullable Path jdkBefore,
        TestsTable tests) {

    /** The file that is read by default, if it exists. */
    static final Path USUAL = Path.of("loomweight.toml");

    /** An empty file. */
    static final CheckFile NONE = new CheckFile(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            0,
            false,
            false,
            null,
            null,
            List.of(),
            null,
            TestsTable.NONE);

    private static final String BUDGET = "budget";
    private static final String TESTS = "tests";
    private static final String INITIALIZATION = "ignore-class-init";
    private static final String LOADING = "ignore-class-loading";
    private static final String SUPPRESS = "suppress";
    private static final Set<String> KEYS = Set.of(
            "own",
            "classpath",
            "classpath-before",
            "jdk",
            "jdk-before",
            "carriers",
            INITIALIZATION,
            LOADING,
            "baseline",
            "margin",
            BUDGET,
            // Of another command: FleetFile reads it.
            "fleet",
            TESTS,
            SUPPRESS);
    private static final Set<String> SUPPRESS_KEYS = Set.of("site", "cause", "budget", "reason", "until");

    /** Something in the file is invalid; the message has the file and the line. */
    public static final class InvalidException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message);
        }
    }

    /**
     * Reads a file of budgets.
     *
     * @throws InvalidException if it is not valid TOML, or a key or value is invalid
     * @throws DataException if it cannot be read
     */
    public static CheckFile read(Path file) {
        TomlParseResult toml;
        try {
            toml = TomlReader.parse(file);
        } catch (TomlReader.TooDeepException e) {
            throw new InvalidException(file + ":" + e.line() + ": " + e.getMessage());
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (DataException e) {
            throw e;
        } catch (RuntimeException | AssertionError e) {
            // The parser throws these for some invalid escapes.
            throw new InvalidException(file + ": invalid TOML; check the backslashes in strings");
        }
        if (toml.hasErrors()) {
            TomlParseError error = toml.errors().getFirst();
            throw new InvalidException(file + ":" + error.position().line() + ": " + error.getMessage());
        }
        return new Reader(file, toml).file();
    }

    /** Reads the keys of one file, and reports the line of an invalid one. */
    private static final class Reader {
        private final Path file;
        private final TomlTable toml;

        Reader(Path file, TomlTable toml) {
            this.file = file;
            this.toml = toml;
        }

        CheckFile file() {
            requireKnown(toml, KEYS, "");
            Long carriers = value(toml, "carriers", Long.class, "a whole number");
            if (carriers != null && (carriers < 1 || carriers > Integer.MAX_VALUE)) {
                throw invalid(toml, "carriers", "carriers must be 1 or more");
            }
            String jdk = value(toml, "jdk", String.class, "a path in quotes");
            String jdkBefore = value(toml, "jdk-before", String.class, "a path in quotes");
            String baseline = value(toml, "baseline", String.class, "a path in quotes");
            String margin = value(toml, "margin", String.class, "a percentage in quotes, such as \"10%\"");
            Boolean initialization = value(toml, INITIALIZATION, Boolean.class, "true or false");
            Boolean loading = value(toml, LOADING, Boolean.class, "true or false");
            return new CheckFile(
                    rules(),
                    suppressed(),
                    strings("own"),
                    paths("classpath"),
                    jdk == null ? null : relative(jdk),
                    carriers == null ? 0 : carriers.intValue(),
                    Boolean.TRUE.equals(initialization),
                    Boolean.TRUE.equals(loading),
                    baseline == null ? null : relative(baseline),
                    margin == null ? null : Double.valueOf(margin(margin)),
                    paths("classpath-before"),
                    jdkBefore == null ? null : relative(jdkBefore),
                    tests());
        }

        private TestsTable tests() {
            TomlTable table = value(toml, TESTS, TomlTable.class, "a table: [tests]");
            if (table == null) {
                return TestsTable.NONE;
            }
            requireKnown(table, TestsTable.KEYS, " in [tests]");
            Boolean every = value(table, TestsTable.EVERY, Boolean.class, "true or false");
            Long atMost = value(table, TestsTable.AT_MOST, Long.class, "a whole number");
            String longest = value(table, TestsTable.LONGEST, String.class, "a duration in quotes, such as \"20ms\"");
            Boolean loading = value(table, TestsTable.CLASS_LOADING, Boolean.class, "true or false");
            if (atMost != null && atMost < 0) {
                throw invalid(table, TestsTable.AT_MOST, TestsTable.AT_MOST + " must be 0 or more");
            }
            try {
                return new TestsTable(
                        Boolean.TRUE.equals(every),
                        atMost,
                        longest == null ? null : Durations.parse(longest),
                        strings(table, TestsTable.OWN),
                        Boolean.TRUE.equals(loading));
            } catch (IllegalArgumentException e) {
                throw invalid(table, TestsTable.LONGEST, TestsTable.LONGEST + ": " + e.getMessage());
            }
        }

        private List<String> paths(String key) {
            return strings(key).stream()
                    .map(entry -> relative(entry).toString())
                    .toList();
        }

        private Path relative(String path) {
            return file.resolveSibling(path);
        }

        private double margin(String text) {
            try {
                return BudgetParser.margin(text);
            } catch (IllegalArgumentException e) {
                throw invalid(toml, "margin", e.getMessage());
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
                    throw new IllegalArgumentException(
                            name + " must be a number, or an amount in quotes such as \"64m\"");
                }
                return BudgetParser.rule(name, amount.toString());
            } catch (IllegalArgumentException e) {
                throw invalid(table, key, e.getMessage());
            }
        }

        private List<CheckRequest.Suppressed> suppressed() {
            TomlArray array = value(toml, SUPPRESS, TomlArray.class, "an array of tables: [[suppress]]");
            List<CheckRequest.Suppressed> all = new ArrayList<>();
            for (int i = 0; array != null && i < array.size(); i++) {
                if (!(array.get(i) instanceof TomlTable table)) {
                    throw invalid(toml, SUPPRESS, "suppress must be an array of tables: [[suppress]]");
                }
                all.add(suppressed(table, array.inputPositionOf(i)));
            }
            return all;
        }

        private CheckRequest.Suppressed suppressed(TomlTable table, TomlPosition at) {
            requireKnown(table, SUPPRESS_KEYS, " in [[suppress]]");
            String reason = string(table, "reason");
            if (reason.isBlank()) {
                throw invalid(at, "a suppression needs a reason: reason = \"...\"");
            }
            LocalDate until = value(table, "until", LocalDate.class, "a date without quotes, such as 2027-01-31");
            try {
                return new CheckRequest.Suppressed(
                        string(table, "site"), string(table, "cause"), string(table, "budget"), reason, until);
            } catch (IllegalArgumentException e) {
                throw invalid(at, e.getMessage());
            }
        }

        private String string(TomlTable table, String key) {
            String text = value(table, key, String.class, "a string in quotes");
            return text == null ? "" : text;
        }

        private List<String> strings(String key) {
            return strings(toml, key);
        }

        private List<String> strings(TomlTable table, String key) {
            TomlArray array = value(table, key, TomlArray.class, "a list: [\"...\"]");
            List<String> all = new ArrayList<>();
            for (int i = 0; array != null && i < array.size(); i++) {
                if (!(array.get(i) instanceof String text)) {
                    throw invalid(array.inputPositionOf(i), key + " must be a list of strings in quotes");
                }
                all.add(text);
            }
            return all;
        }

        private <T> @Nullable T value(TomlTable table, String key, Class<T> type, String what) {
            Object value = table.get(List.of(key));
            if (value != null && !type.isInstance(value)) {
                throw invalid(table, key, key + " must be " + what);
            }
            return type.cast(value);
        }

        private void requireKnown(TomlTable table, Set<String> keys, String of) {
            for (String key : inOrder(table)) {
                if (!keys.contains(key)) {
                    throw invalid(
                            table,
                            key,
                            "unknown key \"" + key + "\"" + of
                                    + Nearest.hintOrList(
                                            key, keys.stream().sorted().toList()));
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

        private InvalidException invalid(TomlTable table, String key, @Nullable String message) {
            return invalid(table.inputPositionOf(List.of(key)), message);
        }

        private InvalidException invalid(@Nullable TomlPosition position, @Nullable String message) {
            return new InvalidException(file + ":" + Math.max(1, line(position)) + ": " + message);
        }
    }
}
