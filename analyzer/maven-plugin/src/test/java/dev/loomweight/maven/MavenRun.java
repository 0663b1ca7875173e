package dev.loomweight.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        List<String> command = new ArrayList<>(List.of(
                Path.of(MAVEN, "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-Dstyle.color=never",
                "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(arguments));
        return program(folder, command);
    }

    /** Runs a program to its end; {@code java} is that of the tests. */
    static MavenRun program(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder.resolve("..").normalize(), "run", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Path java = Path.of(System.getProperty("java.home"));
        builder.environment().put("JAVA_HOME", java.toString());
        builder.environment()
                .merge("PATH", java.resolve("bin").toString(), (path, bin) -> bin + File.pathSeparator + path);
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
