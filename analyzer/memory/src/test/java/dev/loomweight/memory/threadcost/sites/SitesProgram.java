package dev.loomweight.memory.threadcost.sites;

import dev.loomweight.Jdks;
import dev.loomweight.input.heap.PlainWeights;
import dev.loomweight.samples.sites.WeighedSites;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** {@link WeighedSites} in a JVM of its own, with what it says that it has built, and what that JVM says of itself. */
public final class SitesProgram implements AutoCloseable {

    private static final Pattern HISTOGRAM_LINE =
            Pattern.compile("^ *\\d+: +(\\d+) +(\\d+) +(\\S+)", Pattern.MULTILINE);

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    private final Map<String, Built> sites = new LinkedHashMap<>();

    /**
     * A site by construction.
     *
     * @param threads how many
     * @param values what each thread of it has, such as {@code heldBytes}
     */
    public record Built(long threads, Map<String, String> values) {

        /** One of the values; 0 where there is none. */
        public long value(String key) {
            return Long.parseLong(values.getOrDefault(key, "0"));
        }
    }

    /** A class of a histogram. */
    public record Counted(long instances, long bytes) {}

    private SitesProgram(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts a case on a JDK, and waits until all threads wait.
     *
     * @param jdk the property that names it, one of {@link Jdks#BOTH}
     * @param arguments the case and its settings
     */
    public static SitesProgram start(String jdk, String... arguments) throws IOException, URISyntaxException {
        List<String> command = new ArrayList<>(List.of(
                Jdks.home(jdk).resolve("bin/java").toString(),
                "-Xmx256m",
                "-cp",
                classes(),
                WeighedSites.class.getName()));
        command.addAll(List.of(arguments));
        SitesProgram program = new SitesProgram(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        try {
            program.awaitReady();
        } catch (IOException | RuntimeException | AssertionError e) {
            program.close();
            throw e;
        }
        return program;
    }

    private static String classes() throws URISyntaxException {
        return Path.of(WeighedSites.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    private void awaitReady() throws IOException {
        sites.clear();
        for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new AssertionError("it ended");
            }
            String[] words = line.split(" ", -1);
            if (words[0].equals("site")) {
                Map<String, String> values = new HashMap<>();
                for (String word : List.of(words).subList(2, words.length)) {
                    values.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
                }
                sites.put(words[1], new Built(Long.parseLong(values.getOrDefault("threads", "")), values));
            }
        }
    }

    public long pid() {
        return process.pid();
    }

    /** What it has now, by the names of its sites, which are those of their threads. */
    public Map<String, Built> sites() {
        return Map.copyOf(sites);
    }

    /** Has it do something, such as {@code more SITE N}, and waits until that is done. */
    public void obey(String line) throws IOException {
        in.println(line);
        awaitReady();
    }

    /** What a diagnostic command answers. */
    public String jcmd(String... words) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Jdks.home("loomweight.jdk.newest").resolve("bin/jcmd").toString(), Long.toString(pid())));
        command.addAll(List.of(words));
        Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            jcmd.destroyForcibly();
        }
    }

    /** Its live objects by class, from a class histogram. */
    public Map<String, Counted> histogram() throws IOException {
        Map<String, Counted> classes = new HashMap<>();
        for (MatchResult line :
                HISTOGRAM_LINE.matcher(jcmd("GC.class_histogram")).results().toList()) {
            classes.put(line.group(3), new Counted(Long.parseLong(line.group(1)), Long.parseLong(line.group(2))));
        }
        return classes;
    }

    /** Dumps its heap into a file that is not there yet, and weighs its threads with the sizes of that histogram. */
    public PlainWeights weigh(Path file, Map<String, Counted> histogram) throws IOException {
        String said = jcmd("GC.heap_dump", file.toString());
        if (!said.contains("Heap dump file created")) {
            throw new AssertionError(said);
        }
        Map<String, Long> instanceBytes = new HashMap<>();
        histogram.forEach((name, counted) -> instanceBytes.put(name, counted.bytes / counted.instances));
        return PlainWeights.read(file, instanceBytes);
    }

    @Override
    public void close() throws IOException {
        in.close();
        process.destroyForcibly();
        out.close();
    }
}
