package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Check;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.InputOptions;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code loomweight check PATH...}: the gate for builds. */
final class CheckCommand extends CliCommand {

    CheckCommand(Cli cli) {
        super(
                cli,
                "check",
                Option.all(CheckOptions.ALL, Output.options(Output.REPORT)),
                "Check captures and recordings against budgets, given here or in loomweight.toml. Exit status"
                        + " 0: every budget is kept; 3: a budget is exceeded or could not be measured.");
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.REPORT);
        Options asked =
                checked(given, Files.exists(CheckFile.USUAL) ? CheckFile.read(CheckFile.USUAL) : CheckFile.NONE);
        asked.get(CheckOptions.LIMITS).stream()
                .filter(Limit::inRecordings)
                .findFirst()
                .ifPresent(limit -> requireRecording(limit, asked.get(InputOptions.PATHS)));
        Check.Judgement verdict;
        try (ReadProgress progress = cli.progress()) {
            verdict = Check.judge(asked, progress);
        }
        int status = cli.write(verdict.answer(), output, spec);
        return cli.judged(verdict.passed(), status, verdict.answer().report(), output, spec);
    }

    /** A budget that can never be measured is a slip, and not a budget that is exceeded. */
    private static void requireRecording(Limit limit, List<Path> paths) {
        if (paths.stream().allMatch(path -> Meant.recording(path, "") != null)) {
            refuseJvms(paths, limit.name() + " is measured in recordings");
        }
    }

    /**
     * What is asked, with what a file says where the command line says nothing.
     *
     * @param usual the file that is taken where none is named
     * @throws Misuse if there is nothing to check, or a value is not valid
     */
    Options checked(Options given, CheckFile usual) {
        CheckFile file = given.has(CheckOptions.CONFIG) ? CheckFile.read(given.get(CheckOptions.CONFIG)) : usual;
        Path read = given.get(CheckOptions.CONFIG, CheckFile.USUAL);
        Options ofFile = file.options();
        warnOfMissing(read + ": classpath", ofFile.get(ClassOptions.CLASSPATH));
        warnOfMissing(read + ": classpath-before", ofFile.get(ClassOptions.CLASSPATH_BEFORE));
        for (Path baseline : ofFile.get(CheckOptions.BASELINE)) {
            if (!given.has(CheckOptions.BASELINE) && !Files.exists(baseline)) {
                throw new DataException(file.baselineAt() + ": baseline: no such file or folder: " + baseline
                        + "; write it with --save-baseline");
            }
        }
        Map<String, Limit> limits = new LinkedHashMap<>();
        ofFile.get(CheckOptions.LIMITS).forEach(limit -> limits.put(limit.name(), limit));
        given.get(CheckOptions.BUDGET)
                .forEach((name, amount) -> limits.put(name, Limit.of(CheckOptions.FIGURES, name, amount)));
        Misuse.require(
                !limits.isEmpty() || given.has(CheckOptions.SAVE_BASELINE),
                "no budget to check; pass --budget, such as --budget pins=0, or "
                        + (Files.exists(read)
                                ? "add a table [budget] to " + read + ", such as pins = 0"
                                : "create " + CheckFile.USUAL));
        // Zero leaves it to the inputs, or to the file.
        Options own = given.get(ClassOptions.CARRIERS, 0) == 0 ? given.without(List.of(ClassOptions.CARRIERS)) : given;
        return own.orElse(ofFile).with(CheckOptions.LIMITS, List.copyOf(limits.values()));
    }
}
