package dev.loomweight.kernel.option;

import java.util.function.Supplier;

/** A value that an option does not take, or options that do not go together; the message is for the user. */
public final class Misuse extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public Misuse(String message) {
        super(message);
    }

    public Misuse(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Requires that options go together.
     *
     * @throws Misuse with the message unless the condition holds
     */
    public static void require(boolean condition, String message) {
        if (!condition) {
            throw new Misuse(message);
        }
    }

    /**
     * What a parser makes of the value of an option.
     *
     * @throws Misuse with the option's name before what is wrong with the value
     */
    public static <T> T naming(Option<?> option, Supplier<T> parsed) {
        try {
            return parsed.get();
        } catch (IllegalArgumentException e) {
            throw new Misuse(option.name() + ": " + e.getMessage(), e);
        }
    }
}
