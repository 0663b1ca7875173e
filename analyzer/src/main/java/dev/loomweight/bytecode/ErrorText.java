package dev.loomweight.bytecode;

import java.util.Objects;

/** Exceptions in a few words. */
final class ErrorText {

    private ErrorText() {}

    /** The first line of the message, or the exception's name where it has none. */
    static String of(Throwable e) {
        return Objects.requireNonNullElse(e.getMessage(), "")
                .lines()
                .findFirst()
                .filter(line -> !line.isBlank())
                .orElse(e.getClass().getSimpleName());
    }
}
