package dev.loomweight.kernel.option;

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
}
