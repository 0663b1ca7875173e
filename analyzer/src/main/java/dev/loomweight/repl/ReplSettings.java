package dev.loomweight.repl;

import dev.loomweight.query.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings: {@code set} changes and {@code show} lists them. */
final class ReplSettings {

    /** The settings, in the order in which they are shown. */
    enum Setting {
        FORMAT("text", "text, json, csv or md: the format of results"),
        WIDTH("auto", "line width in columns, or auto for that of the terminal"),
        ROWS(
                "auto",
                "table rows to show; auto shows all with the pager, else 100, and the first of ranked tables in reports"),
        LIMIT("5000000", "maximum number of events of a type to load"),
        TIMING("off", "on or off: show how long each command took"),
        COLOUR("auto", "on, off or auto"),
        PAGER("on", "on or off: page long output"),
        CLASSPATH("", "the application's class files (default: those that the captures name), or none to use none"),
        JDK("", "the home of the recorded JDK"),
        OWN("", "prefixes of your own packages, separated by commas"),
        SOURCE("", "source folders, separated by colons, for site N"),
        SECRETS("masked", "masked or shown: event values that can be secrets, such as environment variables");

        /** The value of {@link #SECRETS} that shows them. */
        static final String SHOWN = "shown";

        /** The value of {@link #CLASSPATH} that ignores what captures name. */
        static final String NONE = "none";

        private final String initial;
        private final String summary;

        Setting(String initial, String summary) {
            this.initial = initial;
            this.summary = summary;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        String summary() {
            return summary;
        }

        /** Whether its value is a path, or several with colons between them. */
        boolean isOfPaths() {
            return this == CLASSPATH || this == JDK || this == SOURCE;
        }

        /** Its possible values; empty if any value is allowed. */
        List<String> choices() {
            return switch (this) {
                case FORMAT -> List.of("text", "json", "csv", "md");
                case TIMING, PAGER -> List.of("on", "off");
                case SECRETS -> List.of("masked", SHOWN);
                case COLOUR -> List.of("on", "off", "auto");
                default -> List.of();
            };
        }
    }

    private final Map<Setting, String> values = new LinkedHashMap<>();

    ReplSettings() {
        for (Setting setting : Setting.values()) {
            values.put(setting, setting.initial);
        }
    }

    static List<String> words() {
        List<String> words = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            words.add(setting.word());
        }
        return words;
    }

    /** @throws IllegalArgumentException if there is no such setting */
    static Setting of(String word) {
        return Names.resolve(word, words())
                .map(found -> Setting.valueOf(found.toUpperCase(Locale.ROOT)))
                .orElseThrow(() ->
                        new IllegalArgumentException("unknown setting " + word + Names.suggestion(word, words())));
    }

    String get(Setting setting) {
        return values.getOrDefault(setting, "");
    }

    boolean isOn(Setting setting) {
        return get(setting).equals("on");
    }

    /** Its value as a number, or another if it is not a number. */
    long number(Setting setting, long otherwise) {
        String value = get(setting);
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : otherwise;
    }

    /** @throws IllegalArgumentException if the value is invalid */
    void set(Setting setting, String value) {
        boolean isNumber = setting == Setting.WIDTH || setting == Setting.ROWS || setting == Setting.LIMIT;
        boolean fits = isNumber
                ? value.matches("\\d{1,18}") || (value.equals("auto") && setting != Setting.LIMIT)
                : setting.choices().isEmpty() || setting.choices().contains(value);
        if (!fits) {
            throw new IllegalArgumentException(
                    "invalid value " + value + " for " + setting.word() + " (" + setting.summary() + ")");
        }
        values.put(setting, value);
    }
}
