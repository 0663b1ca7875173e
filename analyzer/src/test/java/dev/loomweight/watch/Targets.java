package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.SentSignals;
import dev.loomweight.watch.fixture.PinsUntilItsInputEnds;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** JVMs to be watched, and the command that watches them, as processes of their own. */
public final class Targets {

    private static final long SECONDS_TO_END = 100;

    private Targets() {}

    /** A JVM that pins, once it is up. */
    static Process start(String jdk, String... options) throws IOException {
        Path home = Jdks.home(jdk);
        List<String> command = new ArrayList<>(
                List.of(home.resolve("bin/java").toString(), "-Xmx64m", "-Djdk.reflect.useNativeAccessorOnly=true"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classes().toString(), PinsUntilItsInputEnds.class.getName()));
        Process target = new ProcessBuilder(command).redirectErrorStream(true).start();
        for (String line = target.inputReader().readLine();
                ;
                line = target.inputReader().readLine()) {
            assertThat(line).as("the target ended before it was ready").isNotNull();
            if (line.equals("READY")) {
                return target;
            }
        }
    }

    /** Where the class files of the target are. */
    static Path classes() {
        try {
            return Path.of(PinsUntilItsInputEnds.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The command line of {@code loomweight watch}. */
    public static List<String> watch(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports",
                "jdk.attach/sun.tools.attach=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")
                        .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator),
                "dev.loomweight.cli.Main",
                "watch"));
        command.addAll(List.of(arguments));
        return SentSignals.hearing(command);
    }

    /** Reads what a command prints yet, all of it lines of JSON, and gives its exit status; fails if it does not end. */
    static int status(Process watch) throws Exception {
        CompletableFuture<Void> read = CompletableFuture.runAsync(() ->
                watch.inputReader().lines().forEach(rest -> assertThat(rest).startsWith("{")));
        assertThat(watch.waitFor(SECONDS_TO_END, TimeUnit.SECONDS))
                .as("the command ends")
                .isTrue();
        read.get(SECONDS_TO_END, TimeUnit.SECONDS);
        return watch.exitValue();
    }
}
