package dev.loomweight.cli;

import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.program.SleeperPrograms.Collector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code --sweep NAME=VALUE,VALUE...}, once for each setting to vary, and {@code --repeat}. */
final class SweepOptions {

    /** The settings that can be varied. Each replaces the option of the same name. */
    enum Setting {
        THREADS("threads"),
        DEPTH("depth"),
        STACK_SIZE("stack-size"),
        KIND("kind"),
        GC("gc"),
        INLINING("inlining");

        private final String word;

        Setting(String word) {
            this.word = word;
        }

        String option() {
            return "--" + word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    private static final Option<List<String>> SWEEP = Option.text(
                    "--sweep",
                    "NAME=VALUE,...",
                    "Run once for each value of a setting: threads, depth, stack-size, kind, gc, inlining."
                            + " Repeat the option to combine every value with every other.")
            .repeated();

    private static final Option<Integer> REPEAT = Option.number(
                    "--repeat", "Repeat each run N times and report medians and their spread (default: 1).")
            .checked(repeats -> Misuse.require(repeats >= 1, "--repeat must be 1 or more, not " + repeats));

    static final List<Option<?>> ALL = List.of(SWEEP, REPEAT);

    private final Options given;
    private final Map<Setting, List<String>> values = new LinkedHashMap<>();

    /** Whether a matrix of runs is requested. */
    boolean isGiven() {
        return given.has(SWEEP) || given.has(REPEAT);
    }

    /** How many times everything is run. */
    int repeats() {
        return given.get(REPEAT, 1);
    }

    /**
     * What a user wants to vary.
     *
     * @param replaced the options that a setting of the same name replaces
     * @throws Misuse if a setting is unknown or given twice, or has no values
     */
    SweepOptions(Options given, List<Option<?>> replaced) {
        this.given = given;
        for (String sweep : given.get(SWEEP)) {
            int equals = sweep.indexOf('=');
            Setting setting = setting(equals < 0 ? sweep : sweep.substring(0, equals));
            List<String> words = Arrays.stream(sweep.substring(equals + 1).split(",", -1))
                    .map(String::strip)
                    .distinct()
                    .toList();
            Misuse.require(
                    equals >= 0 && !words.contains(""),
                    "--sweep " + sweep + " names no values; expected " + setting + "=VALUE,VALUE");
            Misuse.require(
                    values.put(setting, words) == null,
                    "--sweep " + setting + " is given twice; name all values in one");
            Misuse.require(
                    replaced.stream().noneMatch(option -> option.name().equals(setting.option()) && given.has(option)),
                    setting.option() + " and --sweep " + setting + " exclude each other; omit one");
        }
    }

    private static Setting setting(String word) {
        for (Setting setting : Setting.values()) {
            if (setting.word.equals(word)) {
                return setting;
            }
        }
        throw new Misuse("--sweep: unknown setting " + word + "; expected one of "
                + Arrays.stream(Setting.values()).map(Setting::toString).collect(Collectors.joining(", ")));
    }

    /**
     * The values of a setting.
     *
     * @param reader parses a value; throws {@link IllegalArgumentException}
     * @param otherwise the values if the setting is not varied
     */
    <T> List<T> of(Setting setting, Function<String, T> reader, List<T> otherwise) {
        List<String> words = values.get(setting);
        if (words == null) {
            return otherwise;
        }
        List<T> read = new ArrayList<>();
        for (String word : words) {
            try {
                T value = reader.apply(word);
                if (!read.contains(value)) {
                    read.add(value);
                }
            } catch (IllegalArgumentException e) {
                throw new Misuse("--sweep " + setting + ": " + e.getMessage(), e);
            }
        }
        return read;
    }

    /** An integer. */
    static int number(String word, int min) {
        try {
            int value = Integer.parseInt(word);
            if (value >= min) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("invalid number '" + word + "'", e);
        }
        throw new IllegalArgumentException(word + " is too small; it must be " + min + " or more");
    }

    /** A collector by its name. */
    static Collector collector(String word) {
        try {
            return Collector.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "unknown collector " + word + "; expected one of "
                            + Arrays.stream(Collector.values())
                                    .map(Collector::toString)
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    /** {@code on} or {@code off}. */
    static boolean onOff(String word) {
        return switch (word) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("invalid value '" + word + "'; expected on or off");
        };
    }
}
