package dev.loomweight.repl;

import dev.loomweight.query.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code set} sets and {@code show} shows. */
final class Settings {

    /** The settings, in the order in which they are shown. */
    enum Setting {
        FORMAT("text", "text, json, csv or md: how results are written"),
        WIDTH("auto", "columns of a line, or auto for those of the terminal"),
        ROWS(
                "auto",
                "rows of a table that are shown; auto is all with the pager and 100 without, of ranked tables in reports the first"),
        LIMIT("5000000", "events of a type that are loaded at most"),
        TIMING("off", "on or off: how long each command took"),
        COLOUR("auto", "on, off or auto"),
        PAGER("on", "on or off: long output in pages"),
        CLASSPATH("", "the application's class files, for the frames that hold monitors"),
        JDK("", "the home of the JDK that recorded"),
        OWN("", "prefixes of your own packages, divided by commas"),
        SOURCE("", "folders of sources, divided by colons, for site N"),
        SECRETS("masked", "masked or shown: values of events that can hold secrets, such as environment variables");

        /** What {@link #SECRETS} is set to where they are shown. */
        static final String SHOWN = "shown";

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

        /** The words that it can be set to; empty where any will do. */
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

    Settings() {
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

    /** @throws IllegalArgumentException if there is none of that name */
    static Setting of(String word) {
        return Names.resolve(word, words())
                .map(found -> Setting.valueOf(found.toUpperCase(Locale.ROOT)))
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no setting " + word + Names.suggestion(word, words())));
    }

    String get(Setting setting) {
        return values.getOrDefault(setting, "");
    }

    boolean isOn(Setting setting) {
        return get(setting).equals("on");
    }

    /** The number that it is set to, or another where it is none. */
    long number(Setting setting, long otherwise) {
        String value = get(setting);
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : otherwise;
    }

    /** @throws IllegalArgumentException if it cannot be set to that */
    void set(Setting setting, String value) {
        boolean isNumber = setting == Setting.WIDTH || setting == Setting.ROWS || setting == Setting.LIMIT;
        boolean fits = isNumber
                ? value.matches("\\d{1,18}") || (value.equals("auto") && setting != Setting.LIMIT)
                : setting.choices().isEmpty() || setting.choices().contains(value);
        if (!fits) {
            throw new IllegalArgumentException(setting.word() + " cannot be " + value + "; it is " + setting.summary());
        }
        values.put(setting, value);
    }
}
