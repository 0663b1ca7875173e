package dev.loomweight.cli;

import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.FleetRequest;
import dev.loomweight.command.FleetRequest.LabelSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code loomweight fleet PATH...}: many recordings by service, version and pod. */
@Command(
        name = "fleet",
        description =
                "What many recordings show together, by service, version and pod. Which code costs the most carrier"
                        + " time, since which version, which pods differ from their siblings, and memory against its limit.")
final class FleetCommand extends CliCommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Recordings (*.jfr), captures (*.lw), folds (*.lwf), and folders of them at any depth.")
    private List<Path> paths = List.of();

    @Option(
            names = "--by",
            paramLabel = "LABEL",
            split = ",",
            description =
                    "The labels to report by, from the widest to the narrowest (default: service,version,pod, as far"
                            + " as the recordings have them).")
    private List<String> by = List.of();

    @Option(
            names = "--path-pattern",
            paramLabel = "PATTERN",
            description =
                    "Labels from the end of each path, such as {service}/{version}/{pod}-{time}.jfr; * stands for any"
                            + " part of a name, ** for any folders, {time} for a time.")
    private @Nullable String pattern;

    @Option(
            names = "--labels",
            paramLabel = "FILE.csv",
            description =
                    "Labels from a table: the column \"file\" has a path or the end of one, the others are labels.")
    private @Nullable Path table;

    @Mixin
    private final LabelArguments labels = new LabelArguments();

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description =
                    "Keep what each recording shows in this folder, so that the next run reads only what is new, and"
                            + " one that was killed goes on where it was.")
    private @Nullable Path cache;

    @Option(
            names = "--budget",
            paramLabel = "[SERVICE:]NAME=MAX",
            description = {
                "Upper limit for one service, or for each that has no limit of its own, such as pinned-time-per-hour=10s or"
                        + " checkout:limit-share=90%%; repeatable. Exit status 3 if one is exceeded or could not be"
                        + " measured.",
                "The supported values of NAME: ${COMPLETION-CANDIDATES}."
            },
            completionCandidates = BudgetNames.class)
    private List<String> budgets = List.of();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Budgets in TOML, in its table fleet (default: loomweight.toml in the current directory, if it"
                            + " exists).")
    private @Nullable Path config;

    @Option(
            names = "--min-known-share",
            paramLabel = "PERCENT",
            description =
                    "The share of the recordings of a service that must have what a budget needs, such as recorded pins or"
                            + " a memory limit; with fewer it could not be measured (default: 90%%).")
    private @Nullable String minKnownShare;

    @Mixin
    private final ClassArguments classes = new ClassArguments();

    @Mixin
    private final InputArguments.Unpacking unpacked = new InputArguments.Unpacking();

    @Mixin
    private Output output = new Output.OfReport();

    @Mixin
    private final ScreenArguments screen = new ScreenArguments();

    FleetCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        FleetRequest request = request();
        FleetQuestion.Verdict verdict;
        try (ReadProgress progress = cli.progress()) {
            verdict = FleetQuestion.ask(request, progress);
        }
        List<String> named = paths.stream().map(Path::toString).toList();
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        int status = cli.write(verdict.answer(), output, screen, ScreenArguments.more(arguments, named), spec);
        return verdict.passed() ? status : Cli.OVER_BUDGET;
    }

    private FleetRequest request() {
        LabelSources sources = new LabelSources(null, table, labels.labels(spec.commandLine()));
        try {
            sources = pattern == null ? sources : sources.withPaths(pattern);
        } catch (IllegalArgumentException e) {
            throw misuse("--path-pattern: " + e.getMessage(), e);
        }
        FleetFile file = file();
        return new FleetRequest(
                        paths,
                        by,
                        sources,
                        cache,
                        classes.request(spec.commandLine()),
                        unpacked.bytes(),
                        List.of(),
                        FleetRequest.MIN_KNOWN_SHARE)
                .within(budgets(file), knownShare(file));
    }

    /** Those of the file, and instead of the same ones those of the command line. */
    private List<FleetRequest.Rule> budgets(FleetFile file) {
        Map<String, FleetRequest.Rule> all = new LinkedHashMap<>();
        file.budgets().forEach(rule -> all.put(rule.key(), rule));
        try {
            for (String budget : budgets) {
                FleetRequest.Rule rule = FleetBudgets.parse(budget);
                all.put(rule.key(), rule);
            }
        } catch (IllegalArgumentException e) {
            throw misuse("--budget: " + e.getMessage(), e);
        }
        return List.copyOf(all.values());
    }

    private double knownShare(FleetFile file) {
        if (minKnownShare == null) {
            return file.minKnownShare();
        }
        try {
            return BudgetParser.share(minKnownShare);
        } catch (IllegalArgumentException e) {
            throw misuse("--min-known-share: " + e.getMessage(), e);
        }
    }

    private FleetFile file() {
        try {
            return config == null
                    ? Files.exists(CheckFile.USUAL) ? FleetFile.read(CheckFile.USUAL) : FleetFile.NONE
                    : FleetFile.read(config);
        } catch (IllegalArgumentException e) {
            throw misuse(String.valueOf(e.getMessage()), e);
        }
    }

    private static final class BudgetNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return FleetRequest.BUDGETS.iterator();
        }
    }
}
