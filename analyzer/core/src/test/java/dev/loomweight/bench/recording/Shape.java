package dev.loomweight.bench.recording;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
 * @param load which other events, without those that a pin brings along, and how often each in relation to the others
 * @param seed other seeds lead to other stacks and durations
 * @param events which settings of JFR it begins with
 * @param threads how many virtual threads live for one request each, or 0 for as few as the pins need
 * @param waits how often these threads wait at a monitor
 * @param waitedPins how many of the pins are in {@code Object.wait}, where the JDK has events of such pins
 * @param refusals how many more threads their scheduler refuses
 * @param stranded how many of these it refuses when they are to continue, and not when they are to start
 * @param lives whether starts and ends of virtual threads are recorded
 * @param loaders how many platform threads make the load
 * @param pinNanos how long most pins are; a few are up to 40 times as long
 * @param named whether the virtual threads have names
 * @param warmUp how many events are made before the recording begins
 */
record Shape(
        Path file,
        long bytes,
        int pins,
        int sites,
        int stacks,
        int otherStacks,
        int depth,
        Map<Load, Load.Amount> load,
        long seed,
        Events events,
        int threads,
        int waits,
        int waitedPins,
        int refusals,
        int stranded,
        boolean lives,
        int loaders,
        long pinNanos,
        boolean named,
        int warmUp) {

    private static final List<String> KEYS = List.of(
            "file",
            "bytes",
            "pins",
            "sites",
            "stacks",
            "otherStacks",
            "depth",
            "load",
            "seed",
            "events",
            "threads",
            "waits",
            "waitedPins",
            "refusals",
            "stranded",
            "lives",
            "loaders",
            "pinNanos",
            "named",
            "warmUp");

    private static final int MAX_WEIGHT = 1 << 20;

    /**
     * Reads {@code key=value}, one argument for each component; {@code load} holds NAME:WEIGHT or
     * NAME:WEIGHT:STACKS:DEPTH with commas between.
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
                number(values, "bytes", 1 << 17, Long.MAX_VALUE),
                (int) number(values, "pins", 0, Integer.MAX_VALUE),
                sites,
                (int) number(values, "stacks", sites, 1 << 20),
                (int) number(values, "otherStacks", 1, 1 << 20),
                (int) number(values, "depth", 24, 1024),
                load(value(values, "load")),
                number(values, "seed", Long.MIN_VALUE, Long.MAX_VALUE),
                events(value(values, "events")),
                (int) number(values, "threads", 0, Integer.MAX_VALUE),
                (int) number(values, "waits", 0, Integer.MAX_VALUE),
                (int) number(values, "waitedPins", 0, Integer.MAX_VALUE),
                (int) number(values, "refusals", 0, Integer.MAX_VALUE),
                (int) number(values, "stranded", 0, Integer.MAX_VALUE),
                number(values, "lives", 0, 1) == 1,
                (int) number(values, "loaders", 1, 1 << 10),
                number(values, "pinNanos", 1_000, 1_000_000_000),
                number(values, "named", 0, 1) == 1,
                (int) number(values, "warmUp", 0, 1 << 20));
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

    private static Events events(String name) {
        try {
            return Events.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no such events: " + name, e);
        }
    }

    private static Map<Load, Load.Amount> load(String names) {
        Map<Load, Load.Amount> load = new EnumMap<>(Load.class);
        for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
            String[] parts = name.split(":", -1);
            try {
                if (parts.length != 2 && parts.length != 4) {
                    throw new IllegalArgumentException("neither a weight alone nor all");
                }
                load.put(
                        Load.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                        new Load.Amount(
                                inRange(parts[1]),
                                parts.length == 2 ? 0 : inRange(parts[2]),
                                parts.length == 2 ? 0 : inRange(parts[3])));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("no such load: " + name, e);
            }
        }
        return load;
    }

    private static int inRange(String value) {
        int number = Integer.parseInt(value);
        if (number < 1 || number > MAX_WEIGHT) {
            throw new IllegalArgumentException("out of range");
        }
        return number;
    }
}
