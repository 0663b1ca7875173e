package dev.loomweight.cli;

import dev.loomweight.launch.program.SleepersRequest.Collector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** {@code --sweep NAME=VALUE,VALUE...}, as often as there are settings to vary, and {@code --repeat}. */
final class SweepArguments {

    /** The settings that can be varied, each with the option of one run that it takes the place of. */
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

    @Option(
            names = "--sweep",
            paramLabel = "NAME=VALUE,...",
            description = "Run once for each value of a setting: threads, depth, stack-size, kind, gc, inlining."
                    + " Given more than once, every value is combined with every other.")
    private List<String> sweeps = List.of();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Run everything so often; medians and spread are reported (default: 1).")
    private @Nullable Integer repeats;

    private final Map<Setting, List<String>> values = new LinkedHashMap<>();

    /** Whether a matrix of runs is asked for. */
    boolean isGiven() {
        return !sweeps.isEmpty() || repeats != null;
    }

    /** How often everything is run. */
    int repeats() {
        return repeats == null ? 1 : repeats;
    }

    /**
     * Takes the words apart.
     *
     * @throws ParameterException if a word is none of those that there are, or a setting is given twice
     */
    void parse(CommandLine command) {
        values.clear();
        if (repeats() < 1) {
            throw new ParameterException(command, "--repeat must be 1 or more, not " + repeats);
        }
        for (String sweep : sweeps) {
            int equals = sweep.indexOf('=');
            Setting setting = setting(equals < 0 ? sweep : sweep.substring(0, equals), command);
            List<String> words = Arrays.stream(sweep.substring(equals + 1).split(",", -1))
                    .map(String::strip)
                    .distinct()
                    .toList();
            if (equals < 0 || words.contains("")) {
                throw new ParameterException(
                        command, "--sweep " + sweep + " names no values; write " + setting + "=VALUE,VALUE");
            }
            if (values.put(setting, words) != null) {
                throw new ParameterException(command, "--sweep " + setting + " is given twice; name all values in one");
            }
            if (command.getParseResult().hasMatchedOption(setting.option())) {
                throw new ParameterException(
                        command, setting.option() + " and --sweep " + setting + " both are given; leave one out");
            }
        }
    }

    private static Setting setting(String word, CommandLine command) {
        for (Setting setting : Setting.values()) {
            if (setting.word.equals(word)) {
                return setting;
            }
        }
        throw new ParameterException(
                command,
                "--sweep knows no setting " + word + "; there are "
                        + Arrays.stream(Setting.values()).map(Setting::toString).collect(Collectors.joining(", ")));
    }

    /**
     * The values of a setting.
     *
     * @param reader makes a value of a word; throws {@link TypeConversionException} or {@link IllegalArgumentException}
     * @param otherwise the values where the setting is not varied
     */
    <T> List<T> of(Setting setting, CommandLine command, Function<String, T> reader, List<T> otherwise) {
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
            } catch (TypeConversionException | IllegalArgumentException e) {
                throw new ParameterException(command, "--sweep " + setting + ": " + e.getMessage(), e);
            }
        }
        return read;
    }

    /** A whole number. */
    static int number(String word, int least) {
        try {
            int value = Integer.parseInt(word);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + word + "' is no number", e);
        }
        throw new IllegalArgumentException(word + " is too small; it must be " + least + " or more");
    }

    /** A collector by its name. */
    static Collector collector(String word) {
        try {
            return Collector.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "no collector " + word + "; there are "
                            + Arrays.stream(Collector.values())
                                    .map(Collector::toString)
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    /** Yes or no. */
    static boolean onOff(String word) {
        return switch (word) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("'" + word + "' is neither on nor off");
        };
    }
}
