package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An application that runs by itself, and what jcmd and {@code /proc} say of its memory, read by the test alone. */
final class RunningJvm implements AutoCloseable {

    private static final long SECONDS = 60;
    private static final Pattern READY = Pattern.compile("ready \\d+|port:\\s+\\d+");

    // "[0x00007f0a8c000000 - 0x00007f0a8cf00000] reserved 15360KB for Java Heap from"
    private static final Pattern REGION = Pattern.compile(
            "\\[0x(\\p{XDigit}+) - 0x(\\p{XDigit}+)] reserved (?:and committed )?\\d+\\w* for (.+?)(?: from.*)?");

    // "7f0a8c000000-7f0a8cf00000 rw-p 00000000 00:00 0"
    private static final Pattern MAPPING = Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) [rwxps-]{4} .*");
    private static final Pattern RSS = Pattern.compile("Rss:\\s+(\\d+) kB");

    private final Path home;
    private final Process process;
    private final BufferedReader out;

    private RunningJvm(Path home, Process process) {
        this.home = home;
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it and waits until it is ready. */
    static RunningJvm start(String jdk, List<String> options, Path jar, String... arguments) throws IOException {
        Path home = Jdks.home(jdk);
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(List.of(arguments));
        RunningJvm jvm = new RunningJvm(
                home,
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
        try {
            jvm.await(READY);
            return jvm;
        } catch (IOException | Error e) {
            jvm.close();
            throw e;
        }
    }

    private void await(Pattern wanted) throws IOException {
        List<String> printed = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (wanted.matcher(line).matches()) {
                return;
            }
            printed.add(line);
        }
        throw new AssertionError("it ended before it printed " + wanted + ": " + printed);
    }

    /** Has it do a round of work whose input is a line. */
    void round() throws IOException {
        OutputStream in = process.getOutputStream();
        in.write('\n');
        in.flush();
        await(Pattern.compile("found .*"));
    }

    String pid() {
        return Long.toString(process.pid());
    }

    /** Resident bytes of all mappings, by smaps. */
    long residentBytes() throws IOException {
        return mappings().stream().mapToLong(Mapping::residentBytes).sum();
    }

    private record Mapping(long from, long to, long residentBytes) {}

    private List<Mapping> mappings() throws IOException {
        List<Mapping> mappings = new ArrayList<>();
        long from = 0;
        long to = 0;
        for (String line : Files.readAllLines(Path.of("/proc", pid(), "smaps"))) {
            Matcher mapping = MAPPING.matcher(line);
            Matcher rss = RSS.matcher(line);
            if (mapping.matches()) {
                from = Long.parseUnsignedLong(mapping.group(1), 16);
                to = Long.parseUnsignedLong(mapping.group(2), 16);
            } else if (rss.matches()) {
                mappings.add(new Mapping(from, to, Long.parseLong(rss.group(1)) * 1024));
            }
        }
        return mappings;
    }

    /**
     * Resident bytes by NMT's category: of the mappings that lie in one of its regions; those that reach beyond are in
     * {@code "joined"}.
     */
    Map<String, Long> residentByCategory() throws Exception {
        record Region(long from, long to, String category) {}
        List<Region> regions = jcmd("VM.native_memory", "detail")
                .lines()
                .map(REGION::matcher)
                .filter(Matcher::matches)
                .map(region -> new Region(
                        Long.parseUnsignedLong(region.group(1), 16),
                        Long.parseUnsignedLong(region.group(2), 16),
                        region.group(3)))
                .toList();
        assertThat(regions).isNotEmpty();
        Map<String, Long> resident = new HashMap<>();
        for (Mapping mapping : mappings()) {
            for (Region region : regions) {
                if (mapping.from < region.to && mapping.to > region.from) {
                    boolean inside = mapping.from >= region.from && mapping.to <= region.to;
                    resident.merge(inside ? region.category : "joined", mapping.residentBytes, Long::sum);
                    break;
                }
            }
        }
        return resident;
    }

    /** What jcmd prints of it. */
    String jcmd(String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of(home.resolve("bin/jcmd").toString(), pid()));
        words.addAll(List.of(command));
        Process jcmd = new ProcessBuilder(words).redirectErrorStream(true).start();
        String printed = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(jcmd.exitValue()).as(printed).isZero();
        return printed;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
