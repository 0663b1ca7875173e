package dev.loomweight.cli;

/** The command {@code loomweight}. */
public final class Main {

    private Main() {}

    /**
     * Runs the command and exits with its status: 0 success, 1 invalid data or a failed target, 2 invalid usage, 3 a budget
     * exceeded, or 128 plus the number of the signal that ended it (130 for Ctrl-C).
     */
    public static void main(String[] args) {
        SignalHandlers.haltOnSecondSignal();
        SignalHandlers.exit(new Cli(Console.ofSystem()).run(args));
    }
}
