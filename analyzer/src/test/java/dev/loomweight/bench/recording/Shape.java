package dev.loomweight.bench.recording;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a recording is to hold.
 *
 * @param file where it goes
 * @param bytes about how big it gets
 * @param pins how many pins, exactly
 * @param sites how many methods pin
 * @param stacks how many distinct stacks pin; at least {@code sites}
 * @param otherStacks how many distinct stacks the other events have, per thread that makes them
 * @param depth about how many frames a stack has
 * @param load which other events, without those that a pin brings along
 * @param seed other seeds lead to other stacks and durations
 */
record Shape(
        Path file, long bytes, int pins, int sites, int stacks, int otherStacks, int depth, Set<Load> load, long seed) {

    private static final List<String> KEYS =
            List.of("file", "bytes", "pins", "sites", "stacks", "otherStacks", "depth", "load", "seed");

    /**
     * Reads {@code key=value}, one argument for each component; {@code load} holds names with commas between.
     *
     * @throws IllegalArgumentException if one is missing, unknown or no number in its range; the message is for users
     */
    static Shape parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || !KEYS.contains(parts[0])) {
                throw new IllegalArgumentException("unknown argument " + argument);
            }
            values.put(parts[0], parts[1]);
        }
        int sites = (int) number(values, "sites", 1, Sites.MOST);
        return new Shape(
                Path.of(value(values, "file")),
                number(values, "bytes", 1 << 20, Long.MAX_VALUE),
                (int) number(values, "pins", 0, Integer.MAX_VALUE),
                sites,
                (int) number(values, "stacks", sites, 1 << 20),
                (int) number(values, "otherStacks", 1, 1 << 20),
                (int) number(values, "depth", 24, 1024),
                load(value(values, "load")),
                number(values, "seed", Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static String value(Map<String, String> values, String key) {
        if (!values.containsKey(key)) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return values.getOrDefault(key, "");
    }

    private static long number(Map<String, String> values, String key, long least, long most) {
        String value = value(values, key);
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " is no number: " + value, e);
        }
        if (number < least || number > most) {
            throw new IllegalArgumentException(key + " must be from " + least + " to " + most + ", not " + value);
        }
        return number;
    }

    private static Set<Load> load(String names) {
        Set<Load> load = EnumSet.noneOf(Load.class);
        for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
            try {
                load.add(Load.valueOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("no such load: " + name, e);
            }
        }
        return load;
    }
}
