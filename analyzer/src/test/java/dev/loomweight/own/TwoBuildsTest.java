package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One program in three builds, recorded on JDK 21: as it was; with all lines moved and another method changed; and moved,
 * with a third method that blocks within a monitor. All three block in one helper, which is all that is known of them
 * where the class files are not those that ran.
 */
class TwoBuildsTest {

    private static final String PROGRAM = """
            package shop;
            %s
            public class Shop {
                static final Object PAY = new Object();
                static final Object SHIP = new Object();
                static int other(int x) { return %s; }
                static void pause(long millis) throws Exception { Thread.sleep(millis); }
                static void pay() throws Exception { synchronized (PAY) { pause(30); } }
                static void ship() throws Exception { synchronized (SHIP) { pause(30); } }
                static void refund() throws Exception { %s }
                static void virtual(java.util.concurrent.Callable<Void> task) throws Exception {
                    var done = new java.util.concurrent.FutureTask<>(task);
                    Thread.ofVirtual().start(done);
                    done.get();
                }
                public static void run() throws Exception {
                    virtual(() -> { pay(); return null; });
                    virtual(() -> { pay(); return null; });
                    virtual(() -> { ship(); return null; });
                    // More than the few that chance can add.
                    for (int i = 0; i < 20; i++) {
                        virtual(() -> { refund(); return null; });
                    }
                }
            }
            """;

    private static final String RECORDER = """
            import java.net.*;
            import java.nio.file.*;
            public class Recorder {
                public static void main(String[] args) throws Exception {
                    for (String build : args) {
                        try (var recording = new jdk.jfr.Recording()) {
                            for (String event : new String[] {"ActiveSetting", "VirtualThreadPinned", "JavaMonitorEnter", "JavaMonitorWait"}) {
                                recording.enable("jdk." + event).withoutThreshold().withStackTrace();
                            }
                            recording.start();
                            Path classes = Path.of(build);
                            try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
                                loader.loadClass("shop.Shop").getMethod("run").invoke(null);
                            }
                            recording.stop();
                            recording.dump(Path.of(build + ".jfr"));
                        }
                    }
                }
            }
            """;

    private static final String LINES = "// a line\n".repeat(7);
    private static final String PAY = "shop.Shop.pay";
    private static final String SHIP = "shop.Shop.ship";
    private static final String REFUND = "shop.Shop.refund";

    @TempDir
    private static Path folder;

