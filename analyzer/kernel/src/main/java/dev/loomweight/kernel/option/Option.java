package dev.loomweight.kernel.option;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An option or argument of commands: its names, how its value is read, and what is said of it. Command line, prompt, assistant,
 * help, completions and man pages are made of these; {@link Options} has the values. Two options of the same name and type are
 * the same, whatever one or the other command says of them.
 *
 * @param <T> its value
 * @param names such as {@code -o} and {@code --output}; empty for an argument, which is known by its place
 * @param label what stands for its value in the help
 * @param words what is said of it, in paragraphs
 * @param value how its value is read
 * @param count how many values a command line has, at least and at most
 * @param usual what stands for its value where none is given; empty for none
 * @param check throws where a value is not valid; called once all options are read
 * @param taker who has it
 * @param group where the help of a command lists it
 */
public record Option<T>(
        List<String> names,
        String label,
        List<String> words,
        Value value,
        Count count,
        String usual,
        Consumer<T> check,
        Taker taker,
        Group group) {

    /** What an option is about: the groups of a command's help, in this order. */
    public enum Group {
        /** What of a JVM is captured, and for how long. */
        CAPTURE("What to capture"),
        /** What is read and asked; the group of all that name none. */
        SHOW("What to show"),
        /** Which events count. */
        FILTER("Filters"),
        /** Where and how the answer is written. */
        OUTPUT("Output");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** The heading of the group. */
        public String title() {
            return title;
        }
    }

    /** Who has an option. */
    public enum Taker {
        /** Only the command line: it is about how a report is printed. */
        COMMAND_LINE,
        /** Command line and prompt: it may run code, capture or show what is masked. */
        PEOPLE,
        /** Assistants too. */
        ALL
    }

    /**
     * How the texts of a user become a value.
     *
     * @param type of one text; {@link Map} for texts of names and values
     * @param reader reads one text; throws {@link IllegalArgumentException} where it is not valid
     * @param repeated whether the value is a list, of one text after the other
     * @param separator parts one text into several; empty where nothing does
     * @param choices texts to choose from, for help and completion; empty for any
     */
    public record Value(
            Class<?> type, Function<String, ?> reader, boolean repeated, String separator, List<String> choices) {}

    /** How often something is given. */
    public record Count(int least, int most) {
        static final Count OPTIONAL = new Count(0, 1);
    }

    /** An option without a value. */
    public static Option<Boolean> flag(String names, String... words) {
        return of(boolean.class, Boolean::valueOf, names, "", words);
    }

    public static Option<String> text(String names, String label, String... words) {
        return of(String.class, text -> text, names, label, words);
    }

    public static Option<Path> path(String names, String label, String... words) {
        return of(Path.class, Path::of, names, label, words);
    }

    /** A whole number. */
    public static Option<Integer> number(String names, String... words) {
        return of(int.class, Integer::valueOf, names, "N", words);
    }

    /** A duration, such as {@code 1.5ms}. */
    public static Option<Duration> time(String names, String... words) {
        return of(Duration.class, Durations::parse, names, "TIME", words);
    }

    /** A size in bytes, such as {@code 512k}. */
    public static Option<Long> size(String names, String... words) {
        return of(Long.class, Sizes::parse, names, "SIZE", words);
    }

    /** A moment in ISO 8601; one without an offset is in the time zone of this machine. */
    public static Option<Instant> moment(String names, String... words) {
        return of(Instant.class, Option::instant, names, "TIME", words);
    }

    /** One of the constants of an enum, by its name in lower case. */
    public static <E extends Enum<E>> Option<E> choice(Class<E> type, String names, String label, String... words) {
        return of(type, text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)), names, label, words);
    }

    /** Names with values, such as {@code pins=0}. */
    public static Option<Map<String, String>> pairs(String names, String label, String... words) {
        return of(Map.class, text -> text, names, label, words);
    }

    /**
     * An option of another type.
     *
     * @param names with a blank between them; empty for an argument
     */
    public static <T> Option<T> of(
            Class<?> type, Function<String, ?> reader, String names, String label, String... words) {
        return new Option<>(
                Stream.of(names.split(" ")).filter(name -> !name.isEmpty()).toList(),
                label,
                List.of(words),
                new Value(type, reader, false, "", List.of()),
                Count.OPTIONAL,
                "",
                given -> {},
                Taker.PEOPLE,
                Group.SHOW);
    }

    /** An option that nobody writes: programs give it. */
    public static <T> Option<T> ofPrograms(Class<?> type, String name) {
        return of(
                type,
                text -> {
                    throw new IllegalArgumentException(text);
                },
                name,
                "");
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            // Without an offset.
        }
        try {
            return LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "invalid time '" + text + "'; expected for example 2026-11-21T10:15:00 or 2026-11-21T10:15:00Z", e);
        }
    }

    /** The same, given any number of times. */
    public Option<List<T>> repeated() {
        return ofMany("", value.choices);
    }

    /** The same, given any number of times, with several texts separated by commas. */
    public Option<List<T>> separated() {
        return ofMany(",", value.choices);
    }

    /** The same of some texts alone, any number of times, separated by commas. */
    public Option<List<T>> among(List<String> choices) {
        return ofMany(",", choices);
    }

    private Option<List<T>> ofMany(String separator, List<String> choices) {
        Value values = new Value(value.type, value.reader, true, separator, choices);
        return new Option<>(
                names, label, words, values, new Count(0, Integer.MAX_VALUE), usual, given -> {}, taker, group);
    }

    /** The same with texts that the help and completion offer. */
    public Option<T> offering(List<String> choices) {
        Value offered = new Value(value.type, value.reader, value.repeated, value.separator, choices);
        return new Option<>(names, label, words, offered, count, usual, check, taker, group);
    }

    /** The same with a text that stands for its value where none is given. */
    public Option<T> usually(String text) {
        return new Option<>(names, label, words, value, count, text, check, taker, group);
    }

    /** The same, which must be given. */
    public Option<T> required() {
        return new Option<>(names, label, words, value, new Count(1, count.most), usual, check, taker, group);
    }

    /** The same with a check of its value. */
    public Option<T> checked(Consumer<T> other) {
        return new Option<>(names, label, words, value, count, usual, other, taker, group);
    }

    /** The same for others. */
    public Option<T> takenBy(Taker other) {
        return new Option<>(names, label, words, value, count, usual, check, other, group);
    }

    /** The same in a group of the help. */
    public Option<T> in(Group other) {
        return new Option<>(names, label, words, value, count, usual, check, taker, other);
    }

    /** Options in a group of the help. */
    public static List<Option<?>> in(Group group, List<Option<?>> options) {
        List<Option<?>> grouped = new ArrayList<>();
        options.forEach(option -> grouped.add(option.in(group)));
        return List.copyOf(grouped);
    }

    /** Its longest name, or the label of an argument. */
    public String name() {
        return names.isEmpty() ? label : names.getLast();
    }

    /** Its value where none is given; null where there is none. */
    @Nullable
    Object usualValue() {
        if (value.repeated) {
            return List.of();
        }
        if (value.type == Map.class) {
            return Map.of();
        }
        return usual.isEmpty() ? (value.type == boolean.class ? Boolean.FALSE : null) : value.reader.apply(usual);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Option<?> option
                && name().equals(option.name())
                && value.type == option.value.type
                && value.repeated == option.value.repeated;
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    /** All of some lists, one after the other. */
    @SafeVarargs
    public static List<Option<?>> all(List<Option<?>>... lists) {
        List<Option<?>> all = new ArrayList<>();
        for (List<Option<?>> list : lists) {
            all.addAll(list);
        }
        return List.copyOf(all);
    }
}
