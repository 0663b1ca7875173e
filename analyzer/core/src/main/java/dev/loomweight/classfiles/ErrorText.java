package dev.loomweight.classfiles;

import java.util.Objects;

/** Exceptions in a few words. */
public final class ErrorText {

    private ErrorText() {}

    /** The first line of the message, or the exception's name where it has none. */
    public static String of(Throwable e) {
        return Objects.requireNonNullElse(e.getMessage(), "")
                .lines()
                .findFirst()
                .filter(line -> !line.isBlank())
                .orElse(e.getClass().getSimpleName());
    }
}
