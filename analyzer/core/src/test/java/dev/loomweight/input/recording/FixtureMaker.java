package dev.loomweight.input.recording;

import dev.loomweight.source.recording.fixture.RecordUntilKilled;
import dev.loomweight.source.recording.fixture.variety.RecordVariety;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes the recordings that need more than a program run to its end. It needs a JDK with its compiler. */
final class FixtureMaker {

    private static final Path CLASSES = classes();
    private static final Path SOURCES = CLASSES.resolve("../../src/test/java").normalize();

    private final Path home;
    private final Path folder;

    /**
     * A maker of recordings by one JDK.
     *
     * @param home the home of the JDK that records, 11 or newer
     * @param folder a folder for what is only needed on the way; the caller removes it
     */
    FixtureMaker(Path home, Path folder) {
        this.home = home;
        this.folder = folder;
    }

    /** A recording by {@link RecordVariety}, which is compiled for Java 11 first. */
    Path variety() throws IOException, InterruptedException {
        compile(folder.resolve("classes"));
        List<String> command = new ArrayList<>(RecordVariety.options(feature()));
        command.addAll(List.of("-cp", "classes", RecordVariety.class.getName(), "variety.jfr"));
        Process process = start(command, ProcessBuilder.Redirect.INHERIT);
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException(home + " could not record");
        }
        return folder.resolve("variety.jfr");
    }

    /** What {@link RecordUntilKilled} leaves behind in its repository. Needs a JDK 21 or newer. */
    Path killed() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(RecordUntilKilled.OPTIONS);
        command.addAll(List.of("-cp", CLASSES.toString(), RecordUntilKilled.class.getName()));
        Process process = start(command, ProcessBuilder.Redirect.PIPE);
        try (BufferedReader out = process.inputReader()) {
            if (!RecordUntilKilled.READY.equals(out.readLine())) {
                throw new IOException(home + " was not ready to be killed");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.walk(folder.resolve(RecordUntilKilled.REPOSITORY))) {
            return files.filter(file -> file.toString().endsWith(".jfr"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Process start(List<String> arguments, ProcessBuilder.Redirect out) throws IOException {
        List<String> command = new ArrayList<>(List.of(home + File.separator + "bin" + File.separator + "java"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(out)
                .start();
    }

    /** The home of the JDK that records. */
    Path home() {
        return home;
    }

    /** The version of the JDK that records, such as 21. */
    int feature() throws IOException {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
        }
        return Runtime.Version.parse(release.getProperty("JAVA_VERSION", "").replace("\"", ""))
                .feature();
    }

    private static void compile(Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(
                "--release", "11", "-proc:none", "-Xlint:-options", "-d", classes.toString(), "-cp", classPath());
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.list(
                        SOURCES.resolve(RecordVariety.class.getPackageName().replace('.', '/')))) {
            boolean good = compiler.getTask(
                            null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources.toList()))
                    .call();
            if (!good) {
                throw new IOException("the sources in " + SOURCES + " do not compile for Java 11");
            }
        }
    }

    // For the annotations of JSpecify, which nothing looks for at run time.
    private static String classPath() {
        return System.getProperty("java.class.path", "");
    }

    private static Path classes() {
        try {
            return Path.of(FixtureMaker.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
