package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.PoolWaker;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A {@link PinningApp}, or another application, in a JVM of its own, with the agent or without. */
final class AgentProcess implements AutoCloseable {

    private static final long SECONDS_TO_END = 60;

    private final Process process;
    private final BufferedReader out;
    private final Path err;
    private final List<String> printed = new ArrayList<>();

    private AgentProcess(Process process, Path err) {
        this.process = process;
        this.err = err;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts it.
     *
     * @param jdk the property that names the JDK; without it the test is skipped
     * @param folder for what it prints on standard error; its working directory
     * @param prefix a program and its arguments that start the JVM
     * @param jvm options for the JVM
     * @param arguments for the application
     */
    static AgentProcess start(
            String jdk,
            Path folder,
            List<String> prefix,
            Map<String, String> environment,
            List<String> jvm,
            String... arguments)
            throws Exception {
        return start(PinningApp.class, jdk, folder, prefix, environment, jvm, arguments);
    }

    /** Starts another application. */
    static AgentProcess start(
            Class<?> application,
            String jdk,
            Path folder,
            List<String> prefix,
            Map<String, String> environment,
            List<String> jvm,
            String... arguments)
            throws Exception {
        Path home = Jdks.home(jdk);
        List<String> command = new ArrayList<>(prefix);
        command.add(home.resolve("bin/java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(jvm);
        command.addAll(List.of("-cp", classes(application, PoolWaker.class), application.getName()));
        command.addAll(List.of(arguments));
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", AgentOptions.VARIABLE));
        builder.environment().putAll(environment);
        return new AgentProcess(builder.start(), err);
    }

    /** The option that loads the agent. */
    static String agent(Path folder, String options) throws Exception {
        return "-javaagent:" + jar(folder) + "=" + options;
    }

    /** Options that make a native frame lie below every reflective call, so that it pins on every JDK. */
    static List<String> pinning(String... more) {
        List<String> options = new ArrayList<>(List.of("-Djdk.reflect.useNativeAccessorOnly=true"));
        options.addAll(List.of(more));
        return options;
    }

    /** The agent's jar: the one that was built, or one of the classes as the build would make it. */
    static Path jar(Path folder) throws Exception {
        Path classes = Path.of(classes(AgentEntry.class));
        if (Files.isRegularFile(classes)) {
            return classes;
        }
        Path jar = folder.resolve("loomweight-agent.jar");
        if (Files.exists(jar)) {
            return jar;
        }
        Manifest manifest = new Manifest();
        try (var in = Files.newInputStream(classes.resolve("META-INF/MANIFEST.MF"))) {
            manifest.read(in);
        }
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString();
                if (!name.startsWith("META-INF")) {
                    out.putNextEntry(new ZipEntry(name));
                    Files.copy(file, out);
                }
            }
        }
        return jar;
    }

    /** The class path of these, which can be in different modules. */
    private static String classes(Class<?>... types) throws URISyntaxException {
        List<String> paths = new ArrayList<>();
        for (Class<?> type : types) {
            paths.add(Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        return String.join(File.pathSeparator, paths);
    }

    /** Reads what it prints up to a line that starts so, and gives that line. */
    String await(String start) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            printed.add(line);
            if (line.startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("it ended before it printed \"" + start + "\": " + printed + "; " + errors());
    }

    /** Says a line to it, and gives what it answers. */
    String ask(String line) throws IOException {
        say(line);
        return await(line + ": ").substring(line.length() + 2);
    }

    void say(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Ends it in its own way, and gives its exit status. */
    int end() throws Exception {
        process.getOutputStream().close();
        await("done");
        return status();
    }

    /** Waits until it has ended, and gives its exit status. */
    int status() throws Exception {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            printed.add(line);
        }
        assertThat(process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    void kill() throws Exception {
        // SIGKILL. Not Process.destroyForcibly: that closes what is still to be read.
        process.toHandle().destroyForcibly();
        status();
    }

    long pid() {
        return process.pid();
    }

    /** All that it printed on standard output so far, as read. */
    List<String> printed() {
        return printed;
    }

    /** All that it printed on standard error so far. */
    String errors() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
