package dev.loomweight.cli;

import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code loomweight fleet PATH...}: many recordings by service, version and pod. */
final class FleetCommand extends CliCommand {

    FleetCommand(Cli cli) {
        super(
                cli,
                "fleet",
                Option.all(FleetOptions.ALL, Output.options(Output.REPORT), ScreenOptions.ALL),
                "What many recordings show together, by service, version and pod. Which code costs the most carrier"
                        + " time, since which version, which pods differ from their siblings, and memory against its limit.");
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.REPORT);
        ScreenOptions screen = new ScreenOptions(given, output);
        FleetQuestion.Verdict verdict;
        try (ReadProgress progress = cli.progress()) {
            verdict = FleetQuestion.ask(given.orElse(file(given)), progress);
        }
        List<String> named =
                given.get(InputOptions.PATHS).stream().map(Path::toString).toList();
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        int status = cli.write(verdict.answer(), output, screen, ScreenOptions.more(arguments, named), spec);
        return cli.judged(verdict.passed(), status, verdict.answer().report(), output, spec);
    }

    private static Options file(Options given) {
        return given.has(FleetOptions.CONFIG)
                ? FleetFile.read(given.get(FleetOptions.CONFIG))
                : Files.exists(CheckFile.USUAL) ? FleetFile.read(CheckFile.USUAL) : Options.NONE;
    }
}
