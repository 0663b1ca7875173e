package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.command.RefusedInput;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.FaultList;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code loomweight faults [PATH...]}: the known faults, or those that inputs show. */
final class FaultsCommand extends CliCommand {

    private static final List<Question> TRIED = List.of(Question.HANG, Question.PINS, Question.MEMORY);

    private static final List<Question> LIVE = List.of(Question.HANG, Question.PINS);

    private static final Option<List<Path>> PATHS = Option.path(
                    "",
                    "PATH",
                    "Thread dumps, recordings, captures, or a running JVM: its process id, main class or jar."
                            + " Without any, the known faults are listed.")
            .repeated();

    FaultsCommand(Cli cli) {
        super(
                cli,
                "faults",
                Option.all(
                        List.of(PATHS),
                        ClassOptions.ALL,
                        InputOptions.OWNERS,
                        List.of(InputOptions.MAX_UNPACKED),
                        Output.options(Output.REPORT)),
                "Known faults of JDKs and libraries: lists them, or, with inputs or a running JVM, names those that"
                        + " these show.");
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.REPORT);
        KnownFaults known = ClassOptions.faults(given);
        return cli.write(given.has(PATHS) ? tried(given, known) : list(known), output, spec);
    }

    private static Question.Answer list(KnownFaults known) {
        Report report = new Report("faults", "Known faults", List.of(FaultList.of(known)));
        return new Question.Answer(report, List.of());
    }

    private Question.Answer tried(Options given, KnownFaults known) {
        List<Path> paths = given.get(PATHS);
        // Heap dumps are of hangs alone.
        Options withoutOwners = given.without(InputOptions.OWNERS);
        List<Finding> found = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        List<String> answered = new ArrayList<>();
        Set<String> incomplete = new LinkedHashSet<>();
        // What a running JVM has at one moment shows no growth.
        boolean live = paths.stream().allMatch(path -> Meant.recording(path, "") != null);
        for (Question question : live ? LIVE : TRIED) {
            try (ReadProgress progress = cli.progress()) {
                Question.Answer answer = question.ask(question.equals(Question.HANG) ? given : withoutOwners, progress);
                answered.add(question.word());
                problems.addAll(answer.problems());
                incomplete.addAll(answer.report().incomplete());
                answer.report().sections().stream()
                        .flatMap(section -> section.findings().stream())
                        .filter(finding -> finding.id().equals(FaultFindings.ID)
                                || finding.id().equals(FaultFindings.UNDECIDED))
                        .forEach(found::add);
            } catch (RefusedInput e) {
                // One sentence of the command, not one of each question.
                unanswered.add(e.messageOf(spec.name()));
            } catch (DataException e) {
                unanswered.add(String.valueOf(e.getMessage()));
            }
        }
        if (answered.isEmpty()) {
            throw new DataException(unanswered.stream().distinct().collect(Collectors.joining("; ")));
        }
        String title = paths.stream().map(Path::toString).collect(Collectors.joining(", "));
        Report report =
                new Report("faults", title, List.copyOf(incomplete), List.of(FaultList.found(found, answered, known)));
        return new Question.Answer(report, problems.stream().distinct().toList());
    }
}
