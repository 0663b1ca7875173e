package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Machines that are not like this one: a root without {@code /proc}, {@code /sys} and bash, which is made here, and one on
 * which the JDK sees processes and {@code /proc} does not exist, as on macOS.
 */
class WithoutProcTest {

    private static final String RESOURCES = "src/test/resources/";
    private static final String RECORDING = RESOURCES + "recordings/25/pins.jfr";
    private static final String NMT = RESOURCES + "nmt/25.0.3/platform-detail.txt";
    private static final String SMAPS = RESOURCES + "nmt/25.0.3/platform-proc-smaps_rollup.txt";

    /**
     * Hides them from the JVM that it becomes. The launcher of Java finds its libraries by {@code /proc/self/exe}, so they
     * are named to it.
     */
    private static final String WITHOUT = """
            mount --make-rprivate / &&
            mount -t tmpfs -o ro none /proc &&
            mount -t tmpfs -o ro none /sys &&
            for shell in /bin/bash /usr/bin/bash /bin/rbash /usr/bin/rbash; do
              if [ -e "$shell" ]; then mount --bind /dev/null "$shell" || exit 1; fi
            done
            export LD_LIBRARY_PATH="$1"
            shift
            exec "$@"
            """;

    @TempDir
    private Path folder;

    /** What only reads says the same in a root without {@code /proc} and bash, to the last byte. */
    @Test
    void whatOnlyReadsWorksWhereverJavaDoes() throws Exception {
        Path here = Files.createDirectory(folder.resolve("here"));
        Path there = Files.createDirectory(folder.resolve("then"));

        String expected = reading(here).stream()
                .map(Commands::run)
                .collect(Collectors.joining())
                .replace("/here", "/then");
        String said = without(Jdks.home("loomweight.jdk.newest"), reading(there));

        assertThat(said).isEqualTo(expected);
        assertThat(said.lines().filter(line -> line.startsWith("status: ")))
                .hasSize(reading(there).size())
                .allMatch(line -> line.equals("status: 0") || line.equals("status: 3"), said);
        for (String file : List.of("page.html", "table.csv", "scrubbed.jfr")) {
            assertThat(Files.readAllBytes(there.resolve(file)))
                    .as(file)
                    .isNotEmpty()
                    .isEqualTo(Files.readAllBytes(here.resolve(file)));
        }
    }

    private static List<List<String>> reading(Path out) {
        return List.of(
                List.of("report", RECORDING, NMT),
                List.of("pins", RECORDING),
                List.of("pins", "--format", "json", RECORDING),
                List.of("memory", NMT, SMAPS),
                List.of("report", "-o", out.resolve("page.html").toString(), RECORDING),
                List.of("pins", "-o", out.resolve("table.csv").toString(), RECORDING),
                List.of("diff", RECORDING, RESOURCES + "recordings/25/silent.jfr"),
                List.of("check", "--budget", "pins=0", RECORDING),
                List.of("scrub", RECORDING, out.resolve("scrubbed.jfr").toString()),
                List.of(
                        "repl",
                        "-c",
                        "types | top 5",
                        "-c",
                        "sql select count(*) from pins",
                        "-c",
                        "coverage",
                        RECORDING));
    }

    /** What needs to see processes says so in one line, and nothing is left behind. */
    @Test
    void whatNeedsProcSaysSoInOneLine() throws Exception {
        List<List<String>> live = List.of(
                List.of("record"),
                List.of("record", "1"),
                List.of("record", "Shop"),
                List.of("memory", "1"),
                List.of("watch", "1"),
                List.of("run", "sleepers", "--threads", "10"));

        List<String> said =
                without(Jdks.home("loomweight.jdk.newest"), live).lines().toList();

        assertThat(said.stream().filter(line -> !line.startsWith("$ ") && !line.isEmpty()))
                .hasSize(2 * live.size())
                .allMatch(line -> line.equals("status: 1")
                        || (line.startsWith("stderr: loomweight ")
                                && line.contains(
                                        " cannot be seen: /proc is not mounted here; mount it (mount -t proc")));
        try (Stream<Path> left = Files.list(Path.of(""))) {
            assertThat(left.filter(path -> path.toString().endsWith(".lw"))).isEmpty();
        }
    }

