package dev.loomweight.cli;

import dev.loomweight.command.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of questions about who owns locks, which thread dumps do not show. */
final class OwnerArguments {

    /** The property by which the launcher names the agent's jar. */
    private static final String AGENT = "loomweight.agent";

    @Option(
            names = "--heap",
            paramLabel = "FILE",
            description =
                    "A heap dump of the same process (jcmd PID GC.heap_dump FILE), compressed or not: it shows who owns"
                            + " java.util.concurrent locks. Repeatable. Of strings, only names of threads are read.")
    private List<Path> heaps = List.of();

    @Option(
            names = "--agent",
            description =
                    "Load the agent into the running JVM to read there who owns java.util.concurrent locks. It starts"
                            + " nothing else. JDK 21+ prints a warning on the application's standard error.")
    private boolean agent;

    /** Some inputs with the heap dumps. */
    List<Path> with(List<Path> paths) {
        List<Path> all = new ArrayList<>(paths);
        all.addAll(heaps);
        return all;
    }

    /**
     * A request with the agent, if that was asked for.
     *
     * @throws ParameterException if this installation has no agent
     */
    Request with(Request request, CommandLine command) {
        if (!agent) {
            return request;
        }
        Path jar = Path.of(System.getProperty(AGENT, ""));
        if (!Files.isRegularFile(jar)) {
            throw new ParameterException(
                    command, "--agent: the agent's jar is missing; start loomweight by its launcher");
        }
        return request.withAgent(jar);
    }
}
