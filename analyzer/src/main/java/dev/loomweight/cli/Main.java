package dev.loomweight.cli;

/** The command {@code loomweight}. */
public final class Main {

    private Main() {}

    /**
     * Runs the command and exits with its status: 0 fine, 1 bad data or a failed target, 2 bad usage, 128 and the number
     * of a signal that ended it, as 130 for Ctrl-C.
     */
    public static void main(String[] args) {
        Signals.endAtOnceAtTheSecond();
        System.exit(new Cli(Console.ofSystem()).run(args));
    }
}
