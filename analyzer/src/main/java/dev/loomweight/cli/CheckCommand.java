package dev.loomweight.cli;

import dev.loomweight.command.Check;
import dev.loomweight.command.CheckRequest;
import dev.loomweight.command.PinRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code loomweight check PATH...}: the gate for builds. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Whether a capture or recording is within budgets, given here or in loomweight.toml. Exit status"
                + " 0: all are kept; 3: one is broken, or could not be measured.")
final class CheckCommand implements Callable<Integer> {

    private final Cli cli;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Captures (*.lw), folders of captures, recordings (*.jfr), texts of jcmd and /proc.")
    private List<Path> paths = List.of();

    @Option(
            names = "--budget",
            paramLabel = "NAME=MOST",
            completionCandidates = Names.class,
            description = "What is allowed at most, such as pins=0, pinned-time=100ms or rss=512m; may be given several"
                    + " times. NAME: ${COMPLETION-CANDIDATES}.")
    private Map<String, String> budgets = new LinkedHashMap<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Budgets and suppressions in TOML (default: loomweight.toml, where there is one here).")
    private @Nullable Path config;

    @Option(
            names = "--baseline",
            paramLabel = "PATH",
            description =
                    "A capture or recording of before: pins count where they are new or worse, growth since then.")
    private @Nullable Path baseline;

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            description = "By how much more than the baseline's is no worse (default: 10%%).")
    private @Nullable String margin;

    @Option(
            names = "--ignore-class-init",
            description = "Leave out pins of class initialization, which come once for each class.")
    private boolean ignoreInitialization;

    @Mixin
    private final PinArguments pins = new PinArguments();

    @Mixin
    private Output output = new AnswerOutput();

    @Mixin
    private final UnpackArguments unpacked = new UnpackArguments();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    CheckCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        Check.Outcome outcome = Check.of(request());
        output.write(outcome.answer().report(), cli.console());
        outcome.answer().problems().forEach(problem -> cli.complain("loomweight check", problem));
        if (!outcome.passed()) {
            return Cli.OVER_BUDGET;
        }
        return outcome.answer().problems().isEmpty() ? Cli.OK : Cli.DATA;
    }

    private CheckRequest request() {
        PinRequest asked = pins.request(spec.commandLine());
        try {
            CheckFile file = file();
            Map<String, CheckRequest.Rule> rules = new LinkedHashMap<>();
            file.rules().forEach(rule -> rules.put(rule.name(), rule));
            budgets.forEach((name, amount) -> rules.put(name, BudgetWords.rule(name, amount)));
            if (rules.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there is no budget to check; give --budget, such as --budget pins=0, or a " + CheckFile.USUAL);
            }
            return new CheckRequest(
                    paths,
                    baseline == null ? file.baseline() : baseline,
                    margin(file),
                    new ArrayList<>(rules.values()),
                    file.suppressed(),
                    ignoreInitialization || file.ignoreInitialization(),
                    asked.orElse(file.classpath(), file.jdk(), file.own(), file.carriers()),
                    unpacked.bytes(),
                    LocalDate.now(ZoneOffset.UTC));
        } catch (CheckFile.Misspelled | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private double margin(CheckFile file) {
        if (margin != null) {
            return BudgetWords.margin(margin);
        }
        Double said = file.margin();
        return said == null ? CheckRequest.MARGIN : said;
    }

    private CheckFile file() {
        if (config != null) {
            return CheckFile.read(config);
        }
        return Files.exists(CheckFile.USUAL) ? CheckFile.read(CheckFile.USUAL) : CheckFile.NONE;
    }

    private static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(CheckRequest.NAMES);
        }
    }
}
