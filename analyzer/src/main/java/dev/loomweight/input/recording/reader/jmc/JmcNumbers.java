package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.sample.EventField.Meaning;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IUnit;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.LabeledIdentifier;

/**
 * The numbers of Mission Control, most of which are quantities with a unit. A quantity keeps the number as it was
 * recorded, with the field's unit.
 */
final class JmcNumbers {

    private JmcNumbers() {}

    /**
     * A number as it is recorded, in the unit of its field.
     *
     * @throws IllegalArgumentException if the value is no number
     */
    static Number number(Object value, JmcClock clock) {
        return switch (value) {
            case IQuantity quantity when quantity.getUnit().equals(UnitLookup.EPOCH_NS) -> (Long) clock.ticks(quantity);
            case IQuantity quantity -> quantity.numberValue();
            case Number number -> number;
            case LabeledIdentifier identifier -> (Long) identifier.getImplementationId();
            default -> throw new IllegalArgumentException("no number: " + value);
        };
    }

    /** A quantity as {@link dev.loomweight.sample.EventView#value} has it. */
    static Object value(IQuantity quantity, JmcClock clock) {
        Meaning meaning = meaning(quantity.getUnit());
        if (meaning == Meaning.TIMESTAMP_TICKS) {
            return clock.nanos().timestamp(clock.ticks(quantity), meaning);
        }
        if (meaning.isTimestamp()) {
            return clock.nanos().timestamp(quantity.longValue(), meaning);
        }
        if (meaning.isTimespan()) {
            return clock.nanos().timespan(quantity.longValue(), meaning);
        }
        return plain(quantity.numberValue());
    }

    /** A fraction as a double, anything else as a long. */
    static Number plain(Number number) {
        return number instanceof Double || number instanceof Float ? (Number) number.doubleValue() : number.longValue();
    }

    private static Meaning meaning(IUnit unit) {
        if (unit.equals(UnitLookup.EPOCH_NS)) {
            return Meaning.TIMESTAMP_TICKS;
        }
        if (unit.equals(UnitLookup.EPOCH_MS)) {
            return Meaning.TIMESTAMP_MILLIS;
        }
        if (unit.equals(UnitLookup.NANOSECOND)) {
            return Meaning.TIMESPAN_NANOS;
        }
        if (unit.equals(UnitLookup.MILLISECOND)) {
            return Meaning.TIMESPAN_MILLIS;
        }
        if (unit.equals(UnitLookup.SECOND)) {
            return Meaning.TIMESPAN_SECONDS;
        }
        // The one unit of time that the parser makes itself, for each chunk.
        return unit.getContentType().equals(UnitLookup.TIMESPAN) ? Meaning.TIMESPAN_TICKS : Meaning.PLAIN;
    }
}
