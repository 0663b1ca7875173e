package dev.loomweight.cli;

import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.program.Programs;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The options of every command that runs programs of Loomweight's own under capture. */
final class RunOptions {

    private static final Option<Path> FOLDER = Option.path(
            CaptureOptions.FOLDER.names().getFirst() + " " + CaptureOptions.FOLDER.name(),
            "DIR",
            "Directory for everything that is written (default: NAME-DATE-TIME.lw in the current one).");

    private static final String JDK_WORDS =
            "Home of the JDK that runs the target, 21 or newer (default: the JDK that runs loomweight).";

    private static final Option<List<Path>> JDKS = Option.path(
                    "--jdk", "PATH", JDK_WORDS + " Repeat the option to compare JDKs.")
            .repeated();

    private static final Option<List<Path>> ONE_JDK = Option.path("--jdk", "PATH", JDK_WORDS)
            .repeated()
            .checked(jdks -> Misuse.require(jdks.size() == 1, "option '--jdk' should be specified only once"));

    private final Option<Duration> settle;
    private final boolean severalJdks;

    /**
     * Options.
     *
     * @param settle the usual {@code --settle}
     * @param severalJdks whether JDKs can be compared
     */
    RunOptions(String settle, boolean severalJdks) {
        this.settle = Option.time("--settle", "How long to wait before each snapshot (default: ${DEFAULT-VALUE}).")
                .usually(settle);
        this.severalJdks = severalJdks;
    }

    List<Option<?>> all() {
        return List.of(FOLDER, settle, severalJdks ? JDKS : ONE_JDK);
    }

    static boolean severalJdks(Options given) {
        return given.get(JDKS).size() > 1;
    }

    /** What to run. */
    RunRequest request(Options given, Programs programs, int repeats, Path target) {
        List<Optional<Path>> homes = given.has(JDKS)
                ? given.get(JDKS).stream().distinct().map(Optional::of).toList()
                : List.of(Optional.empty());
        return new RunRequest(programs, homes, repeats, given.get(settle), target);
    }
}
