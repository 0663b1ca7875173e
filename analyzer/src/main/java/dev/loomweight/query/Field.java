package dev.loomweight.query;

import dev.loomweight.report.Cell;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.columns.numbers.IntColumnType;
import tech.tablesaw.columns.numbers.LongColumnType;

/**
 * One field of a {@link Relation}: a name, the kind of its values, and a value for each row. Values are in a column of
 * tablesaw, whose mark of a missing value is ours: whole numbers as such, fractions as such, text as numbers of a {@link
 * StringPool}.
 */
public final class Field {

    /** Stands for a missing text. */
    static final int NO_WORD = IntColumnType.missingValueIndicator();

    private static final long NO_NUMBER = LongColumnType.missingValueIndicator();

    private final String name;
    private final Kind kind;
    /** As what its cells are shown: {@link #kind}, or the unit of its numbers. */
    private final Kind shown;

    private final NumericColumn<?> column;
    private final StringPool words;
    /** For {@link Kind#MIXED}, the fields of one row whose values these are; else empty. */
    private final List<Field> parts;

    /** For machine-readable formats, where it does not follow from the kind. */
    private final @Nullable String key;

    /** Whether its values are shown with bars. */
    private final boolean bars;

    private Field(String name, Kind kind, NumericColumn<?> column, StringPool words, List<Field> parts) {
        this(name, kind, column, words, parts, null, kind, false);
    }

    private Field(
            String name,
            Kind kind,
            NumericColumn<?> column,
            StringPool words,
            List<Field> parts,
            @Nullable String key,
            Kind shown,
            boolean bars) {
        this.name = name;
        this.kind = kind;
        this.shown = shown;
        this.column = column;
        this.words = words;
        this.parts = parts;
        this.key = key;
        this.bars = bars;
    }

    /** A field of whole numbers; {@link Long#MIN_VALUE} is a missing one. */
    static Field whole(String name, Kind kind, long[] values) {
        return new Field(name, kind, LongColumn.create(name, values), new StringPool(), List.of());
    }

    /** A field of fractions; NaN is a missing one. */
    static Field fraction(String name, Kind kind, double[] values) {
        return new Field(name, kind, DoubleColumn.create(name, values), new StringPool(), List.of());
    }

    /** A field of text, as numbers of a pool; {@link #NO_WORD} is a missing one. */
    static Field text(String name, int[] ids, StringPool words) {
        return new Field(name, Kind.TEXT, IntColumn.create(name, ids), words, List.of());
    }

    /** A field of text, one for each row; null is a missing one. */
    static Field text(String name, List<@Nullable String> texts) {
        StringPool words = new StringPool();
        int[] ids = new int[texts.size()];
        for (int row = 0; row < ids.length; row++) {
            String text = texts.get(row);
            ids[row] = text == null ? NO_WORD : words.idOf(text);
        }
        return text(name, ids, words);
    }

