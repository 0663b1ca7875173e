package dev.loomweight.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses sizes as JVM flags write them, into bytes: {@code 512k}, {@code 1m}, {@code 2GB}, {@code 4096b}. Without a unit
 * only 0 is one: who writes 512 hardly means bytes.
 */
final class SizeConverter implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?b?)", Pattern.CASE_INSENSITIVE);

    @Override
    public Long convert(String value) {
        Matcher size = SIZE.matcher(value);
        if (!size.matches()) {
            throw new TypeConversionException("invalid size '" + value + "'; expected for example 512k, 1m or 1g");
        }
        String unit = size.group(2).toLowerCase(Locale.ROOT);
        long amount = Long.parseLong(size.group(1));
        if (unit.isEmpty() && amount > 0) {
            throw new TypeConversionException("size '" + value + "' has no unit; expected for example " + value + "k, "
                    + value + "m or " + value + "g, or " + value + "b for bytes");
        }
        int shift = switch (unit) {
            case "k", "kb" -> 10;
            case "m", "mb" -> 20;
            case "g", "gb" -> 30;
            default -> 0;
        };
        if (amount > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("size '" + value + "' is too large; the maximum is 8 EB");
        }
        return amount << shift;
    }
}
