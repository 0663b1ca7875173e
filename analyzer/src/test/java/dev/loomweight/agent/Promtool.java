package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prometheus' own tool, of Debian's package {@code prometheus}; {@code scripts/test} finds or fetches it. */
final class Promtool {

    /** Why a test is skipped. */
    static final String MISSING =
            "there is no promtool on the PATH; scripts/test fetches it from Debian's package prometheus";

    private static final String PROPERTY = "loomweight.promtool";

    private Promtool() {}

    /** The tool, or empty where there is none. */
    static Optional<Path> find() {
        String named = System.getProperty(PROPERTY, "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .map(folder -> Path.of(folder, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Gives it the metrics in both formats: its linter reads one, its database the other. */
    static void accepts(String openMetrics, String plain, Path folder) throws Exception {
        assertThat(run(plain, folder, "check", "metrics")).isEmpty();
        // The database wants to know when each sample was taken.
        Path file = folder.resolve("openmetrics.txt");
        String stamped = openMetrics
                .lines()
                .map(line -> line.startsWith("#") ? line : line + " 1700000000")
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(file, stamped);
        run(
                "",
                folder,
                "tsdb",
                "create-blocks-from",
                "openmetrics",
                file.toString(),
                folder.resolve("tsdb").toString());
    }

    /** Runs it, and gives what it prints; fails where it is not content. */
    static String run(String input, Path folder, String... arguments) throws Exception {
        List<String> command =
                new java.util.ArrayList<>(List.of(find().orElseThrow().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has seen enough, and says why.
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s says%n%s", command, output).isZero();
        return output;
    }
}