    /** A field whose rows are of different kinds: the first value of each of some fields. */
    static Field mixed(String name, List<Field> parts) {
        double[] numbers = parts.stream().mapToDouble(part -> part.number(0)).toArray();
        return new Field(name, Kind.MIXED, DoubleColumn.create(name, numbers), new StringPool(), List.copyOf(parts));
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The kind of its values. */
    public Kind kind() {
        return kind;
    }

    /** The column of tablesaw that holds the numbers, or the numbers of the texts. */
    NumericColumn<?> column() {
        return column;
    }

    /** The texts of a text field. */
    StringPool words() {
        return words;
    }

    /** A whole number of a row; {@link Long#MIN_VALUE} where it is missing. */
    long whole(int row) {
        return column instanceof LongColumn whole ? whole.getLong(row) : NO_NUMBER;
    }

    /** The number of the text of a row, or {@link #NO_WORD}. */
    int id(int row) {
        return column instanceof IntColumn ids ? ids.getInt(row) : NO_WORD;
    }

    /** The number of a row, whole or not; NaN where it is missing or text. */
    double number(int row) {
        return kind == Kind.TEXT ? Double.NaN : column.getDouble(row);
    }

    /** Whether a row has no value. */
    boolean isAbsent(int row) {
        return column.isMissing(row);
    }

    /** The text of a row, or null. */
    @Nullable
    String word(int row) {
        int id = id(row);
        return id == NO_WORD ? null : words.word(id);
    }

    /** Distinguishes the values of this field: equal numbers are equal values. */
    long key(int row) {
        return kind == Kind.TEXT ? id(row) : kind.isWhole() ? whole(row) : Double.doubleToLongBits(number(row));
    }

    /** Compares the values of two rows; missing ones come last. */
    int compare(int left, int right) {
        boolean noLeft = isAbsent(left);
        boolean noRight = isAbsent(right);
        if (noLeft || noRight) {
            return Boolean.compare(noLeft, noRight);
        }
        if (kind == Kind.TEXT) {
            int one = id(left);
            int other = id(right);
            return one == other ? 0 : words.word(one).compareTo(words.word(other));
        }
        return kind.isWhole() ? Long.compare(whole(left), whole(right)) : Double.compare(number(left), number(right));
    }

    /** The same field of some rows, in their order. */
    Field rows(int[] rows) {
        List<Field> chosen =
                kind == Kind.MIXED ? Arrays.stream(rows).mapToObj(parts::get).toList() : parts;
        return new Field(name, kind, (NumericColumn<?>) column.subset(rows), words, chosen, key, shown, bars);
    }

    /** The same field with one row, in which the value is missing. */
    Field absent() {
        return switch (kind) {
            case TEXT -> text(name, new int[] {NO_WORD}, words);
            case NUMBER, RATIO, MIXED ->
                fraction(name, kind == Kind.RATIO ? kind : Kind.NUMBER, new double[] {Double.NaN});
            default -> whole(name, kind, new long[] {NO_NUMBER});
        };
    }

    /** The same field under another name. */
    Field named(String other) {
        return new Field(other, kind, column, words, parts, null, shown, bars);
    }

    /** The same field with another key for machine-readable formats. */
    Field keyed(String other) {
        return new Field(name, kind, column, words, parts, other, shown, bars);
    }

    /** The same field of numbers, whose cells are shown as durations or sizes; its values and its key stay. */
    Field shownAs(Kind other) {
        return kind == Kind.COUNT || kind == Kind.NUMBER
                ? new Field(name, kind, column, words, parts, key, other, bars)
                : this;
    }

    /** The same field of numbers, shown to people with bars. */
    Field withBars() {
        return new Field(name, kind, column, words, parts, key, shown, true);
    }

    /** Whether its values are shown with bars. */
    boolean hasBars() {
        return bars;
    }

    /** The value of a row as a report shows it. */
    public Cell cell(int row) {
        if (isAbsent(row)) {
            return Cell.absent("");
        }
        return switch (shown) {
            case NANOS -> new Cell.Nanos(kind.isWhole() ? whole(row) : Math.round(number(row)));
            case BYTES -> Cell.bytes(kind.isWhole() ? whole(row) : Math.round(number(row)));
            case COUNT -> Cell.count(whole(row));
            case ID -> Cell.id(whole(row));
            case RATIO -> new Cell.Ratio(number(row));
            // As text, since times of a report are to the second, and events are closer together.
            case TIME ->
                Cell.text(time(row).truncatedTo(ChronoUnit.MILLIS).toString().replace('T', ' '));
            case NUMBER -> Cell.text(String.format(Locale.ROOT, "%.4g", number(row)));
            case TEXT -> Cell.text(words.word(id(row)));
            case MIXED -> parts.get(row).cell(0);
        };
    }

    /** The raw value of a row: a {@link Long}, a {@link Double}, an {@link Instant} or a {@link String}, or null. */
    public @Nullable Object value(int row) {
        if (isAbsent(row)) {
            return null;
        }
        return switch (kind) {
            case NANOS, BYTES, COUNT, ID -> whole(row);
            case NUMBER, RATIO -> number(row);
            case TIME -> time(row);
            case TEXT -> words.word(id(row));
            case MIXED -> parts.get(row).value(0);
        };
    }

    private Instant time(int row) {
        return EpochNanos.toInstant(whole(row));
    }

    /** The name with its unit, for machine-readable formats. */
    public String key() {
        return key != null
                ? key
                : switch (kind) {
                    case NANOS -> name + "Nanos";
                    case BYTES -> name + "Bytes";
                    case RATIO -> name + "Ratio";
                    default -> name;
                };
    }
}
