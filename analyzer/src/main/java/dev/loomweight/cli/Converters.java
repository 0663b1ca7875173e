package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the values of options are parsed that are neither texts nor numbers. */
final class Converters {

    private Converters() {}

    /** Parses durations: {@code 500us}, {@code 1.5ms}, {@code 2s}, {@code 1m}. */
    static final class OfDuration implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String value) {
            try {
                return Durations.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Parses sizes, into bytes: {@code 512k}, {@code 1m}, {@code 2GB}, {@code 4096b}. */
    static final class OfSize implements ITypeConverter<Long> {

        @Override
        public Long convert(String value) {
            try {
                return Sizes.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Parses ISO 8601 times; one without an offset is in the time zone of this machine. */
    static final class OfInstant implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String value) {
            try {
                return OffsetDateTime.parse(value).toInstant();
            } catch (DateTimeException e) {
                // Without an offset.
            }
            try {
                return LocalDateTime.parse(value).atZone(ZoneId.systemDefault()).toInstant();
            } catch (DateTimeException e) {
                throw new TypeConversionException("invalid time '" + value
                        + "'; expected for example 2026-11-21T10:15:00 or 2026-11-21T10:15:00Z");
            }
        }
    }
}
