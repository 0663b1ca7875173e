package dev.loomweight.amount;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A number, or the reason why it is not known: a value that was not observed is never 0 or -1.
 *
 * @param value the number; empty where it is not known
 * @param reason why it is not known, in a few words; empty where it is known, and where there is nothing to be said
 */
public record Quantity(OptionalLong value, String reason) {

    /** A number that is known. */
    public static Quantity of(long value) {
        return new Quantity(OptionalLong.of(value), "");
    }

    /** A number that is not known. */
    public static Quantity unknown(String reason) {
        return new Quantity(OptionalLong.empty(), reason);
    }

    /** A number of a source that may leave it out: null is not known. */
    public static Quantity ofNullable(@Nullable Long value, String reason) {
        return value == null ? unknown(reason) : of(value);
    }

    /** A number of a source that writes -1 for it where it does not have it: what is negative is not known. */
    public static Quantity notNegative(long value, String reason) {
        return value < 0 ? unknown(reason) : of(value);
    }

    /** Whether it is known. */
    public boolean isKnown() {
        return value.isPresent();
    }

    /** The number, or another where it is not known. */
    public long orElse(long other) {
        return value.orElse(other);
    }

    /**
     * The number.
     *
     * @throws IllegalStateException if it is not known
     */
    public long known() {
        return value.orElseThrow(() -> new IllegalStateException("not known: " + reason));
    }

    /** The difference, or the first of the two that is not known. */
    public Quantity minus(Quantity other) {
        return !isKnown() ? this : !other.isKnown() ? other : of(known() - other.known());
    }
}
