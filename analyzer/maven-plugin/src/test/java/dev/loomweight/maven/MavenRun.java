package dev.loomweight.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A run of Maven, as a user starts it.
 *
 * @param status its exit status
 * @param output what it wrote
 */
record MavenRun(int status, String output) {

    /** The Maven that runs this build. */
    static final String MAVEN = property("loomweight.maven");

    /**
     * Runs it to its end.
     *
     * @param folder where
     * @param repository its local repository
     * @param arguments goals and options
     */
    static MavenRun in(Path folder, Path repository, String... arguments) throws IOException, InterruptedException {
        return in(folder, repository, Map.of(), arguments);
    }

    static MavenRun in(Path folder, Path repository, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(MAVEN, "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-Dstyle.color=never",
                "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(arguments));
        return program(folder, variables, command);
    }

    /** Runs a program to its end, on the Java of the tests. */
    static MavenRun program(Path folder, Map<String, String> variables, List<String> command)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder.getParent(), "run", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            return new MavenRun(process.waitFor(), Files.readString(log));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** A property that the build sets. */
    static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("-D" + name + " is not set; Maven sets it for the tests");
        }
        return value;
    }
}