    @BeforeAll
    static void recordThreeBuilds() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        compile("was", "Shop.java", PROGRAM.formatted("", "x", "pause(30);"));
        compile("moved", "Shop.java", PROGRAM.formatted(LINES, "x * 3 + 1", "pause(30);"));
        compile("added", "Shop.java", PROGRAM.formatted(LINES, "x * 3 + 1", "synchronized (SHIP) { pause(30); }"));
        compile("none", "Empty.java", "class Empty {}");
        compile("recorder", "Recorder.java", RECORDER);
        Process process = new ProcessBuilder(
                        jdk.resolve("bin/java").toString(),
                        "-cp",
                        path("recorder"),
                        "Recorder",
                        path("was"),
                        path("moved"),
                        path("added"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("recorder.txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("recorder.txt")))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest(name = "{0} before, {1} after")
    @CsvSource({"moved, moved", "was, was", "none, none", "was, moved", "none, moved", "was, none"})
    void linesThatMovedAreNothingNew(String before, String after) {
        String diff = diff("moved", before, after);

        assertThat(diff).doesNotContain("\"New: ");
        assertThat(kinds(diff)).isNotEmpty().noneMatch(kind -> kind.contains(",new") || kind.contains(",gone"));
        boolean fits = before.equals("was") && after.equals("moved");
        boolean neither = before.equals("none") && after.equals("none");
        assertThat(diff.contains("same stack, class files differ"))
                .as("said where it is so")
                .isEqualTo(!fits && !neither);
        assertThat(diff.contains("--classpath-before")).isEqualTo(!before.equals("was") && !neither);
    }

    @ParameterizedTest(name = "{0} before, {1} after")
    @CsvSource({"added, added", "was, was", "none, none", "was, added", "none, added", "was, none"})
    void whatIsNewIsNewWhateverClassFilesThereAre(String before, String after) {
        assertThat(kinds(diff("added", before, after)))
                .filteredOn(kind -> kind.contains(",new"))
                .singleElement()
                .asString()
                .contains(after.equals("added") ? REFUND : "shop.Shop.pause");
        assertThat(diff("added", before, after)).doesNotContain("New: " + PAY, "New: " + SHIP);
    }

    @ParameterizedTest(name = "{0} before, {1} after")
    @CsvSource({"moved, moved", "was, was", "none, none", "was, moved", "none, moved", "was, none"})
    void theGateNeitherFailsForMovedLinesNorPassesForANewSite(String before, String after) {
        StringWriter out = new StringWriter();
        assertThat(check(out, "moved", folder.resolve("was.jfr"), before, after))
                .as(out.toString())
                .isZero();

        StringWriter outAdded = new StringWriter();
        String afterAdded = after.equals("moved") ? "added" : after;
        String beforeAdded = before.equals("moved") ? "added" : before;
        assertThat(check(outAdded, "added", folder.resolve("was.jfr"), beforeAdded, afterAdded))
                .as(outAdded.toString())
                .isEqualTo(3);
        assertThat(outAdded.toString()).contains("pins: 20 measured, 0 allowed");
    }

    @Test
    void aSavedBaselineKeepsItsHolders() {
        Path saved = folder.resolve("main.json");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(
                        out,
                        err,
                        "check",
                        folder.resolve("was.jfr").toString(),
                        "--classpath",
                        path("was"),
                        "--save-baseline",
                        saved.toString()))
                .as("%s%s", out, err)
                .isZero();

        for (String after : List.of("moved", "none")) {
            StringWriter moved = new StringWriter();
            assertThat(check(moved, "moved", saved, "none", after))
                    .as(moved.toString())
                    .isZero();
            assertThat(moved.toString()).doesNotContain("--classpath-before");
        }
        for (String after : List.of("added", "none")) {
            StringWriter added = new StringWriter();
            assertThat(check(added, "added", saved, "none", after))
                    .as(added.toString())
                    .isEqualTo(3);
            assertThat(added.toString()).contains("pins: 20 measured, 0 allowed");
        }
    }

    private int check(StringWriter out, String build, Path baseline, String before, String after) {
        List<String> words = new ArrayList<>(List.of(
                "check",
                folder.resolve(build + ".jfr").toString(),
                "--baseline",
                baseline.toString(),
                "--budget",
                "pins=0",
                "--classpath-before",
                path(before),
                "--classpath",
                path(after)));
        return CliRun.run(out, out, words.toArray(String[]::new));
    }

    private String diff(String build, String before, String after) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(
                out,
                err,
                "diff",
                folder.resolve("was.jfr").toString(),
                folder.resolve(build + ".jfr").toString(),
                "--classpath-before",
                path(before),
                "--classpath",
                path(after),
                "--format",
                "csv");
        assertThat(status).as(err.toString()).isZero();
        return out.toString();
    }

    /** The rows of the table of sites: name and what became of it. */
    private static List<String> kinds(String csv) {
        return csv.lines().filter(line -> line.startsWith("pinsChange.sites,")).toList();
    }

    private static String path(String name) {
        return folder.resolve(name).toString();
    }

    private static void compile(String name, String fileName, String source) throws IOException {
        Path directory = Files.createDirectory(folder.resolve(name));
        Path file = Files.writeString(
                Files.createDirectory(folder.resolve(name + "-src")).resolve(fileName), source);
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                .run(null, null, null, "--release", "21", "-g", "-d", directory.toString(), file.toString());
        assertThat(status).isZero();
    }
}
