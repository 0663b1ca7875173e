package dev.loomweight.cli;

import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.FleetRequest;
import dev.loomweight.command.FleetRequest.LabelSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code loomweight fleet PATH...}: many recordings by service, version and pod. */
final class FleetCommand extends CliCommand {

    private final Several<Path> paths = several(
            Path.class,
            parameter("PATH", "Recordings (*.jfr), captures (*.lw), folds (*.lwf), and folders of them at any depth.")
                    .arity("1..*"));

    private final Several<String> by = several(
            String.class,
            option(
                            "--by",
                            "LABEL",
                            "The labels to report by, from the widest to the narrowest (default: service,version,pod, as far"
                                    + " as the recordings have them).")
                    .splitRegex(","));

    private final One<String> pattern = one(
            String.class,
            option(
                    "--path-pattern",
                    "PATTERN",
                    "Labels from the end of each path, such as {service}/{version}/{pod}-{time}.jfr; * stands for any"
                            + " part of a name, ** for any folders, {time} for a time."));

    private final One<Path> table = one(
            Path.class,
            option(
                    "--labels",
                    "FILE.csv",
                    "Labels from a table: the column \"file\" has a path or the end of one, the others are labels."));

    private final LabelArguments labels = group(new LabelArguments());

    private final One<Path> cache = one(
            Path.class,
            option(
                    "--cache",
                    "DIR",
                    "Keep what each recording shows in this folder, so that the next run reads only what is new, and"
                            + " one that was killed goes on where it was."));

    private final Several<String> budgets = several(
            String.class,
            option(
                            "--budget",
                            "[SERVICE:]NAME=MAX",
                            "Upper limit for one service, or for each that has no limit of its own, such as pinned-time-per-hour=10s or"
                                    + " checkout:limit-share=90%%; repeatable. Exit status 3 if one is exceeded or could not be"
                                    + " measured.",
                            "The supported values of NAME: ${COMPLETION-CANDIDATES}.")
                    .completionCandidates(FleetRequest.BUDGETS));

    private final One<Path> config = one(
            Path.class,
            option(
                    "--config",
                    "FILE",
                    "Budgets in TOML, in its table fleet (default: loomweight.toml in the current directory, if it"
                            + " exists)."));

    private final One<String> minKnownShare = one(
            String.class,
            option(
                    "--min-known-share",
                    "PERCENT",
                    "The share of the recordings of a service that must have what a budget needs, such as recorded pins or"
                            + " a memory limit; with fewer it could not be measured (default: 90%%)."));

    private final ClassArguments classes = group(new ClassArguments());

    private final InputArguments.Unpacking unpacked = group(new InputArguments.Unpacking());

    private final Output output = group(new Output.OfReport());

    private final ScreenArguments screen = group(new ScreenArguments());

    FleetCommand(Cli cli) {
        super(
                cli,
                "fleet",
                "What many recordings show together, by service, version and pod. Which code costs the most carrier"
                        + " time, since which version, which pods differ from their siblings, and memory against its limit.");
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
        List<String> named = paths.get().stream().map(Path::toString).toList();
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        int status = cli.write(verdict.answer(), output, screen, ScreenArguments.more(arguments, named), spec);
        return cli.judged(verdict.passed(), status, verdict.answer().report(), output, spec);
    }

    private FleetRequest request() {
        LabelSources sources = new LabelSources(null, table.orNull(), labels.labels(spec.commandLine()));
        try {
            sources = pattern.given() ? sources.withPaths(pattern.get()) : sources;
        } catch (IllegalArgumentException e) {
            throw misuse("--path-pattern: " + e.getMessage(), e);
        }
        FleetFile file = file();
        return new FleetRequest(
                        paths.get(),
                        by.get(),
                        sources,
                        cache.orNull(),
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
            for (String budget : budgets.get()) {
                FleetRequest.Rule rule = FleetBudgets.parse(budget);
                all.put(rule.key(), rule);
            }
        } catch (IllegalArgumentException e) {
            throw misuse("--budget: " + e.getMessage(), e);
        }
        return List.copyOf(all.values());
    }

    private double knownShare(FleetFile file) {
        if (!minKnownShare.given()) {
            return file.minKnownShare();
        }
        try {
            return BudgetParser.share(minKnownShare.get());
        } catch (IllegalArgumentException e) {
            throw misuse("--min-known-share: " + e.getMessage(), e);
        }
    }

    private FleetFile file() {
        try {
            return !config.given()
                    ? Files.exists(CheckFile.USUAL) ? FleetFile.read(CheckFile.USUAL) : FleetFile.NONE
                    : FleetFile.read(config.get());
        } catch (IllegalArgumentException e) {
            throw misuse(String.valueOf(e.getMessage()), e);
        }
    }
}
