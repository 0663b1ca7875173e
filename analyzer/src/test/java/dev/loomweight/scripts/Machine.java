package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A made-up machine in a folder: its JDKs, its commands and its environment. Scripts see nothing of the real machine but
 * the tools of {@code /usr/bin} and {@code /bin}.
 */
final class Machine {

    /** The scripts of this checkout; Surefire runs the tests of a module in its folder. */
    static final Path SCRIPTS = Path.of("..", "scripts").toAbsolutePath().normalize();

    /** A build that leaves the jars and the class path that the scripts for measuring look for. */
    static final String MAVEN = """
            for m in agent samples analyzer; do
              mkdir -p $m/target; echo jar >$m/target/loomweight-$m-1.0.jar
            done
            echo jar >analyzer/target/loomweight.jar
            for a; do
              case $a in -Dmdep.outputFile=*) echo a.jar >"${a#*=}" ;; esac
            done
            """;

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();

    /** Files, not pipes: a script that says much never waits for its reader. */
    private final Map<Process, Path> outputs = new HashMap<>();

    Machine(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("bin"));
        set("HOME", Files.createDirectories(folder.resolve("home")).toString());
        set("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        set("FAKES", Files.createDirectories(folder.resolve("jdks")).toString());
    }

    /** What a script left behind; both outputs with {@code \n} for line ends. */
    record Outcome(int status, String out, String err) {}

    Path folder() {
        return folder;
    }

    void set(String name, String value) {
        environment.put(name, value);
    }

    /** A JDK whose {@code java} prints its arguments, one a line in brackets. */
    Path jdk(String name, String version, String... tools) throws IOException {
        return jdkThat("printf '[%s]\\n' \"$@\"", name, version, tools);
    }

    /** A JDK whose {@code java} is a line of shell. */
    Path jdkThat(String java, String name, String version, String... tools) throws IOException {
        Path home = folder.resolve("jdks").resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(home.resolve("bin/java"), java);
        for (String tool : tools) {
            executable(home.resolve("bin").resolve(tool), ":");
        }
        return home;
    }

    /** Puts a command before the machine's own. */
    void command(String name, String shell) throws IOException {
        executable(folder.resolve("bin").resolve(name), shell);
    }

    private static void executable(Path file, String shell) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + shell + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Runs lines of bash in the folder of the scripts. */
    Outcome bash(String lines) throws IOException, InterruptedException {
        return outcome(start(SCRIPTS, List.of("bash", "-euo", "pipefail", "-c", lines)));
    }

    /** Runs a script with arguments. */
    Outcome run(Path script, String... arguments) throws IOException, InterruptedException {
        return outcome(started(script, arguments));
    }

    Process started(Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(arguments));
        return start(folder, command);
    }

    /** Starts a script by a shell, given with its options. */
    Process startedBy(List<String> shell, Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(shell);
        command.add(script.toString());
        command.addAll(List.of(arguments));
        return start(folder, command);
    }

    private Process start(Path directory, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Path out = Files.createTempFile(folder, "out", "");
        builder.redirectOutput(out.toFile()).redirectError(errorsOf(out).toFile());
        Process process = builder.start();
        outputs.put(process, out);
        return process;
    }

    Outcome outcome(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        Path out = Objects.requireNonNull(outputs.get(process));
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(errorsOf(out)));
    }

    private static Path errorsOf(Path out) {
        return out.resolveSibling(out.getFileName() + ".err");
    }

    /**
     * Makes a checkout that has the scripts, and nothing to build.
     *
     * @param folder where to make it
     * @param bench the folders of sources for measuring that it has
     */
    static Path checkout(Path folder, String... bench) throws IOException {
        Path checkout = folder.toRealPath().resolve("check out");
        for (String sources : bench) {
            String module = sources.equals("recording") ? "analyzer/core" : "analyzer";
            Files.createDirectories(checkout.resolve(module)
                    .resolve("src/test/java/dev/loomweight/bench")
                    .resolve(sources));
        }
        copy(SCRIPTS, checkout.resolve("scripts"));
        for (String module : new String[] {
            ".",
            "analyzer",
            "analyzer/core",
            "analyzer/kernel",
            "analyzer/pins",
            "analyzer/threads",
            "analyzer/memory",
            "analyzer/fleet",
            "samples/lab"
        }) {
            Path pom = checkout.resolve(module).resolve("pom.xml");
            Files.createDirectories(pom.getParent());
            Files.writeString(pom, "<project/>");
        }
        return checkout;
    }

    /** Copies a folder with its files' rights. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(file -> {
                try {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
