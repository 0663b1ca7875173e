package dev.loomweight.capture;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a sample measured itself, as it says it after {@link Cue.Word#FIGURE}: a key, a unit and a value, with blanks
 * between.
 *
 * @param key what was measured: lower camel case, unique within the experiment
 * @param unit in what
 * @param value a number, or for {@link Unit#WORDS} and {@link Unit#ABSENT} any words
 */
public record SampleFigure(String key, Unit unit, String value) {

    /** What a value is counted in. */
    public enum Unit {
        /** Nanoseconds. */
        NANOS,
        /** Bytes. */
        BYTES,
        /** A number of things. */
        COUNT,
        /** No number: words. */
        WORDS,
        /** Not measured: the value says why. */
        ABSENT;

        /** Whether its values are numbers. */
        public boolean isNumber() {
            return this != WORDS && this != ABSENT;
        }
    }

    /** @throws IllegalArgumentException if the key is invalid, or if the value is not a number where it must be one */
    public SampleFigure {
        if (!key.matches("[a-z][A-Za-z0-9]*")) {
            throw new IllegalArgumentException("invalid figure key: " + key);
        }
        if (unit.isNumber() && !value.matches("-?\\d{1,18}")) {
            throw new IllegalArgumentException(key + " is not an integer: " + value);
        }
    }

    /** The cue that says it. */
    public Cue cue() {
        return new Cue(Cue.Word.FIGURE, key + " " + unit + " " + value);
    }

    /** The figure that a cue says, or nothing where it says none. */
    public static Optional<SampleFigure> parse(String said) {
        String[] words = said.split(" ", 3);
        try {
            return words.length < 2
                    ? Optional.empty()
                    : Optional.of(new SampleFigure(words[0], Unit.valueOf(words[1]), words.length < 3 ? "" : words[2]));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The same as keys of {@code capture.json}. */
    public Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("key", key);
        keys.put("unit", unit.name());
        keys.put("value", value);
        return keys;
    }
}
