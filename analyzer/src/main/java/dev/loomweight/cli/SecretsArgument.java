package dev.loomweight.cli;

import picocli.CommandLine.Option;

/** Whether values that can be secrets are shown. */
final class SecretsArgument {

    @Option(
            names = "--show-secrets",
            description = "Show the values of events that can hold secrets (environment variables, system properties,"
                    + " options and arguments, command lines), which are masked otherwise.")
    private boolean shown;

    boolean shown() {
        return shown;
    }
}
