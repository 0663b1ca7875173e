package dev.loomweight.cli;

import dev.loomweight.amount.Sizes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses sizes in options, into bytes: {@code 512k}, {@code 1m}, {@code 2GB}, {@code 4096b}. */
final class SizeConverter implements ITypeConverter<Long> {

    @Override
    public Long convert(String value) {
        try {
            return Sizes.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
