package dev.loomweight.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Amounts of memory as JVM flags write them: {@code 512k}, {@code 1m}, {@code 2GB}, or bytes. */
final class Sizes implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)b?", Pattern.CASE_INSENSITIVE);

    @Override
    public Long convert(String value) {
        Matcher size = SIZE.matcher(value);
        if (!size.matches()) {
            throw new TypeConversionException("'" + value + "' is no size; write 512k, 1m or 1g");
        }
        int shift = switch (size.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 0;
        };
        long amount = Long.parseLong(size.group(1));
        if (amount > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("'" + value + "' is too large; at most 8 EB");
        }
        return amount << shift;
    }
}
