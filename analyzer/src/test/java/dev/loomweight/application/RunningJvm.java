package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
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
    private static final int PAGE = 4096;
    private static final Pattern READY = Pattern.compile("ready \\d+|port:\\s+\\d+");

    // "[0x00007f0a8c000000 - 0x00007f0a8cf00000] reserved 15360KB for Java Heap from"
    private static final Pattern REGION = Pattern.compile(
            "\\[0x(\\p{XDigit}+) - 0x(\\p{XDigit}+)] reserved (?:and committed )?\\d+\\w* for (.+?)(?: from.*)?");

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
        return Files.readAllLines(Path.of("/proc", pid(), "smaps")).stream()
                .map(RSS::matcher)
                .filter(Matcher::matches)
                .mapToLong(rss -> Long.parseLong(rss.group(1)) * 1024)
                .sum();
    }

    /** Resident bytes of NMT's regions by their category: their pages that the kernel's page map has as present. */
    Map<String, Long> residentByCategory() throws Exception {
        Map<String, Long> resident = new HashMap<>();
        try (RandomAccessFile pages = new RandomAccessFile("/proc/" + pid() + "/pagemap", "r")) {
            for (String line : jcmd("VM.native_memory", "detail").lines().toList()) {
                Matcher region = REGION.matcher(line);
                if (region.matches()) {
                    long from = Long.parseUnsignedLong(region.group(1), 16);
                    long to = Long.parseUnsignedLong(region.group(2), 16);
                    resident.merge(region.group(3), present(pages, from, to), Long::sum);
                }
            }
        }
        assertThat(resident).isNotEmpty();
        return resident;
    }

    // Documentation/admin-guide/mm/pagemap.rst of the kernel: 8 bytes a page, of which the highest bit says "present".
    private static long present(RandomAccessFile pages, long from, long to) throws IOException {
        byte[] entries = new byte[Math.toIntExact((to - from) / PAGE * Long.BYTES)];
        pages.seek(from / PAGE * Long.BYTES);
        pages.readFully(entries);
        long present = 0;
        for (int i = Long.BYTES - 1; i < entries.length; i += Long.BYTES) {
            present += entries[i] < 0 ? PAGE : 0;
        }
        return present;
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
