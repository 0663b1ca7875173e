package dev.loomweight.agent;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import dev.loomweight.capture.CaptureLabels;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the agent was asked for: {@code key=value,key=value}, in the environment variable {@link #VARIABLE} and behind
 * the agent's jar, where the second wins key by key. A value with a comma must be in double quotes.
 *
 * @param capture what is kept of a rolling capture, and for how long
 * @param recorded what is captured in addition to the usual
 * @param served where figures are to be seen while the application runs
 * @param logged what is written into the log
 * @param probing how the delay of the scheduler of virtual threads is measured
 * @param labels what the capture says that it is of
 * @param folds how the recording is folded
 */
public record AgentOptions(
        Kept capture, Recorded recorded, Served served, Logged logged, Probing probing, Labels labels, Folds folds) {

    /**
     * A rolling capture.
     *
     * @param out the capture's folder, or null for none; {@code %p} in it is the process
     * @param maxSize how much of the recording is kept, in bytes
     * @param keep how many captures of that name are kept, over restarts
     * @param interval from one sampling point to the next
     * @param snapshots how many snapshots a capture keeps
     * @param minFree what must stay free on the disk of the capture, in bytes
     */
    public record Kept(@Nullable Path out, long maxSize, int keep, Duration interval, int snapshots, long minFree) {}

    /**
     * What is captured in addition.
     *
     * @param threadEvents whether the start and the end of each virtual thread are recorded
     * @param classpath whether the capture names the class path and the JDK
     * @param carriers whether the capture has where the time of the carriers goes
     * @param dumps which thread dumps are taken, or null for none
     */
    public record Recorded(
            boolean threadEvents,
            boolean classpath,
            boolean carriers,
            @Nullable DumpRequest dumps) {}

    /**
     * Live figures.
     *
     * @param metrics where metrics are served, or null for nowhere
     * @param sites how many pinning sites have figures of their own
     * @param otelNames whether metrics are served under the names of OpenTelemetry's instrumentation, too
     * @param jmx whether there is an MBean
     */
    public record Served(@Nullable Address metrics, int sites, boolean otelNames, boolean jmx) {}

    /**
     * The log.
     *
     * @param sites whether new pinning sites are logged
     * @param longer how long a pin must be to be logged
     */
    public record Logged(boolean sites, Duration longer) {}

    /**
     * The probe.
     *
     * @param every from one measurement to the next, or null for none
     * @param alarm the longest delay without an alarm, or null for no alarms
     */
    public record Probing(
            @Nullable Duration every, @Nullable Duration alarm) {}

    /**
     * Labels.
     *
     * @param given by name, such as service and version
     * @param ofEnvironment whether the environment is asked for labels, too
     */
    public record Labels(Map<String, String> given, boolean ofEnvironment) {}

    /**
     * Folds.
     *
     * @param command what folds the recording, {@code true} for one that is looked for, or null for no folds
     * @param every from one fold to the next
     */
    public record Folds(@Nullable String command, Duration every) {}

    /** The environment variable for options. */
    public static final String VARIABLE = "LOOMWEIGHT_AGENT";

    private static final String NONE = "none";
    private static final String ENVIRONMENT = "env";
    private static final String LOOMWEIGHT = "loomweight";
    private static final String OTEL = "otel";
    private static final String SAMPLED = "sampled";
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)%");

    /**
     * A host and a port.
     *
     * @param port 0 for any that is free
     */
    public record Address(String host, int port) {}

    /**
     * Reads options.
     *
     * @param environment the value of {@link #VARIABLE}, or an empty string
     * @param argument the text after the jar, or an empty string
     * @throws DataException if one is unknown or has a bad value
     */
    public static AgentOptions parse(String environment, String argument) {
        Map<String, String> values = values(environment, argument);
        String out = value(values, "out");
        String metrics = value(values, "metrics");
        return new AgentOptions(
                new Kept(
                        out.equals(NONE)
                                ? null
                                : Path.of(out.replace(
                                        "%p",
                                        Long.toString(ProcessHandle.current().pid()))),
                        size(values, "max-size"),
                        number(values, "keep", 1, 1000),
                        atLeastASecond(values, "interval"),
                        number(values, "snapshots", 2, 1000),
                        size(values, "min-free")),
                new Recorded(
                        bool(values, "thread-events"),
                        bool(values, "classpath"),
                        bool(values, "carriers"),
                        value(values, "dumps").equals(NONE) ? null : dumps(values)),
                new Served(
                        metrics.equals(NONE) ? null : address(metrics),
                        number(values, "sites", 1, 1000),
                        otelNames(values),
                        bool(values, "jmx")),
                new Logged(bool(values, "log"), duration(values, "log-longer")),
                new Probing(
                        value(values, "probe").equals(NONE) ? null : probe(values),
                        value(values, "delay-alarm").equals(NONE) ? null : delayAlarm(values)),
                new Labels(labels(values), !value(values, "labels").equals(NONE)),
                new Folds(fold(values), atLeastASecond(values, "fold-every")));
    }

    /** The labels of {@code service=checkout,version=3}, in double quotes where there are several. */
    private static Map<String, String> labels(Map<String, String> values) {
        Map<String, String> labels = new LinkedHashMap<>();
        String text = value(values, "labels");
        if (!text.equals(NONE) && !text.equals(ENVIRONMENT)) {
            for (String label : text.split(",", -1)) {
                try {
                    CaptureLabels.add(label, labels);
                } catch (IllegalArgumentException e) {
                    throw bad("labels", text, "labels such as \"service=checkout,version=3\", env or none");
                }
            }
        }
        return labels;
    }

    /**
     * All options as they are in force, in the form in which they are given.
     *
     * @param environment the value of {@link #VARIABLE}, or an empty string
     * @param argument the text after the jar, or an empty string
     * @throws DataException if one is unknown or has no value
     */
    static String inForce(String environment, String argument) {
        return values(environment, argument).entrySet().stream()
                .map(option -> option.getKey() + "="
                        + (option.getValue().contains(",") ? "\"" + option.getValue() + "\"" : option.getValue()))
                .collect(Collectors.joining(","));
    }

    private static Map<String, String> values(String environment, String argument) {
        Map<String, String> values = new LinkedHashMap<>(defaults());
        read(environment, values);
        read(argument, values);
        return values;
    }

    private static Map<String, String> defaults() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("out", "loomweight-%p.lw");
        values.put("max-size", "64m");
        values.put("keep", "3");
        values.put("interval", "10s");
        values.put("snapshots", "30");
        values.put("min-free", "256m");
        values.put("metrics", "127.0.0.1:9464");
        values.put("sites", "50");
        values.put("thread-events", "false");
        values.put("jmx", "true");
        values.put("log", "true");
        values.put("log-longer", "20ms");
        values.put("metrics-names", LOOMWEIGHT);
        values.put("classpath", "true");
        values.put("carriers", "false");
        values.put("probe", "20ms");
        values.put("delay-alarm", "1s");
        values.put("dumps", NONE);
        values.put("dump-budget", "0.5%");
        values.put("labels", ENVIRONMENT);
        values.put("fold", NONE);
        values.put("fold-every", "60s");
        return values;
    }

    private static void read(String text, Map<String, String> values) {
        for (String option : split(text)) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals).strip();
            if (!values.containsKey(key)) {
                throw new DataException(
                        "unknown option \"" + key + "\"; the options are " + String.join(", ", values.keySet()));
            }
            if (equals < 0 || equals == option.length() - 1) {
                throw new DataException("the option " + key + " needs a value, as in " + key + "="
                        + defaults().get(key));
            }
            values.put(key, option.substring(equals + 1).strip());
        }
    }

    private static Iterable<String> split(String text) {
        java.util.List<String> options = new java.util.ArrayList<>();
        StringBuilder option = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || (text.charAt(i) == ',' && !quoted)) {
                if (!option.toString().isBlank()) {
                    options.add(option.toString().strip());
                }
                option.setLength(0);
            } else if (text.charAt(i) == '"') {
                quoted = !quoted;
            } else {
                option.append(text.charAt(i));
            }
        }
        if (quoted) {
            throw new DataException("a double quote is not closed in \"" + text + "\"");
        }
        return options;
    }

    private static String value(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key);
        }
        return value;
    }

    private static int number(Map<String, String> values, String key, int least, int most) {
        String text = value(values, key);
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw bad(key, text, "a number from " + least + " to " + most);
    }

    private static boolean bool(Map<String, String> values, String key) {
        String text = value(values, key);
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(key, text, "true or false");
        };
    }

    private static long size(Map<String, String> values, String key) {
        String text = value(values, key);
        try {
            // Here a number alone is one of bytes, as ever.
            return Sizes.parse(text.matches("\\d+") ? text + "b" : text);
        } catch (IllegalArgumentException e) {
            throw new DataException("the option " + key + ": " + e.getMessage(), e);
        }
    }

    private static boolean otelNames(Map<String, String> values) {
        String text = value(values, "metrics-names");
        return switch (text) {
            case LOOMWEIGHT -> false;
            case OTEL -> true;
            default -> throw bad("metrics-names", text, LOOMWEIGHT + " or " + OTEL);
        };
    }

    /** As many as the budget permits, or one in a fixed time for as long as the application runs. */
    private static DumpRequest dumps(Map<String, String> values) {
        double budget = share(values, "dump-budget");
        if (value(values, "dumps").equals(SAMPLED)) {
            return DumpRequest.sampled(budget);
        }
        Duration every = duration(values, "dumps");
        if (every.compareTo(DumpRequest.SHORTEST) < 0) {
            throw bad("dumps", value(values, "dumps"), NONE + ", " + SAMPLED + ", or a time of 100ms or more");
        }
        return new DumpRequest(Integer.MAX_VALUE, every, budget, DumpRequest.Print.NONE);
    }

    private static double share(Map<String, String> values, String key) {
        String text = value(values, key);
        Matcher percent = PERCENT.matcher(text);
        double share = percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : 0;
        if (share <= 0 || share > 1) {
            throw bad(key, text, "a share of the time such as " + defaults().get(key));
        }
        return share;
    }

    private static @Nullable String fold(Map<String, String> values) {
        String command = value(values, "fold");
        if (command.equals(NONE) || command.equals("false")) {
            return null;
        }
        if (value(values, "out").equals(NONE)) {
            throw new DataException("the option fold needs a capture, and out is none");
        }
        return command;
    }

    private static Duration atLeastASecond(Map<String, String> values, String key) {
        Duration interval = duration(values, key);
        if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
            throw bad(key, value(values, key), "a time of 1s or more");
        }
        return interval;
    }

    /** A shorter one costs more than it shows, and a longer one misses what lasts for tens of milliseconds. */
    private static Duration probe(Map<String, String> values) {
        Duration period = duration(values, "probe");
        if (period.compareTo(Duration.ofMillis(5)) < 0 || period.compareTo(Duration.ofMillis(50)) > 0) {
            throw bad("probe", value(values, "probe"), "a time from 5ms to 50ms, or none");
        }
        return period;
    }

    /** Shorter ones would be alarms of the probe's own period. */
    private static Duration delayAlarm(Map<String, String> values) {
        Duration limit = duration(values, "delay-alarm");
        if (limit.compareTo(Duration.ofMillis(100)) < 0) {
            throw bad("delay-alarm", value(values, "delay-alarm"), "a time of 100ms or more, or none");
        }
        return limit;
    }

    private static Duration duration(Map<String, String> values, String key) {
        try {
            return Durations.parse(value(values, key));
        } catch (IllegalArgumentException e) {
            throw new DataException("the option " + key + ": " + e.getMessage(), e);
        }
    }

    private static Address address(String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65535 || host.isBlank()) {
            throw bad("metrics", text, "a port, HOST:PORT or none");
        }
        return new Address(host, Integer.parseInt(port));
    }

    private static DataException bad(String key, String text, String wanted) {
        return new DataException("invalid value \"" + text + "\" for the option " + key + "; expected " + wanted);
    }
}
