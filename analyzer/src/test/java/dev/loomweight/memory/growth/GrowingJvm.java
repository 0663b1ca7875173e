package dev.loomweight.memory.growth;

import dev.loomweight.Jdks;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.Manifest;
import dev.loomweight.capture.Snapshots;
import dev.loomweight.launch.Attached;
import dev.loomweight.memory.growth.fixture.GrowsOnRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A JVM that grows where and when a test says so, and snapshots of it, from which captures are put together. */
final class GrowingJvm implements AutoCloseable {

    /** All that a capture can have of a JVM, but its threads. */
    private static final Set<Part> PARTS = Part.usualWithout(Part.THREADS, Part.THREADS_JSON, Part.SCHEDULER);

    /** The snapshots of a capture are as far apart as its user says, whatever the machine's speed: a minute. */
    static final Duration APART = Duration.ofMinutes(1);

    private static final Instant STARTED = Instant.parse("2026-11-01T10:00:00Z");

    private final Path folder;
    private final Process process;
    private final BufferedReader out;
    private final Attached jvm;
    private final boolean detail;
    private final List<Path> taken = new ArrayList<>();

    private GrowingJvm(Path folder, Process process, boolean detail) throws IOException {
        this.folder = folder;
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.detail = detail;
        await("ready");
        this.jvm = Attached.attach(process.pid());
    }

    /**
     * Starts it.
     *
     * @param jdk the property that names its JDK
     * @param folder for its files, its errors and its snapshots
     * @param detail whether NMT is in detail
     */
    static GrowingJvm start(String jdk, Path folder, boolean detail, String... options) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Jdks.home(jdk).resolve("bin/java").toString(), "-Xmx600m", "-Xms600m", "-XX:+AlwaysPreTouch"));
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:NativeMemoryTracking=" + (detail ? "detail" : "summary"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classes().toString(), GrowsOnRequest.class.getName(), folder.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        try {
            return new GrowingJvm(folder, process, detail);
        } catch (IOException | RuntimeException | Error e) {
            process.destroyForcibly().onExit().join();
            throw e;
        }
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(GrowsOnRequest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private String await(String begin) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(begin)) {
                return line.substring(begin.length()).strip();
            }
        }
        throw new AssertionError("it ended: " + Files.readString(folder.resolve("err.txt")));
    }

    /** Grows, and returns the bytes that the program knows of, or -1. */
    long grow(String place, long amount) throws IOException {
        process.getOutputStream().write((place + " " + amount + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return Long.parseLong(await("grew"));
    }

    /** Takes a snapshot. */
    void snapshot() throws IOException {
        Path path = Files.createDirectories(folder.resolve("snapshot-" + taken.size()));
        Snapshots snapshots = new Snapshots(jvm, detail);
        snapshots.take(path, PARTS);
        taken.add(path);
    }

    /** How many snapshots there are. */
    int snapshots() {
        return taken.size();
    }

    /** A text of a snapshot. */
    String text(int snapshot, Part part) throws IOException {
        return Files.readString(taken.get(snapshot).resolve(part.fileName()));
    }

    /** A capture of some of the snapshots, {@link #APART} from each other. */
    Path capture(String name, int... indexes) throws IOException {
        return capture(name, file -> true, indexes);
    }

    /** The same with some of the files of each snapshot. */
    Path capture(String name, Predicate<String> files, int... indexes) throws IOException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve(name));
        Manifest manifest = new Manifest(capture, STARTED);
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("target", "grows");
        keys.put("pid", process.pid());
        manifest.putAll(keys);
        for (int place = 0; place < indexes.length; place++) {
            Duration after = APART.multipliedBy(place);
            Path snapshot = capture.createSnapshot(place, after.toSeconds(), "moment");
            try (Stream<Path> all = Files.list(taken.get(indexes[place]))) {
                for (Path file : all.sorted().toList()) {
                    if (files.test(String.valueOf(file.getFileName()))) {
                        Files.copy(file, snapshot.resolve(file.getFileName()));
                    }
                }
            }
            String moment = String.valueOf(snapshot.getFileName());
            manifest.beginSnapshot(place, "moment", STARTED.plus(after), moment, Set.of());
            manifest.finishSnapshot(moment, Map.of());
        }
        manifest.end(CaptureEnd.COMPLETE);
        return folder.resolve(name);
    }

    @Override
    public void close() {
        jvm.close();
        process.destroyForcibly().onExit().join();
    }
}
