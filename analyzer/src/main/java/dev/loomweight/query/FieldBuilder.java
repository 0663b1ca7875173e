package dev.loomweight.query;

import dev.loomweight.sample.EpochNanos;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects the values of one field, one for each row. */
final class FieldBuilder {

    /** Repeated values are mostly one object each; beyond this number of objects they are not, and caching is useless. */
    private static final int MAX_CACHED_VALUES = 100_000;

    private final Kind kind;
    private final StringPool words = new StringPool();
    private final IdentityHashMap<Object, Integer> cached = new IdentityHashMap<>();
    /** Of these, the one that the kind needs is filled. */
    private final LongArrayList wholes = new LongArrayList();

    private final DoubleArrayList fractions = new DoubleArrayList();
    private final IntArrayList ids = new IntArrayList();

    FieldBuilder(Kind kind) {
        this.kind = kind;
    }

    /** Adds a whole number. */
    void add(long value) {
        wholes.add(value);
    }

    /** Drops all rows after the first ones: the values of an event that turned out to be damaged. */
    void keep(int first) {
        wholes.size(Math.min(first, wholes.size()));
        fractions.size(Math.min(first, fractions.size()));
        ids.size(Math.min(first, ids.size()));
    }

    /** Adds the text that a function makes of an object; the function is called once for each object. */
    <T> void addCached(T object, Function<T, @Nullable String> word) {
        Integer known = cached.get(object);
        if (known == null) {
            String made = word.apply(object);
            known = made == null ? Field.NO_WORD : words.idOf(made);
            if (cached.size() < MAX_CACHED_VALUES) {
                cached.put(object, known);
            }
        }
        ids.add(known.intValue());
    }

    /** Adds a value as {@link dev.loomweight.sample.EventView#value} gives it; values of another kind become missing. */
    void addObject(@Nullable Object value) {
        switch (kind) {
            case TEXT -> {
                if (value == null) {
                    ids.add(Field.NO_WORD);
                } else if (value instanceof String) {
                    addCached(value, Object::toString);
                } else {
                    ids.add(words.idOf(value.toString()));
                }
            }
            case NUMBER, RATIO -> fractions.add(value instanceof Number number ? number.doubleValue() : Double.NaN);
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
    static LongArrayList wholes(List<FieldBuilder> parts) {
        LongArrayList all = new LongArrayList();
        parts.forEach(part -> all.addAll(part.wholes));
        return all;
    }

    /**
     * Merges the values that several threads read into a field.
     *
     * @param order the row, counted over all parts, at each position
     */
    static Field field(String name, Kind kind, List<FieldBuilder> parts, int[] order) {
        if (kind.isWhole()) {
            LongArrayList all = wholes(parts);
            return Field.whole(
                    name, kind, Arrays.stream(order).mapToLong(all::getLong).toArray());
        }
        if (kind == Kind.TEXT) {
            return text(name, parts, order);
        }
        DoubleArrayList all = new DoubleArrayList();
        parts.forEach(part -> all.addAll(part.fractions));
        return Field.fraction(
                name, kind, Arrays.stream(order).mapToDouble(all::getDouble).toArray());
    }

    private static Field text(String name, List<FieldBuilder> parts, int[] order) {
        StringPool together = new StringPool();
        IntArrayList all = new IntArrayList();
        for (FieldBuilder part : parts) {
            int[] numbers = new int[part.words.size()];
            Arrays.setAll(numbers, id -> together.idOf(part.words.word(id)));
            part.ids.forEach(id -> all.add(id == Field.NO_WORD ? Field.NO_WORD : numbers[id]));
        }
        return Field.text(name, Arrays.stream(order).map(all::getInt).toArray(), together);
    }
}
