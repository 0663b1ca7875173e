package dev.loomweight.query;

import dev.loomweight.sample.EpochNanos;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects the values of one field, one for each row. */
final class FieldBuilder {

    private static final int FIRST_SIZE = 1024;
    /** Repeated values are mostly one object each; beyond this number of objects they are not, and caching is useless. */
    private static final int MOST_CACHED = 100_000;

    private final Kind kind;
    private final StringPool words = new StringPool();
    private final IdentityHashMap<Object, Integer> cached = new IdentityHashMap<>();
    private long[] wholes;
    private double[] fractions;
    private int[] ids;
    private int rows;

    FieldBuilder(Kind kind) {
        this.kind = kind;
        boolean fraction = kind == Kind.NUMBER || kind == Kind.RATIO;
        wholes = new long[kind.isWhole() ? FIRST_SIZE : 0];
        fractions = new double[fraction ? FIRST_SIZE : 0];
        ids = new int[kind == Kind.TEXT ? FIRST_SIZE : 0];
    }

    /** Adds a whole number. */
    void add(long value) {
        if (rows == wholes.length) {
            wholes = Arrays.copyOf(wholes, rows * 2);
        }
        wholes[rows++] = value;
    }

    private void add(double value) {
        if (rows == fractions.length) {
            fractions = Arrays.copyOf(fractions, rows * 2);
        }
        fractions[rows++] = value;
    }

    private void addId(int id) {
        if (rows == ids.length) {
            ids = Arrays.copyOf(ids, rows * 2);
        }
        ids[rows++] = id;
    }

    /** Drops all rows after the first ones: the values of an event that turned out to be damaged. */
    void keep(int first) {
        rows = first;
    }

    /** Adds the text that a function makes of an object; the function is called once for each object. */
    <T> void addCached(T object, Function<T, @Nullable String> word) {
        Integer known = cached.get(object);
        if (known == null) {
            String made = word.apply(object);
            known = made == null ? Field.NO_WORD : words.idOf(made);
            if (cached.size() < MOST_CACHED) {
                cached.put(object, known);
            }
        }
        addId(known);
    }

    /** Adds a value as {@link dev.loomweight.sample.EventView#value} gives it; values of another kind become missing. */
    void addObject(@Nullable Object value) {
        switch (kind) {
            case TEXT -> {
                if (value == null) {
                    addId(Field.NO_WORD);
                } else if (value instanceof String) {
                    addCached(value, Object::toString);
                } else {
                    addId(words.idOf(value.toString()));
                }
            }
            case NUMBER, RATIO -> add(value instanceof Number number ? number.doubleValue() : Double.NaN);
            default ->
                add(
                        switch (value) {
                            case Number number -> number.longValue();
                            case Instant time -> EpochNanos.of(time);
                            case Duration duration -> nanos(duration);
                            case null, default -> Long.MIN_VALUE;
                        });
        }
    }

    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            // Some fields hold the largest number for "no limit". The smallest is left to mark missing values.
            return duration.isNegative() ? Long.MIN_VALUE + 1 : Long.MAX_VALUE;
        }
    }

    /** The whole numbers of several builders, one after the other. */
    static long[] wholes(List<FieldBuilder> parts, int rows) {
        long[] all = new long[rows];
        int at = 0;
        for (FieldBuilder part : parts) {
            System.arraycopy(part.wholes, 0, all, at, part.rows);
            at += part.rows;
        }
        return all;
    }

    /**
     * Merges the values that several threads read into a field.
     *
     * @param order the row, counted over all parts, at each position
     */
    static Field field(String name, Kind kind, List<FieldBuilder> parts, int[] order) {
        if (kind.isWhole()) {
            long[] all = wholes(parts, order.length);
            long[] ordered = new long[order.length];
            for (int i = 0; i < order.length; i++) {
                ordered[i] = all[order[i]];
            }
            return Field.whole(name, kind, ordered);
        }
        if (kind == Kind.TEXT) {
            return text(name, parts, order);
        }
        double[] all = new double[order.length];
        int at = 0;
        for (FieldBuilder part : parts) {
            System.arraycopy(part.fractions, 0, all, at, part.rows);
            at += part.rows;
        }
        double[] ordered = new double[order.length];
        for (int i = 0; i < order.length; i++) {
            ordered[i] = all[order[i]];
        }
        return Field.fraction(name, kind, ordered);
    }

    private static Field text(String name, List<FieldBuilder> parts, int[] order) {
        StringPool together = new StringPool();
        int[] all = new int[order.length];
        int at = 0;
        for (FieldBuilder part : parts) {
            int[] numbers = new int[part.words.size()];
            for (int id = 0; id < numbers.length; id++) {
                numbers[id] = together.idOf(part.words.word(id));
            }
            for (int row = 0; row < part.rows; row++) {
                int id = part.ids[row];
                all[at++] = id == Field.NO_WORD ? Field.NO_WORD : numbers[id];
            }
        }
        int[] ordered = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            ordered[i] = all[order[i]];
        }
        return Field.text(name, ordered, together);
    }
}
