package dev.loomweight.cli;

import picocli.CommandLine.Option;

/** The option to show values that can be secrets. */
final class SecretsArgument {

    @Option(
            names = "--show-secrets",
            description = "Show the values of events that can hold secrets (environment variables, system properties,"
                    + " options and arguments, command lines); they are masked by default.")
    private boolean shown;

    boolean shown() {
        return shown;
    }
}
