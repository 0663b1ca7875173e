package dev.loomweight.bytecode;

import java.util.Objects;

/** Says in a few words what an exception means. */
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
