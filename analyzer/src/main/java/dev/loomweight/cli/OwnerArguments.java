package dev.loomweight.cli;

import dev.loomweight.command.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of questions about who owns locks, which thread dumps do not show. */
final class OwnerArguments extends QuestionCommand.Group {

    /** The property by which the launcher names the agent's jar. */
    private static final String AGENT = "loomweight.agent";

    private final Several<Path> heaps = several(
            Path.class,
            option(
                    "--heap",
                    "FILE",
                    "A heap dump of the same process (jcmd PID GC.heap_dump FILE), compressed or not: it shows who owns"
                            + " java.util.concurrent locks, and what threads weigh. Repeatable. Of strings, only names of"
                            + " threads are read."));

    private final Flag agent = flag(
            "--agent",
            "Load the agent into the running JVM to read there who owns java.util.concurrent locks. It starts"
                    + " nothing else. JDK 21+ prints a warning on the application's standard error.");

    /** @throws ParameterException if the agent is asked for, and this installation has none */
    @Override
    Request with(Request request, CommandLine command) {
        List<Path> paths = new ArrayList<>(request.paths());
        paths.addAll(heaps.get());
        Request asked = request.withPaths(paths);
        if (!agent.given()) {
            return asked;
        }
        Path jar = Path.of(System.getProperty(AGENT, ""));
        if (!Files.isRegularFile(jar)) {
            throw new ParameterException(
                    command, "--agent: the agent's jar is missing; start loomweight by its launcher");
        }
        return asked.withAgent(jar);
    }
}
