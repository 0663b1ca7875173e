package dev.loomweight.cli;

import dev.loomweight.command.Assistant;
import dev.loomweight.command.BaselineRequest;
import dev.loomweight.command.Check;
import dev.loomweight.command.CheckRequest;
import dev.loomweight.command.PinRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.ParameterException;

/** {@code loomweight check PATH...}: the gate for builds. */
final class CheckCommand extends CliCommand {

    private final InputArguments inputs = group(new InputArguments());

    private final One<Map<String, String>> budgets = new One<>(add(option(
                    "--budget",
                    "NAME=MAX",
                    "Upper limit, such as pins=0, pinned-time=100ms or rss=512m; repeatable.",
                    "The supported values of NAME: ${COMPLETION-CANDIDATES}.")
            .completionCandidates(CheckRequest.NAMES)
            .type(Map.class)
            .auxiliaryTypes(String.class, String.class)));

    private final One<Path> config = one(
            Path.class,
            option(
                    "--config",
                    "FILE",
                    "Budgets and suppressions in TOML (default: loomweight.toml in the current directory, if it exists)."));

    private final One<Path> baseline = one(
            Path.class,
            option(
                    "--baseline",
                    "PATH",
                    "An earlier capture or recording, or a file of --save-baseline: only pins that are new or worse"
                            + " count, and growth since then."));

    private final BeforeArguments earlier = group(new BeforeArguments());

    private final One<Path> saved = one(
            Path.class,
            option(
                    "--save-baseline",
                    "FILE.json",
                    "Save what is checked as a baseline: a small file with the sites and their holders as they were"
                            + " found, which needs no class files when it is compared with later."));

    private final One<String> margin =
            one(String.class, option("--margin", "PERCENT", "Tolerance over the baseline (default: 10%%)."));

    private final Flag ignoreInitialization =
            flag("--ignore-class-init", "Ignore pins in class initializers, which occur once for each class.");

    private final Flag ignoreLoading = flag(
            "--ignore-class-loading",
            "Ignore pins of class loaders, and of waits for their locks and for classes that are linked, which"
                    + " occur once for each class.");

    private final PinArguments pins = group(new PinArguments());

    private final Output output = group(new Output.OfReport());

    CheckCommand(Cli cli) {
        super(
                cli,
                "check",
                "Check captures and recordings against budgets, given here or in loomweight.toml. Exit status"
                        + " 0: every budget is kept; 3: a budget is exceeded or could not be measured.");
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        require(
                !saved.given() || saved.get().toString().endsWith(".json"),
                "--save-baseline needs a name that ends in .json");
        Assistant.Checked checked = checked(file());
        checked.request().rules().stream()
                .filter(CheckRequest.Rule::needsRecording)
                .findFirst()
                .ifPresent(this::requireRecording);
        Check.Judgement verdict;
        try (ReadProgress progress = cli.progress()) {
            verdict = Check.judge(checked.request(), checked.baselines(), progress);
        }
        int status = cli.write(verdict.answer(), output, spec);
        return cli.judged(verdict.passed(), status, verdict.answer().report(), output, spec);
    }

    /** A budget that can never be measured is a slip, and not a budget that is exceeded. */
    private void requireRecording(CheckRequest.Rule rule) {
        boolean onlyJvms = inputs.paths().stream().allMatch(path -> Meant.recording(path, "") != null);
        if (onlyJvms) {
            refuseJvms(inputs.paths(), rule.name() + " is measured in recordings");
        }
    }

    /**
     * What the arguments ask, without the file of budgets that is read by default.
     *
     * @throws ParameterException if a value is not valid
     */
    Assistant.Checked checked() {
        return checked(config.given() ? file() : CheckFile.NONE);
    }

    private Assistant.Checked checked(CheckFile file) {
        warnOfMissing(file);
        return new Assistant.Checked(
                request(file),
                new BaselineRequest(
                        earlier.classes(spec.commandLine()).orElse(file.classpathBefore(), file.jdkBefore()),
                        saved.orNull()));
    }

    private void warnOfMissing(CheckFile file) {
        Path read = config.or(CheckFile.USUAL);
        ClassArguments.warnOfMissing(spec.commandLine(), read + ": classpath", file.classpath());
        ClassArguments.warnOfMissing(spec.commandLine(), read + ": classpath-before", file.classpathBefore());
    }

    private CheckRequest request(CheckFile file) {
        PinRequest asked = pins.request(spec.commandLine());
        try {
            Map<String, CheckRequest.Rule> rules = new LinkedHashMap<>();
            file.rules().forEach(rule -> rules.put(rule.name(), rule));
            budgets.or(Map.of()).forEach((name, amount) -> rules.put(name, BudgetParser.rule(name, amount)));
            require(
                    !rules.isEmpty() || saved.given(),
                    "no budget to check; pass --budget, such as --budget pins=0, or create " + CheckFile.USUAL);
            return new CheckRequest(
                    inputs.paths(),
                    baseline.given() ? baseline.get() : file.baseline(),
                    margin(file),
                    new ArrayList<>(rules.values()),
                    file.suppressed(),
                    ignoreInitialization.given() || file.ignoreInitialization(),
                    ignoreLoading.given() || file.ignoreLoading(),
                    asked.orElse(file.classpath(), file.jdk(), file.own(), file.carriers()),
                    inputs.maxUnpackedBytes(),
                    LocalDate.now(ZoneOffset.UTC));
        } catch (IllegalArgumentException e) {
            throw misuse(String.valueOf(e.getMessage()), e);
        }
    }

    private double margin(CheckFile file) {
        if (margin.given()) {
            return BudgetParser.margin(margin.get());
        }
        return Objects.requireNonNullElse(file.margin(), CheckRequest.MARGIN);
    }

    private CheckFile file() {
        try {
            if (config.given()) {
                return CheckFile.read(config.get());
            }
            return Files.exists(CheckFile.USUAL) ? CheckFile.read(CheckFile.USUAL) : CheckFile.NONE;
        } catch (CheckFile.InvalidException e) {
            throw misuse(String.valueOf(e.getMessage()), e);
        }
    }
}
