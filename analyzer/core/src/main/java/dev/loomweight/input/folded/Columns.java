package dev.loomweight.input.folded;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/**
 * The columns of declared types: numbers, texts, times, enums, lists, maps, stacks, and records and sealed interfaces of
 * these. Which classes there are follows from the type that a section is declared to have; a file names none.
 */
final class Columns {

    private static final Map<Type, Column> KNOWN = new ConcurrentHashMap<>();

    private Columns() {}

    /**
     * The column of a type.
     *
     * @throws IllegalArgumentException if values of it cannot be written
     */
    static Column of(Type type) {
        Column known = KNOWN.get(type);
        if (known == null) {
            known = make(type);
            KNOWN.put(type, known);
        }
        return known;
    }

    /** The column of a component, whose values can be null if it is declared so. */
    static Column of(RecordComponent component) {
        return RecordColumn.isInPlace(component)
                ? of(component.getType())
                : part(component.getGenericType(), OptionalParts.has(component));
    }

    /** The column of values in a list or a map, which are never null; files have them as if they could be. */
    private static Column element(Type type) {
        return part(type, false);
    }

    private static Column part(Type type, boolean optional) {
        return type instanceof Class<?> plain && (plain.isPrimitive() || plain == Quantity.class)
                ? of(type)
                : new Nullable(of(type), optional);
    }

