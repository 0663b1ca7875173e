package dev.loomweight.times;

import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lines of {@code carriers.txt}: one for each carrier, and below them one for their interval, whose last word is how
 * many they are. So an interval that was cut short, by a full disk or a kill, is recognized by its lines alone.
 *
 * <p>An instance reads lines one by one.
 */
public final class CarrierText {

    /** The first line, by which the format is recognized. */
    public static final String TITLE = "# Times of the carriers of virtual threads, by Loomweight";

    /** The lines at the beginning of the file. */
    static final String HEADER = TITLE + "\n"
            + "# Times are in nanoseconds, - is unknown. A line for each carrier, and below them that of their interval:\n"
            + "#   carrier TID WALL RUN WAIT LOOKS RUNNING MOUNTED IDLE NAME\n"
            + "#   interval BEGIN END PARALLELISM SIZE MOUNTED QUEUED THROTTLED COST CARRIERS\n"
            + "#   thread NUMBER: of the carrier above; every look that found it not running found this virtual thread on it\n"
            + "#   stopped TIME: for how long the JVM stopped all threads in the interval below (GC, safepoints), where known\n"
            + "# WALL: observed; RUN: on a processor; WAIT: ready, waiting for a processor. LOOKS: moments at which the\n"
            + "# carrier was RUNNING (or ready), MOUNTED (not running, with a virtual thread) or IDLE (without one).\n"
            + "# A \"worker\" is of a pool that may be the scheduler's: it is, if one of the pool is called carrier anywhere\n"
            + "# in this file, or if a line says \"pool\" and what the names of its workers begin with.\n"
            + "# THROTTLED: of the control group (cpu.stat). COST: processor time of the observation in the process.\n";

    private static final String CARRIER = "carrier";
    private static final String WORKER = "worker";
    private static final String POOL = "pool";
    private static final String THREAD = "thread";
    private static final String STOPPED = "stopped";
    private static final String INTERVAL = "interval";
    private static final String NONE = "-";
    private static final int LONGEST_NAME = 200;

    /** Three years, in nanoseconds: sums of thousands of figures stay within a long. */
    private static final long MAX_SUM_NANOS = 100_000_000_000_000_000L;

    private static final int FIGURES_OF_ROW = 8;
    private static final int WORDS_OF_INTERVAL = 10;

    private final List<Row> rows = new ArrayList<>();
    private final Set<String> pools = new HashSet<>();
    private final List<String> unknown = new ArrayList<>();
    private long stopped = CarrierInterval.UNKNOWN;
    private long lost;

    /** The lines of an interval, each with its end. */
    static String write(CarrierInterval interval) {
        StringBuilder text = new StringBuilder();
        for (Row row : interval.carriers()) {
            text.append(row.known() ? CARRIER : WORKER);
            append(
                    text,
                    row.tid(),
                    row.wallNanos(),
                    row.runNanos(),
                    row.waitNanos(),
                    row.looks(),
                    row.running(),
                    row.mounted(),
                    row.idle());
            text.append(' ').append(plain(row.name())).append('\n');
            if (row.thread() != 0) {
                text.append(THREAD).append(' ').append(row.thread()).append('\n');
            }
        }
        if (interval.stoppedNanos() != CarrierInterval.UNKNOWN) {
            text.append(STOPPED).append(' ').append(interval.stoppedNanos()).append('\n');
        }
        Pool pool = interval.pool();
        text.append(INTERVAL).append(' ').append(interval.from()).append(' ').append(interval.to());
        append(
                text,
                pool.parallelism(),
                pool.size(),
                pool.mounted(),
                pool.queued(),
                interval.throttledNanos(),
                interval.costNanos(),
                interval.carriers().size());
        return text.append('\n').toString();
    }

    private static void append(StringBuilder text, long... figures) {
        for (long figure : figures) {
            text.append(' ');
            if (figure == CarrierInterval.UNKNOWN) {
                text.append(NONE);
            } else {
                text.append(figure);
            }
        }
    }

