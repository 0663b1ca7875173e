package dev.loomweight.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The gallery in a JVM of its own. */
final class GalleryProcess {

    private static final long SECONDS_TO_END = 300;

    private GalleryProcess() {}

    /**
     * How it ended.
     *
     * @param status its exit status
     * @param output all that it printed
     */
    record Outcome(int status, String output) {}

    /**
     * Runs an exhibit under a recording of everything that tells of pins.
     *
     * @param jdk the property that names the JDK
     * @param name the exhibit
     * @param stackDepth how many frames are recorded
     * @param folder where the recording goes
     * @return the recording
     */
    static Path record(String jdk, String name, int stackDepth, Path folder) throws Exception {
        Path recording = folder.resolve("recording.jfr");
        List<String> options = new ArrayList<>(Expected.of(name).flags());
        options.add("-XX:FlightRecorderOptions:stackdepth=" + stackDepth + ",repository=" + folder);
        options.add("-XX:StartFlightRecording:settings=" + settings(folder) + ",filename=" + recording);

        Outcome outcome = run(jdk, options, name);

        assertThat(outcome.output().lines()).as("what %s printed", name).last().isEqualTo(name + ": done");
        assertThat(outcome.output().lines().filter(line -> !line.startsWith(name + ": ")))
                .as("what %s and its JVM should not have printed", name)
                .isEmpty();
        assertThat(outcome.status()).isZero();
        return recording;
    }

    /** Runs the gallery to its end, with nothing on its standard input. One that does not end fails the test. */
    static Outcome run(String jdk, List<String> options, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(home(jdk).resolve("bin/java").toString());
        // What JFR says of itself at the start is not of the exhibit.
        command.add("-Xlog:disable");
        command.addAll(options);
        command.add("-cp");
        command.add(classes().toString());
        command.add(Gallery.class.getName());
        command.addAll(List.of(arguments));
        Path printed = Files.createTempFile("gallery", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                throw new AssertionError("%s does not end by itself%n%s".formatted(command, threads(jdk, process)));
            }
            return new Outcome(process.exitValue(), Files.readString(printed));
        } finally {
            process.destroyForcibly().onExit().join();
            Files.delete(printed);
        }
    }

    /** What its threads do: virtual threads only by their carriers. */
    private static String threads(String jdk, Process process) throws Exception {
        Path dump = Files.createTempFile("gallery-threads", ".txt");
        try {
            Process jcmd = new ProcessBuilder(
                            home(jdk).resolve("bin/jcmd").toString(), Long.toString(process.pid()), "Thread.print")
                    .redirectErrorStream(true)
                    .redirectOutput(dump.toFile())
                    .start();
            if (!jcmd.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                jcmd.destroyForcibly().onExit().join();
            }
            return Files.readString(dump);
        } finally {
            Files.delete(dump);
        }
    }

    private static Path home(String property) {
        String home = System.getProperty(property, "");
        assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -D" + property + "; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }

    /** Where the gallery's classes are. */
    static Path classes() throws Exception {
        return Path.of(Gallery.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static Path settings(Path folder) throws IOException {
        Path settings = folder.resolve("gallery.jfc");
        try (InputStream in = Objects.requireNonNull(GalleryProcess.class.getResourceAsStream("gallery.jfc"))) {
            Files.write(settings, in.readAllBytes());
        }
        return settings;
    }
}
