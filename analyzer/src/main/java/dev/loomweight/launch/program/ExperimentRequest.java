package dev.loomweight.launch.program;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An experiment to run.
 *
 * @param name one of {@link RunExperiment#names}
 * @param size how large
 * @param jdks homes of JDKs, each once; empty for the one that runs this program; one or more
 * @param repeats how often each program is run on each JDK, 1 or more
 * @param settle how long to wait before each snapshot
 * @param port the port on which a program that serves listens, to 65535; 0 for any that is free
 * @param folder where the captures go; must not exist or be empty
 */
public record ExperimentRequest(
        String name,
        ExperimentSize size,
        List<Optional<Path>> jdks,
        int repeats,
        Duration settle,
        int port,
        Path folder) {

    public ExperimentRequest {
        jdks = List.copyOf(jdks);
    }
}