    /** A name of the application's on one line. */
    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.chars()
                .limit(LONGEST_NAME)
                .forEach(c -> plain.append(Character.isISOControl(c) || Character.isWhitespace(c) ? ' ' : (char) c));
        return plain.toString().strip();
    }

    /**
     * Reads the next line.
     *
     * @param line with or without blanks at its ends
     * @return the interval that the line completes, or null
     */
    public @Nullable CarrierInterval line(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
            return null;
        }
        try {
            boolean known = text.startsWith(CARRIER + " ");
            if (known || text.startsWith(WORKER + " ")) {
                rows.add(row(text, known));
                return null;
            }
            if (text.startsWith(THREAD + " ") && !rows.isEmpty()) {
                rows.set(rows.size() - 1, with(rows.getLast(), count(text.substring(THREAD.length() + 1))));
                return null;
            }
            if (text.startsWith(STOPPED + " ")) {
                stopped = count(text.substring(STOPPED.length() + 1));
                return null;
            }
            if (text.startsWith(POOL + " ")) {
                pools.add(text.substring(POOL.length()).strip());
                return null;
            }
            if (text.startsWith(INTERVAL + " ")) {
                CarrierInterval read = interval(text);
                rows.clear();
                stopped = CarrierInterval.UNKNOWN;
                return read;
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // Noted below.
        }
        unknown.add(text);
        return null;
    }

    /**
     * What the names of carriers begin with, of those that are workers of pools; also of rows that were not known to be
     * carriers when they were written.
     */
    public Set<String> pools() {
        return pools;
    }

    /** The line that a pool is the scheduler's. */
    static String pool(String start) {
        return POOL + " " + plain(start) + "\n";
    }

    /** Lines that are none of this format, in their order. */
    public List<String> unknown() {
        return unknown;
    }

    /** Lines of carriers of which the interval is missing or does not fit, up to here. */
    public long lost() {
        return lost + rows.size();
    }

    private static Row row(String text, boolean known) {
        String[] words = text.split("\\s+", FIGURES_OF_ROW + 2);
        if (words.length < FIGURES_OF_ROW + 1) {
            throw new IllegalArgumentException(text);
        }
        Row row = new Row(
                figure(words[1]),
                words.length > FIGURES_OF_ROW + 1 ? words[FIGURES_OF_ROW + 1] : "",
                count(words[2]),
                figure(words[3]),
                figure(words[4]),
                count(words[5]),
                count(words[6]),
                count(words[7]),
                count(words[8]),
                known);
        if (row.running() + row.mounted() + row.idle() > row.looks()) {
            throw new IllegalArgumentException(text);
        }
        return row;
    }

    private static Row with(Row row, long thread) {
        return new Row(
                row.tid(),
                row.name(),
                row.wallNanos(),
                row.runNanos(),
                row.waitNanos(),
                row.looks(),
                row.running(),
                row.mounted(),
                row.idle(),
                row.known(),
                thread);
    }

    private @Nullable CarrierInterval interval(String text) {
        String[] words = text.split("\\s+", -1);
        if (words.length != WORDS_OF_INTERVAL) {
            throw new IllegalArgumentException(text);
        }
        Instant from = Instant.parse(words[1]);
        Instant to = Instant.parse(words[2]);
        if (to.isBefore(from)) {
            throw new IllegalArgumentException(text);
        }
        Pool pool = new Pool(figure(words[3]), figure(words[4]), figure(words[5]), figure(words[6]));
        CarrierInterval read = new CarrierInterval(from, to, rows, pool, figure(words[7]), stopped, figure(words[8]));
        if (count(words[9]) == rows.size()) {
            rows.stream().filter(Row::known).map(Row::pool).forEach(pools::add);
            return read;
        }
        lost += rows.size();
        return null;
    }

    private static long count(String word) {
        long value = Long.parseLong(word);
        if (value < 0 || value > MAX_SUM_NANOS) {
            throw new IllegalArgumentException(word);
        }
        return value;
    }

    private static long figure(String word) {
        return word.equals(NONE) ? CarrierInterval.UNKNOWN : count(word);
    }
}