    private static Column make(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return of[0] == Frame.class ? frames() : new Lists(element(of[0]));
            }
            if (generic.getRawType() == Set.class || generic.getRawType() == SortedSet.class) {
                return new Sets(of(of[0]));
            }
            if (generic.getRawType() == Map.class || generic.getRawType() == SortedMap.class) {
                return new Maps(of(of[0]), element(of[1]));
            }
        } else if (type instanceof Class<?> plain) {
            if (plain == long.class || plain == Long.class) {
                return numbers("long", value -> (Long) value, value -> value, Long.MIN_VALUE, Long.MAX_VALUE);
            }
            if (plain == Quantity.class) {
                // As a number that is negative where it is not known.
                return numbers(
                        "long",
                        value -> ((Quantity) value).orElse(-1),
                        value -> Quantity.notNegative(value, ""),
                        Long.MIN_VALUE,
                        Long.MAX_VALUE);
            }
            if (plain == int.class || plain == Integer.class) {
                return numbers(
                        "int", value -> (Integer) value, value -> (int) value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
            if (plain == boolean.class || plain == Boolean.class) {
                return numbers("boolean", value -> (Boolean) value ? 1L : 0L, value -> value == 1, 0, 1);
            }
            if (plain == double.class || plain == Double.class) {
                return numbers(
                        "double",
                        value -> Double.doubleToRawLongBits((Double) value),
                        Double::longBitsToDouble,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE);
            }
            if (plain == String.class) {
                // By their place in the pool.
                return new Numbers(
                        "text",
                        (to, value) -> to.pools().text((String) value),
                        (from, number) -> from.pools().text(number));
            }
            if (plain == StackTrace.class) {
                return new Each(
                        to -> of(Frame.class).describe(to.add("stack of ")),
                        (to, value) -> {
                            StackTrace stack = (StackTrace) value;
                            to.bytes().unsigned(2L * to.pools().stack(stack.frames()) + (stack.truncated() ? 1 : 0));
                        },
                        from -> from.pools().trace(from.bytes().unsigned()));
            }
            if (plain == Frame.class) {
                return new RecordColumn(Frame.class, Frame.Components.class);
            }
            if (plain == Instant.class || plain == Duration.class) {
                return new Times(plain == Instant.class);
            }
            if (plain.isEnum()) {
                return constants(plain);
            }
            if (plain.isRecord()) {
                return new RecordColumn(plain);
            }
            if (plain.isSealed()) {
                return new SealedColumn(plain);
            }
        }
        throw new IllegalArgumentException("no column for " + type.getTypeName());
    }

    /** Values of which some can be null, or those of a file could. */
    private record Nullable(Column column, boolean optional) implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> values) {
            List<Object> there = new ArrayList<>(values.size());
            for (Object value : values) {
                if (value != null) {
                    there.add(value);
                }
            }
            boolean some = there.size() < values.size();
            to.bytes().octet(some ? 1 : 0);
            if (some) {
                values.forEach(value -> to.bytes().octet(value == null ? 0 : 1));
            }
            column.write(to, there);
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            if (from.bytes().octet() == 0) {
                return column.read(from, count);
            } else if (!optional) {
                throw from.bytes().damaged("a part is missing");
            }
            boolean[] is = new boolean[count];
            int there = 0;
            for (int i = 0; i < count; i++) {
                is[i] = from.bytes().octet() != 0;
                there += is[i] ? 1 : 0;
            }
            List<Object> found = column.read(from, there);
            List<Object> all = new ArrayList<>(count);
            int next = 0;
            for (int i = 0; i < count; i++) {
                all.add(is[i] ? found.get(next++) : null);
            }
            return all;
        }

        @Override
        public void describe(Description to) {
            column.describe(to.add("?"));
        }
    }

    private static Numbers numbers(
            String name, ToLongFunction<Object> number, LongFunction<Object> value, long least, long most) {
        return new Numbers(name, (to, each) -> number.applyAsLong(each), (from, found) -> {
            if (found < least || found > most) {
                throw from.bytes().damaged("a number is out of range");
            }
            return value.apply(found);
        });
    }

    /** What a number stands for. */
    @FunctionalInterface
    private interface OfNumber {

        Object value(ColumnReader from, long number);
    }

    /** Numbers, and what numbers stand for, each as the difference from the one before. */
    private record Numbers(String name, ToLongBiFunction<ColumnWriter, Object> number, OfNumber of) implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> values) {
            long last = 0;
            for (Object each : values) {
                long now = number.applyAsLong(to, each);
                to.bytes().signed(now - last);
                last = now;
            }
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            List<Object> all = new ArrayList<>(count);
            long last = 0;
            for (int i = 0; i < count; i++) {
                last += from.bytes().signed();
                all.add(of.value(from, last));
            }
            return all;
        }

        @Override
        public void describe(Description to) {
            to.add(name);
        }
    }

    /** Values that are written each by itself. */
    private record Each(
            Consumer<Description> words, BiConsumer<ColumnWriter, Object> writer, Function<ColumnReader, Object> reader)
            implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> values) {
            values.forEach(value -> writer.accept(to, value));
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            List<Object> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(reader.apply(from));
            }
            return all;
        }

        @Override
        public void describe(Description to) {
            words.accept(to);
        }
    }

    /** Lists of frames, by their place in the pool. */
    @SuppressWarnings("unchecked") // this is the column of lists of frames
    private static Column frames() {
        return new Each(
                to -> of(Frame.class).describe(to.add("frames of ")),
                (to, value) -> to.bytes().unsigned(to.pools().stack((List<Frame>) value)),
                from -> from.pools().stack(from.bytes().unsigned()));
    }

    /** One of some constants, by its place among them: their names, in order, are in the description that a reader checks. */
    @SuppressWarnings("EnumOrdinal")
    private static Column constants(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        return new Each(
                to -> {
                    to.add("one of ");
                    for (Object constant : constants) {
                        to.add(((Enum<?>) constant).name()).add(" ");
                    }
                },
                (to, value) -> to.bytes().unsigned(((Enum<?>) value).ordinal()),
                from -> constants[from.bytes().index(constants.length)]);
    }

    /** Points in time, or lengths: whole seconds, and the nanoseconds beside them. */
    @SuppressWarnings({
        "JavaDurationGetSecondsToToSeconds",
        "JavaDurationGetSecondsGetNano",
        "JavaInstantGetSecondsGetNano"
    })
    private record Times(boolean points) implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> values) {
            long last = 0;
            for (Object value : values) {
                long seconds = value instanceof Instant time ? time.getEpochSecond() : ((Duration) value).getSeconds();
                to.bytes().signed(seconds - last);
                last = seconds;
            }
            values.forEach(value ->
                    to.bytes().unsigned(value instanceof Instant time ? time.getNano() : ((Duration) value).getNano()));
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            long[] seconds = new long[count];
            long last = 0;
            for (int i = 0; i < count; i++) {
                last += from.bytes().signed();
                seconds[i] = last;
            }
            List<Object> all = new ArrayList<>(count);
            for (long second : seconds) {
                int nanos = from.bytes().index(1_000_000_000);
                if (points && (second < Instant.MIN.getEpochSecond() || second > Instant.MAX.getEpochSecond())) {
                    throw from.bytes().damaged("a time is out of range");
                }
                all.add(points ? Instant.ofEpochSecond(second, nanos) : Duration.ofSeconds(second, nanos));
            }
            return all;
        }

        @Override
        public void describe(Description to) {
            to.add(points ? "time" : "duration");
        }
    }

    private record Lists(Column column) implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> values) {
            List<Object> all = new ArrayList<>();
            for (Object value : values) {
                to.bytes().unsigned(((List<?>) value).size());
                all.addAll((List<?>) value);
            }
            column.write(to, all);
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            int[] sizes = sizes(from, count);
            List<Object> flat = column.read(from, sum(sizes, from));
            List<Object> all = new ArrayList<>(count);
            int next = 0;
            for (int size : sizes) {
                all.add(Collections.unmodifiableList(new ArrayList<>(flat.subList(next, next + size))));
                next += size;
            }
            return all;
        }

        @Override
        public void describe(Description to) {
            column.describe(to.add("list of "));
        }
    }

    /** Sets, in the order of their elements. */
    private record Sets(Column column) implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> values) {
            new Lists(column)
                    .write(
                            to,
                            values.stream()
                                    .<Object>map(value ->
                                            ((Set<?>) value).stream().sorted().toList())
                                    .toList());
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            return new Lists(column)
                    .read(from, count).stream()
                            .<Object>map(value -> new TreeSet<>((List<?>) value))
                            .toList();
        }

        @Override
        public void describe(Description to) {
            column.describe(to.add("set of "));
        }
    }

    /** Maps, in the order of their keys. */
    private record Maps(Column keys, Column values) implements Column {

        @Override
        public void write(ColumnWriter to, List<Object> maps) {
            List<Object> allKeys = new ArrayList<>();
            List<Object> allValues = new ArrayList<>();
            for (Object map : maps) {
                to.bytes().unsigned(((Map<?, ?>) map).size());
                ((Map<?, ?>) map).keySet().stream().sorted().forEach(key -> {
                    allKeys.add(key);
                    allValues.add(((Map<?, ?>) map).get(key));
                });
            }
            keys.write(to, allKeys);
            values.write(to, allValues);
        }

        @Override
        public List<Object> read(ColumnReader from, int count) {
            int[] sizes = sizes(from, count);
            int sum = sum(sizes, from);
            List<Object> allKeys = keys.read(from, sum);
            List<Object> allValues = values.read(from, sum);
            List<Object> all = new ArrayList<>(count);
            int next = 0;
            for (int size : sizes) {
                Map<Object, Object> map = new TreeMap<>();
                for (int end = next + size; next < end; next++) {
                    map.put(allKeys.get(next), allValues.get(next));
                }
                all.add(map);
            }
            return all;
        }

        @Override
        public void describe(Description to) {
            keys.describe(to.add("map of "));
            values.describe(to.add(" to "));
        }
    }

    private static int[] sizes(ColumnReader from, int count) {
        int[] sizes = new int[count];
        for (int i = 0; i < count; i++) {
            sizes[i] = from.bytes().count();
        }
        return sizes;
    }

    // Every value takes a byte at least.
    private static int sum(int[] sizes, ColumnReader from) {
        long sum = 0;
        for (int size : sizes) {
            sum += size;
        }
        if (sum > from.bytes().left()) {
            throw from.bytes().damaged("it has fewer bytes than it says");
        }
        return (int) sum;
    }
}
