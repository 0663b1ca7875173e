package dev.loomweight.samples.experiment;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sources of the programs in Go, unpacked into a temporary folder, and what {@code go build} makes of them there.
 * The folder is gone once this is closed, or once this process ends.
 */
final class GoBuild implements AutoCloseable {

    /** All of them, as they lie in the folder {@code go} of the samples. */
    static final List<String> SOURCES =
            List.of("go.mod", "go.sum", "stand/stand.go", "tasks/main.go", "fetch/main.go", "ping/main.go");

    private static final String FAILED = "go build failed: ";

    /** The first build compiles the library of Go, and fetches that of a program. */
    private static final long MINUTES_TO_BUILD = 5;

    /** What go needs to find its own things and those of others. All else could change what is built, unseen. */
    private static final List<String> KEPT = List.of(
            "PATH",
            "HOME",
            "TMPDIR",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "NETRC",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "GOROOT",
            "GOPATH",
            "GOCACHE",
            "GOMODCACHE",
            "GOTMPDIR",
            "GOENV",
            "GOFLAGS",
            "GOTOOLCHAIN",
            "GOPROXY",
            "GONOPROXY",
            "GOPRIVATE",
            "GOSUMDB",
            "GONOSUMDB",
            "GOINSECURE",
            "GOAUTH");

    /** Whatever the user has set: a module of its own, for this machine, without a C compiler. */
    private static final Map<String, String> SET = Map.of("GO111MODULE", "on", "GOWORK", "off", "CGO_ENABLED", "0");

    private final Path folder = Files.createTempDirectory("loomweight-go");
    private final Thread rescue = Thread.ofPlatform().unstarted(this::clear);
    private volatile @Nullable Process process;

    /**
     * Unpacks the sources.
     *
     * @throws IOException if they are not there, or there is no place for them
     */
    GoBuild() throws IOException {
        Runtime.getRuntime().addShutdownHook(rescue);
        try {
            for (String source : SOURCES) {
                unpack(source);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Builds a program.
     *
     * @param go the command
     * @param program the folder of its sources
     * @return where it is, until this is closed
     * @throws IOException if it cannot be built, with the first line by which go says why
     * @throws InterruptedException if the calling thread is interrupted
     */
    Path make(Path go, String program) throws IOException, InterruptedException {
        Path made = folder.resolve("made").resolve(program);
        File said = folder.resolve("said").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                        go.toString(),
                        "build",
                        "-mod=readonly",
                        "-buildvcs=false",
                        "-trimpath",
                        "-o",
                        made.toString(),
                        "./" + program)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said);
        builder.environment().keySet().retainAll(KEPT);
        builder.environment().putAll(SET);
        Process started = builder.start();
        process = started;
        started.getOutputStream().close();
        if (!started.waitFor(MINUTES_TO_BUILD, TimeUnit.MINUTES)) {
            throw new IOException(FAILED + "it took more than " + MINUTES_TO_BUILD + " minutes");
        }
        if (started.exitValue() != 0) {
            String words = new String(Files.readAllBytes(said.toPath()), StandardCharsets.UTF_8);
            throw new IOException(FAILED + telling(words, started.exitValue()));
        }
        return made;
    }

    /** Deletes the folder; ends the build if it still runs. A program that was started from there goes on. */
    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(rescue);
        } catch (IllegalStateException e) {
            // This process is ending, and the hook does the same.
        }
    }

    /** Lines that begin with # name a package, and what is downloaded is no failure. */
    private static String telling(String words, int status) {
        return words.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("go: downloading "))
                .findFirst()
                .orElse("exit status " + status);
    }

    private void unpack(String source) throws IOException {
        Path file = folder.resolve(source);
        Files.createDirectories(file.resolveSibling(""));
        try (InputStream in = GoBuild.class.getResourceAsStream("/go/" + source)) {
            if (in == null) {
                throw new FileNotFoundException("there is no go/" + source + " in the samples");
            }
            Files.copy(in, file);
        }
    }

    private void clear() {
        Process building = process;
        if (building != null) {
            building.descendants().forEach(ProcessHandle::destroyForcibly);
            building.destroyForcibly();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (NoSuchFileException e) {
            // Deleted before.
        } catch (IOException e) {
            System.out.println("cannot delete " + folder + ": " + e.getMessage());
        }
    }
}
