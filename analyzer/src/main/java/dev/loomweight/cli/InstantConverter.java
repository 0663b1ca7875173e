package dev.loomweight.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses ISO 8601 times; one without an offset is in the time zone of this machine. */
final class InstantConverter implements ITypeConverter<Instant> {

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
            throw new TypeConversionException(
                    "invalid time '" + value + "'; expected for example 2026-11-21T10:15:00 or 2026-11-21T10:15:00Z");
        }
    }
}
