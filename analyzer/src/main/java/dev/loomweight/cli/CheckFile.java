package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.match.Nearest;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A file of budgets, in TOML 1.0, which is checked in with the code. {@code docs/check.md} describes its keys. Its paths
 * are relative to its own folder.
 *
 * @param options what it says, as the options of the same names do
 * @param tests what the gate of JUnit tests takes where their annotations say nothing
 * @param baselineAt the file and line that name the baseline; empty where none does
 */
public record CheckFile(Options options, TestsTable tests, String baselineAt) {

    /** The file that is read by default, if it exists. */
    static final Path USUAL = Path.of("loomweight.toml");

    /** An empty file. */
    static final CheckFile NONE = new CheckFile(Options.NONE, TestsTable.NONE, "");

    /** The options that have a key of the same name, without hyphens. */
    private static final List<Option<?>> OPTIONS = List.of(
            ClassOptions.OWN,
            ClassOptions.CLASSPATH,
            ClassOptions.CLASSPATH_BEFORE,
            ClassOptions.JDK,
            ClassOptions.JDK_BEFORE,
            ClassOptions.CARRIERS,
            CheckOptions.IGNORE_INITIALIZATION,
            CheckOptions.IGNORE_LOADING,
            CheckOptions.BASELINE,
            CheckOptions.MARGIN);

    private static final String BUDGET = "budget";
    private static final String TESTS = "tests";
    private static final String SUPPRESS = "suppress";
    // The table fleet is of another command: FleetFile reads it.
    private static final Set<String> KEYS = Stream.concat(
                    OPTIONS.stream().map(CheckFile::key), Stream.of(BUDGET, "fleet", TESTS, SUPPRESS))
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> SUPPRESS_KEYS = Set.of("site", "cause", "budget", "reason", "until");

    private static String key(Option<?> option) {
        return option.name().substring(2);
    }

    /**
     * Reads a file of budgets.
     *
     * @throws Misuse if it is not valid TOML, or a key or value is invalid
     * @throws DataException if it cannot be read
     */
    public static CheckFile read(Path file) {
        return new Reader(file, TomlReader.parse(file)).file();
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
            Options options = Options.NONE;
            for (Option<?> option : OPTIONS) {
                options = with(options, option);
            }
            TomlPosition baseline = toml.inputPositionOf(List.of(key(CheckOptions.BASELINE)));
            return new CheckFile(
                    options.with(CheckOptions.LIMITS, limits()).with(CheckOptions.SUPPRESSED, suppressed()),
                    tests(),
                    baseline == null ? "" : file + ":" + baseline.line());
        }

        @SuppressWarnings("unchecked") // by the types of the options
        private <T> Options with(Options options, Option<T> option) {
            Object value = value(option, key(option));
            return value == null ? options : options.with(option, (T) value);
        }

        /** The value of an option, by its type; null where the file does not have it. */
        private @Nullable Object value(Option<?> option, String key) {
            Class<?> type = option.value().type();
            if (option.value().repeated()) {
                List<?> all = type == Path.class
                        ? inputs(key)
                        : option.label().equals("PATH") ? paths(key) : strings(toml, key);
                return all.isEmpty() ? null : all;
            }
            if (type == boolean.class) {
                return value(toml, key, Boolean.class, "true or false");
            }
            if (type == int.class) {
                Long number = value(toml, key, Long.class, "a whole number");
                if (number != null && (number < 1 || number > Integer.MAX_VALUE)) {
                    throw invalid(toml, key, key + " must be 1 or more");
                }
                return number == null ? null : number.intValue();
            }
            if (type == Path.class) {
                String path = value(toml, key, String.class, "a path in quotes");
                return path == null ? null : relative(path);
            }
            String margin = value(toml, key, String.class, "a percentage in quotes, such as \"10%\"");
            if (margin != null) {
                checkMargin(margin);
            }
            return margin;
        }

        private void checkMargin(String margin) {
            try {
                CheckOptions.MARGIN.check().accept(margin);
            } catch (IllegalArgumentException e) {
                throw invalid(toml, "margin", e.getMessage());
            }
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

        /** One path in quotes, or a list of them. */
        private List<Path> inputs(String key) {
            return toml.get(List.of(key)) instanceof String one
                    ? List.of(relative(one))
                    : paths(key).stream().map(Path::of).toList();
        }

        private List<String> paths(String key) {
            return strings(toml, key).stream()
                    .map(entry -> relative(entry).toString())
                    .toList();
        }

        private Path relative(String path) {
            return file.resolveSibling(path);
        }

        private List<Limit> limits() {
            TomlTable budgets = value(toml, BUDGET, TomlTable.class, "a table: [budget]");
            List<Limit> limits = new ArrayList<>();
            if (budgets != null) {
                for (String id : inOrder(budgets)) {
                    Object amount = budgets.get(List.of(id));
                    if (amount instanceof TomlTable of && CheckOptions.FIGURES.isFamily(id)) {
                        for (String key : inOrder(of)) {
                            limits.add(limit(of, key, id + "." + key, of.get(List.of(key))));
                        }
                    } else {
                        limits.add(limit(budgets, id, id, amount));
                    }
                }
            }
            return limits;
        }

        private Limit limit(TomlTable table, String key, String name, @Nullable Object amount) {
            try {
                CheckOptions.FIGURES.named(name);
                if (!(amount instanceof Long) && !(amount instanceof String)) {
                    throw new IllegalArgumentException(
                            name + " must be a number, or an amount in quotes such as \"64m\"");
                }
                return Limit.of(CheckOptions.FIGURES, name, amount.toString());
            } catch (IllegalArgumentException e) {
                throw invalid(table, key, e.getMessage());
            }
        }

        private List<Suppression> suppressed() {
            TomlArray array = value(toml, SUPPRESS, TomlArray.class, "an array of tables: [[suppress]]");
            List<Suppression> all = new ArrayList<>();
            for (int i = 0; array != null && i < array.size(); i++) {
                if (!(array.get(i) instanceof TomlTable table)) {
                    throw invalid(toml, SUPPRESS, "suppress must be an array of tables: [[suppress]]");
                }
                all.add(suppressed(table, array.inputPositionOf(i)));
            }
            return all;
        }

        private Suppression suppressed(TomlTable table, TomlPosition at) {
            requireKnown(table, SUPPRESS_KEYS, " in [[suppress]]");
            String reason = string(table, "reason");
            if (reason.isBlank()) {
                throw invalid(at, "a suppression needs a reason: reason = \"...\"");
            }
            LocalDate until = value(table, "until", LocalDate.class, "a date without quotes, such as 2027-01-31");
            try {
                String budget = string(table, "budget");
                Suppression found =
                        new Suppression(string(table, "site"), string(table, "cause"), budget, reason, until);
                if (!budget.isEmpty()) {
                    CheckOptions.FIGURES.named(budget);
                }
                return found;
            } catch (IllegalArgumentException e) {
                throw invalid(at, e.getMessage());
            }
        }

        private String string(TomlTable table, String key) {
            String text = value(table, key, String.class, "a string in quotes");
            return text == null ? "" : text;
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

        private Misuse invalid(TomlTable table, String key, @Nullable String message) {
            return invalid(table.inputPositionOf(List.of(key)), message);
        }

        private Misuse invalid(@Nullable TomlPosition position, @Nullable String message) {
            return new Misuse(file + ":" + Math.max(1, line(position)) + ": " + message);
        }
    }
}
