package dev.loomweight.sample;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type of event, as a recording's metadata describes it.
 *
 * @param name the full name, such as {@code jdk.VirtualThreadPinned}
 * @param label what people call it; the name where the metadata has no other
 * @param fields its fields, in the order of the metadata
 */
public record EventType(String name, String label, List<EventField> fields) {

    public EventType {
        fields = List.copyOf(fields);
    }

    /**
     * A field of an event type, as a recording's metadata describes it.
     *
     * @param name the field's name
     * @param label what people call it; the name where the metadata has no other
     * @param type the full name of its type, such as {@code long} or {@code java.lang.Thread}
     * @param array whether it holds any number of them
     * @param meaning what its number means
     * @param fields the fields of its type; empty for a primitive type, and where a type contains itself
     */
    public record EventField(
            String name, String label, String type, boolean array, Meaning meaning, List<EventField> fields) {

        public EventField {
            fields = List.copyOf(fields);
        }

        // An amount that a JDK does not know, such as a pool's maximum or a container's limit that is not set.
        private static final long UNSET = -1;

        // jdk.jfr.consumer.RecordedObject.getDuration, for Long.MIN_VALUE.
        private static final Duration NO_TIMESPAN = Duration.ofSeconds(Long.MIN_VALUE);

        /**
         * A value of this field without the numbers that mean that there is none, as {@code jfr print} has them: the least
         * number of an int, a long, a time or a time span, and negative infinity. So are the numbers of 2<sup>63</sup> and more
         * in an unsigned long, and 2<sup>32</sup>-1 in an unsigned int, which JVMs write for <i>no limit</i> and for identifiers
         * that are not set. In events of the JDK, so is also -1, in its unit, of an amount of memory and of a time span.
         *
         * @param value as {@link EventView#value} has it
         * @param ofJdk whether the event type is the JDK's
         * @return null where there is no value
         */
        public @Nullable Object known(@Nullable Object value, boolean ofJdk) {
            boolean none = switch (value) {
                case null -> true;
                case Instant time -> time.equals(Instant.MIN);
                case Duration span -> span.equals(NO_TIMESPAN) || (ofJdk && isUnset(span));
                case Double number -> number == Double.NEGATIVE_INFINITY;
                case Long number -> !array && isNone(number, ofJdk);
                default -> false;
            };
            return none ? null : value;
        }

        private boolean isUnset(Duration span) {
            return switch (meaning) {
                case TIMESPAN_NANOS -> span.equals(Duration.ofNanos(UNSET));
                case TIMESPAN_MICROS -> span.equals(Duration.of(UNSET, ChronoUnit.MICROS));
                case TIMESPAN_MILLIS -> span.equals(Duration.ofMillis(UNSET));
                case TIMESPAN_SECONDS -> span.equals(Duration.ofSeconds(UNSET));
                default -> false;
            };
        }

        private boolean isNone(long number, boolean ofJdk) {
            if (ofJdk && meaning == Meaning.BYTES && number == UNSET) {
                return true;
            }
            boolean unsigned = meaning == Meaning.UNSIGNED;
            return type.equals("int")
                    ? number == Integer.MIN_VALUE || (unsigned && number == Integer.toUnsignedLong(-1))
                    : type.equals("long") && (number == Long.MIN_VALUE || (unsigned && number < 0));
        }

        /** What the number in a field means, by the annotations of {@code jdk.jfr} that it carries. */
        public enum Meaning {
            /** What its type says, and nothing else. */
            PLAIN,
            /** An integer without sign. */
            UNSIGNED,
            /** An amount of memory or data, in bytes. */
            BYTES,
            /** A number from 0 to 1, one being all. */
            FRACTION,
            /** A point in time, in ticks of the recording's clock. */
            TIMESTAMP_TICKS,
            /** A point in time, in milliseconds since 1970. */
            TIMESTAMP_MILLIS,
            /** A length of time, in ticks of the recording's clock. */
            TIMESPAN_TICKS,
            /** A length of time, in nanoseconds. */
            TIMESPAN_NANOS,
            /** A length of time, in microseconds. */
            TIMESPAN_MICROS,
            /** A length of time, in milliseconds. */
            TIMESPAN_MILLIS,
            /** A length of time, in seconds. */
            TIMESPAN_SECONDS;

            /** Whether values are {@link java.time.Instant}s. */
            public boolean isTimestamp() {
                return this == TIMESTAMP_TICKS || this == TIMESTAMP_MILLIS;
            }

            /** Whether values are {@link java.time.Duration}s. */
            public boolean isTimespan() {
                return switch (this) {
                    case TIMESPAN_TICKS, TIMESPAN_NANOS, TIMESPAN_MICROS, TIMESPAN_MILLIS, TIMESPAN_SECONDS -> true;
                    default -> false;
                };
            }

            /** The meaning with what another annotation says: the first that there is, but a unit before the mere lack of a sign. */
            public Meaning and(Meaning other) {
                return this == PLAIN || (this == UNSIGNED && other != PLAIN) ? other : this;
            }

            /**
             * The meaning by the name of an annotation and its value.
             *
             * @param annotation the annotation's full name
             * @param value its value; an empty string where it has none
             * @return PLAIN for an annotation that gives a number no meaning
             */
            public static Meaning of(String annotation, String value) {
                return switch (annotation) {
                    case "jdk.jfr.Timestamp" ->
                        "MILLISECONDS_SINCE_EPOCH".equals(value) ? TIMESTAMP_MILLIS : TIMESTAMP_TICKS;
                    case "jdk.jfr.Timespan" ->
                        switch (value) {
                            case "TICKS" -> TIMESPAN_TICKS;
                            case "SECONDS" -> TIMESPAN_SECONDS;
                            case "MILLISECONDS" -> TIMESPAN_MILLIS;
                            case "MICROSECONDS" -> TIMESPAN_MICROS;
                            default -> TIMESPAN_NANOS;
                        };
                    case "jdk.jfr.DataAmount" -> BYTES;
                    case "jdk.jfr.Percentage" -> FRACTION;
                    case "jdk.jfr.Unsigned" -> UNSIGNED;
                    default -> PLAIN;
                };
            }
        }
    }
}
