package dev.loomweight.spark;

import dev.loomweight.capture.DataException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What {@code spark-submit} starts. */
@Command(name = "loomweight-spark", mixinStandardHelpOptions = true, description = "Loomweight on a Spark cluster.")
public final class SparkMain {

    private static final String NAME = "loomweight-spark: ";
    private static final int DATA = 1;
    private static final int USAGE = 2;

    @CommandLine.Option(
            names = "--debug",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Print the stack trace of an error.")
    private boolean debug;

    private SparkMain() {}

    /** Runs a command, and ends the driver with status 1 for invalid data or a failed job, 2 for invalid usage. */
    public static void main(String[] args) {
        PrintWriter messages = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int status = run(messages, args.length == 0 ? new String[] {"--help"} : args);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(PrintWriter messages, String... args) {
        SparkMain main = new SparkMain();
        return new CommandLine(main)
                .addSubcommand(new FleetCommand(line -> messages.println(NAME + line)))
                .setErr(messages)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, given) -> {
                    messages.println(NAME + e.getMessage());
                    return USAGE;
                })
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    messages.println(NAME + message(e));
                    if (main.debug) {
                        e.printStackTrace(messages);
                    }
                    return DATA;
                })
                .execute(args);
    }

    private static String message(Exception e) {
        String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e instanceof DataException ? said : "the job failed: " + (said.isEmpty() ? e.toString() : said);
    }
}
