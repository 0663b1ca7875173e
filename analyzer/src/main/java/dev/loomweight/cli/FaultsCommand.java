package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.faults.FaultFindings;
import dev.loomweight.faults.FaultList;
import dev.loomweight.faults.KnownFaults;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code loomweight faults [PATH...]}: the known faults, or those that inputs show. */
final class FaultsCommand extends CliCommand {

    private static final List<Question> TRIED = List.of(Question.HANG, Question.PINS, Question.MEMORY);

    private static final List<Question> LIVE = List.of(Question.HANG, Question.PINS);

    private final Several<Path> paths = several(
            Path.class,
            parameter(
                            "PATH",
                            "Thread dumps, recordings, captures, or a running JVM: its process id, main class or jar."
                                    + " Without any, the known faults are listed.")
                    .required(false)
                    .arity("0..*"));

    private final ClassArguments classes = group(new ClassArguments());

    private final OwnerArguments owners = group(new OwnerArguments());

    private final InputArguments.Unpacking unpacked = group(new InputArguments.Unpacking());

    private final Output output = group(new Output.OfReport());

    FaultsCommand(Cli cli) {
        super(
                cli,
                "faults",
                "Known faults of JDKs and libraries: lists them, or, with inputs or a running JVM, names those that"
                        + " these show.");
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        return cli.write(paths.get().isEmpty() ? list() : tried(), output, spec);
    }

    private KnownFaults known() {
        return classes.request(spec.commandLine()).faults();
    }

    private Question.Answer list() {
        Report report = new Report("faults", "Known faults", List.of(FaultList.of(known())));
        return new Question.Answer(report, List.of());
    }

    private Question.Answer tried() {
        Request request = Request.of(paths.get(), Request.AUTO, false, unpacked.bytes(), false);
        request = classes.with(request, spec.commandLine());
        // Heap dumps are of hangs alone.
        Request ofHangs = owners.with(request, spec.commandLine());
        List<Finding> found = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        List<String> answered = new ArrayList<>();
        // What a running JVM has at one moment shows no growth.
        boolean live = paths.get().stream().allMatch(path -> Meant.recording(path, "") != null);
        for (Question question : live ? LIVE : TRIED) {
            try (ReadProgress progress = cli.progress()) {
                Question.Answer answer = question.ask(question.equals(Question.HANG) ? ofHangs : request, progress);
                answered.add(question.word());
                problems.addAll(answer.problems());
                answer.report().sections().stream()
                        .flatMap(section -> section.findings().stream())
                        .filter(finding -> finding.id().equals(FaultFindings.ID))
                        .forEach(found::add);
            } catch (DataException e) {
                unanswered.add(String.valueOf(e.getMessage()));
            }
        }
        if (answered.isEmpty()) {
            throw new DataException(String.join("; ", unanswered));
        }
        String title = paths.get().stream().map(Path::toString).collect(Collectors.joining(", "));
        Report report = new Report("faults", title, List.of(FaultList.found(found, answered, known())));
        return new Question.Answer(report, problems.stream().distinct().toList());
    }
}
