package dev.loomweight.query;

import dev.loomweight.report.Cell;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;

/**
 * One field of a {@link Relation}: a name, what its values are, and a value for each row. Values are in a column of
 * tablesaw: whole numbers as such, fractions as such, words as numbers of a {@link StringPool}.
 */
public final class Field {

    /** Stands for a word that is absent. */
    static final int NO_WORD = -1;

    private static final long NO_NUMBER = Long.MIN_VALUE;

    private final String name;
    private final Kind kind;
    private final @Nullable LongColumn whole;
    private final @Nullable DoubleColumn fraction;
    private final @Nullable IntColumn ids;
    private final StringPool words;
    private final @Nullable String key;

    private Field(
            String name,
            Kind kind,
            @Nullable LongColumn whole,
            @Nullable DoubleColumn fraction,
            @Nullable IntColumn ids,
            StringPool words,
            @Nullable String key) {
        this.name = name;
        this.kind = kind;
        this.whole = whole;
        this.fraction = fraction;
        this.ids = ids;
        this.words = words;
        this.key = key;
    }

    /** A field of whole numbers; {@link Long#MIN_VALUE} is an absent one. */
    static Field whole(String name, Kind kind, long[] values) {
        return new Field(name, kind, LongColumn.create(name, values), null, null, new StringPool(), null);
    }

    /** A field of fractions; NaN is an absent one. */
    static Field fraction(String name, Kind kind, double[] values) {
        return new Field(name, kind, null, DoubleColumn.create(name, values), null, new StringPool(), null);
    }

    /** A field of words, as numbers of a dictionary; {@link #NO_WORD} is an absent one. */
    static Field text(String name, int[] ids, StringPool words) {
        return new Field(name, Kind.TEXT, null, null, IntColumn.create(name, ids), words, null);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** What its values are. */
    public Kind kind() {
        return kind;
    }

    /** The words of a text field. */
    StringPool words() {
        return words;
    }

    /** A whole number of a row; {@link Long#MIN_VALUE} where it is absent. */
    long whole(int row) {
        return whole == null ? NO_NUMBER : whole.getLong(row);
    }

    /** The number of the word of a row, or {@link #NO_WORD}. */
    int id(int row) {
        return ids == null ? NO_WORD : ids.getInt(row);
    }

    /** The number of a row, whole or not; NaN where it is absent or no number. */
    double number(int row) {
        if (fraction != null) {
            return fraction.getDouble(row);
        }
        long value = whole(row);
        return value == NO_NUMBER ? Double.NaN : value;
    }

    /** Whether a row has no value. */
    boolean isAbsent(int row) {
        return kind == Kind.TEXT
                ? id(row) == NO_WORD
                : kind.isWhole() ? whole(row) == NO_NUMBER : Double.isNaN(number(row));
    }

    /** The word of a row, or null. */
    @Nullable
    String word(int row) {
        int id = id(row);
        return id == NO_WORD ? null : words.word(id);
    }

    /** What tells values of this field apart: equal numbers are equal values. */
    long key(int row) {
        return kind == Kind.TEXT ? id(row) : kind.isWhole() ? whole(row) : Double.doubleToLongBits(number(row));
    }

    /** Compares the values of two rows; what is absent comes last. */
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
        return new Field(
                name,
                kind,
                whole == null ? null : whole.subset(rows),
                fraction == null ? null : fraction.subset(rows),
                ids == null ? null : ids.subset(rows),
                words,
                key);
    }

    /** The same field with one row, in which it is absent. */
    Field absent() {
        return switch (kind) {
            case TEXT -> text(name, new int[] {NO_WORD}, words);
            case NUMBER, RATIO -> fraction(name, kind, new double[] {Double.NaN});
            default -> whole(name, kind, new long[] {NO_NUMBER});
        };
    }

    /** The same field under another name. */
    Field named(String other) {
        return new Field(other, kind, whole, fraction, ids, words, null);
    }

    /** The same field with another key for machine-readable forms. */
    Field keyed(String other) {
        return new Field(name, kind, whole, fraction, ids, words, other);
    }

    /** The value of a row as a report shows it. */
    public Cell cell(int row) {
        if (isAbsent(row)) {
            return Cell.absent("");
        }
        return switch (kind) {
            case NANOS -> new Cell.Nanos(whole(row));
            case BYTES -> Cell.bytes(whole(row));
            case COUNT -> Cell.count(whole(row));
            case ID -> Cell.id(whole(row));
            case RATIO -> new Cell.Ratio(number(row));
            // Words, since a report's times are to the second, and events are closer together.
            case TIME ->
                Cell.text(time(row).truncatedTo(ChronoUnit.MILLIS).toString().replace('T', ' '));
            case NUMBER -> Cell.text(String.format(Locale.ROOT, "%.4g", number(row)));
            case TEXT -> Cell.text(words.word(id(row)));
        };
    }

    /** The value of a row as it is: a {@link Long}, a {@link Double}, an {@link Instant} or a {@link String}, or null. */
    public @Nullable Object value(int row) {
        if (isAbsent(row)) {
            return null;
        }
        return switch (kind) {
            case NANOS, BYTES, COUNT, ID -> whole(row);
            case NUMBER, RATIO -> number(row);
            case TIME -> time(row);
            case TEXT -> words.word(id(row));
        };
    }

    private Instant time(int row) {
        return EpochNanos.toInstant(whole(row));
    }

    /** The name with its unit, as machine-readable forms have it. */
    public String key() {
        return key != null ? key : switch (kind) {
            case NANOS -> name + "Nanos";
            case BYTES -> name + "Bytes";
            case RATIO -> name + "Ratio";
            default -> name;
        };
    }
}
