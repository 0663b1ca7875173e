package dev.loomweight.program;

import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Programs to run under capture.
 *
 * @param programs the programs
 * @param jdks homes of JDKs, each once and at least one; empty stands for the JDK that runs Loomweight
 * @param repeats how many times all of it is run, 1 or more
 * @param settle how long to wait before each snapshot
 * @param folder where the captures go; must not exist or be empty
 */
public record RunRequest(Programs programs, List<Optional<Path>> jdks, int repeats, Duration settle, Path folder) {

    public RunRequest {
        jdks = List.copyOf(jdks);
    }

    /**
     * Finds the JDKs.
     *
     * @throws DataException if one of them cannot be used
     */
    public List<TargetJdk> findJdks() {
        return jdks.stream().map(home -> TargetJdk.find(home.orElse(null))).toList();
    }
}