    /** The JVM records itself; that it cannot be asked meanwhile is said, and stands in the capture. */
    @Test
    @Tag("applications")
    void aCommandIsRecordedWithoutProc() throws Exception {
        Path capture = folder.resolve("app.lw");
        Path jdk = Jdks.home("loomweight.jdk21");
        String java = jdk.resolve("bin/java").toString();

        String said = without(
                jdk,
                List.of(
                        List.of(
                                "run",
                                "-o",
                                capture.toString(),
                                "--",
                                java,
                                "-jar",
                                OwnApp.jar(folder).toString()),
                        List.of("report", capture.toString())));

        assertThat(said)
                .contains(
                        "/proc is not mounted here, so that the JVM cannot be seen: no snapshots are taken; its recording",
                        "com.acme.Echo.hold")
                .containsPattern("The\\s+capture\\s+has\\s+no\\s+snapshots:\\s+/proc\\s+is\\s+not\\s+mounted\\s+here")
                .doesNotContain("status: 1");
        assertThat(capture.resolve("recording.jfr")).isNotEmptyFile();
    }

    /**
     * Where the JDK sees processes by other means, as on macOS, all is captured but what the kernel alone knows. (Java 17
     * has neither {@code System.map} nor an event with its resident memory.)
     */
    @Test
    @Tag("applications")
    void aJvmIsCapturedWhereTheSystemHasNoProc() throws Exception {
        Path capture = folder.resolve("app.lw");
        try (OwnApp app =
                OwnApp.start(Jdks.home("loomweight.jdk17"), folder, List.of(), "-XX:NativeMemoryTracking=summary")) {
            String said = likeMacOs(List.of(
                    List.of("record"),
                    List.of("record", "--duration", "1s", "-o", capture.toString(), app.pid()),
                    List.of("memory", app.pid())));

            assertThat(said.lines().filter(line -> line.startsWith("status: ")))
                    .as(said)
                    .containsExactly("status: 0", "status: 0", "status: 0");
            assertThat(said)
                    .containsPattern(app.pid() + " +app\\.jar +17\\.")
                    .containsPattern(
                            "without\\s+status,\\s+smaps,\\s+smaps_rollup:\\s+Mac\\s+OS\\s+X\\s+has\\s+no\\s+/proc")
                    // The JVM of this test is one of Linux after all, and reports its own.
                    .contains("VM.info", "thread stacks")
                    .doesNotContain("cannot read /");
        }
        assertThat(capture.resolve("recording.jfr")).isNotEmptyFile();
        assertThat(AgentCaptures.manifest(capture)).contains("\"complete\"", "\"smaps\": \"Mac OS X has no /proc\"");
    }

    /** All paths into {@code /proc} are made in one place, so that none is forgotten where it does not exist. */
    @Test
    void noOtherClassMakesPathsIntoProc() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : List.of(
                "agent",
                "analyzer/core",
                "analyzer/kernel",
                "analyzer/pins",
                "analyzer/threads",
                "analyzer/memory",
                "analyzer/fleet",
                "samples/lab",
                "analyzer")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    if (Files.readString(file).matches("(?s).*(Path\\.of|File|Paths\\.get)\\(\"/proc\\b.*")) {
                        found.add(file.toString());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private String without(Path jdk, List<List<String>> commands) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", WITHOUT, "sh"));
        words.add(jdk.resolve("lib").toString());
        List<String> probe = new ArrayList<>(words);
        probe.addAll(List.of("sh", "-c", "test ! -e /proc/self && ! bash -c :"));
        assumeTrue(status(probe) == 0, "no mounts can be hidden here: only root can, with util-linux");
        return said(words, jdk, List.of(), commands);
    }

    private String likeMacOs(List<List<String>> commands) throws Exception {
        List<String> options = List.of("-Dloomweight.proc=/nowhere", "-Dos.name=Mac OS X");
        return said(List.of(), Jdks.home("loomweight.jdk.newest"), options, commands);
    }

    /** What commands said in a JVM of their own. */
    private String said(List<String> prefix, Path jdk, List<String> options, List<List<String>> commands)
            throws Exception {
        Path file = Files.write(
                folder.resolve("commands"),
                commands.stream().map(words -> String.join("\t", words)).toList());
        Path said = folder.resolve("said");
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of(jdk.resolve("bin/java").toString(), "-Xmx512m", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("--add-exports", "jdk.attach/sun.tools.attach=ALL-UNNAMED"));
        words.addAll(options);
        words.add("-Dloomweight.samples=" + Path.of("../samples/target/classes").toAbsolutePath());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), Commands.class.getName()));
        words.addAll(List.of(file.toString(), said.toString()));
        assertThat(status(words)).as(() -> output()).isZero();
        return Files.readString(said);
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("output"));
        } catch (IOException e) {
            return "";
        }
    }

    private int status(List<String> words) throws Exception {
        Process process = new ProcessBuilder(words)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            return process.waitFor();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }
}
