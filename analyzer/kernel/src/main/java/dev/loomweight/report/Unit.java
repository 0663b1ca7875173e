package dev.loomweight.report;

/** The unit of an amount that is kept as a whole number. */
public enum Unit {
    /** A number of things, such as pins. */
    COUNT,
    /** Nanoseconds. */
    TIME,
    /** Bytes. */
    SIZE,
    /** Thousandths. */
    SHARE;

    private static final double THOUSAND = 1000;

    /** An amount for a table. */
    public Cell cell(long amount) {
        return switch (this) {
            case COUNT -> Cell.count(amount);
            case TIME -> new Cell.Nanos(amount);
            case SIZE -> Cell.bytes(amount);
            case SHARE -> new Cell.Ratio(amount / THOUSAND);
        };
    }

    /** An amount for a sentence. */
    public String words(long amount) {
        return switch (this) {
            case COUNT -> Amounts.count(amount);
            case TIME -> Amounts.time(amount);
            case SIZE -> Amounts.bytes(amount);
            case SHARE -> Amounts.percent(amount / THOUSAND);
        };
    }
}
