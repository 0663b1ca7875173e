package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on the command by what it is given: each ends in one line, soon, and with nothing left behind. */
@Tag("oracles")
class BoundedInputsTest {

    private static final String RECORDING = "src/test/resources/recordings/21/pins.jfr";
    private static final Duration FOR_EVER = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    /**
     * What the command said.
     *
     * @param status its exit status
     */
    private record Said(int status, String out, String err) {

        /** Its one line on standard error, which no terminal obeys. */
        String line() {
            assertThat(err.strip().lines()).as(err).hasSize(1);
            assertThat(err).doesNotContain("\u001b", "internal error", "Exception", "Error:");
            return err.strip();
        }
    }

    private static Said run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = assertTimeoutPreemptively(FOR_EVER, () -> CliRun.run(out, err, arguments));
        return new Said(status, out.toString(), err.toString());
    }

    private Path file(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private Path bomb(String name, int megabytes) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < megabytes; i++) {
                out.write(zeros);
            }
        }
        return file;
    }

    private Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        Files.createDirectories(pipe.getParent());
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    @Test
    void aSmallFileThatUnpacksToALargeOneIsRefused() throws IOException {
        Path bomb = bomb("bomb.gz", 300);

        assertThat(Files.size(bomb)).isLessThan(400_000);
        assertThat(run("report", bomb.toString()).line())
                .isEqualTo("loomweight report: cannot unpack " + bomb + ": its content is larger than the limit of"
                        + " 256 MB; raise the limit with --max-unpacked SIZE, or unpack it by hand");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "pins", "memory", "diff", "check --budget pins=0", "repl -c types"})
    void theLimitIsAnOptionOfEveryCommandThatReads(String command) throws IOException {
        Path bomb = bomb("bomb.gz", 3);
        String[] words = (command + " --max-unpacked 2m " + bomb).split(" ", -1);

        Said refused = run(words);
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.line()).contains("its content is larger than the limit of 2 MB");
        words[words.length - 2] = "4m";
        assertThat(run(words).err()).doesNotContain("--max-unpacked");
    }

    @Test
    void aZipIsBoundInAllAndInDepth() throws IOException {
        Path zip = folder.resolve("many.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (int i = 0; i < 3; i++) {
                out.putNextEntry(new ZipEntry("text" + i));
                out.write(new byte[1 << 20]);
                out.closeEntry();
            }
        }
        assertThat(run("report", "--max-unpacked", "2m", zip.toString()).line())
                .contains("its content is larger than the limit of");

        byte[] inner = "VmRSS:\t 12 kB\n".getBytes(StandardCharsets.UTF_8);
        for (int depth = 0; depth < 10; depth++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream out = new ZipOutputStream(bytes)) {
                out.putNextEntry(new ZipEntry(depth == 0 ? "status" : "inner.zip"));
                out.write(inner);
                out.closeEntry();
            }
            inner = bytes.toByteArray();
        }
        assertThat(run("report", Files.write(folder.resolve("deep.zip"), inner).toString())
                        .line())
                .contains("is nested more than 3 zip files deep");
    }

    /** Nothing of it is written: to unpack so many files takes minutes. */
    @Test
    void aZipOfTooManyFilesIsRefusedByItsDirectory() throws IOException {
        Path zip = folder.resolve("crowd.zip");
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
            for (int i = 0; i <= 100_000; i++) {
                out.putNextEntry(new ZipEntry(i + "/"));
                out.closeEntry();
            }
        }
        assertThat(run("memory", zip.toString()).line())
                .endsWith("crowd.zip: it has more than 100,000 entries; unpack it by hand");
        Files.write(zip, "PK\3\4 and no more".getBytes(StandardCharsets.UTF_8));
        assertThat(run("memory", zip.toString()).line()).doesNotContain(", or unpack");
    }

    @Test
    void whatNeverEndsIsRefusedWhereverAFileIsNamed() throws Exception {
        String pipe = pipe("pipe").toString();
        String jfr = file("a.jfr.txt", "").toString();
        Path script = file("script", "script " + pipe + "\n");
        pipe("capture.lw/000-0s-start/nmt.txt");
        Path capture = folder.resolve("capture.lw");
        file(
                "capture.lw/capture.json",
                "{\"schemaVersion\":1,\"target\":\"x\",\"snapshots\":[{\"folder\":\"000-0s-start\"}]}");
        pipe("other.lw/capture.json");

        for (String[] words : List.of(
                new String[] {"report", pipe},
                new String[] {"report", "/dev/zero"},
                new String[] {"memory", "/dev/tty"},
                new String[] {"diff", pipe, jfr},
                new String[] {"check", "--config", pipe, RECORDING},
                new String[] {"check", "--budget", "pins=0", "--baseline", pipe, RECORDING},
                new String[] {"repl", "-f", pipe},
                new String[] {"repl", "-f", script.toString()},
                new String[] {"repl", "-c", "open " + pipe},
                new String[] {"memory", capture.toString()},
                new String[] {"memory", folder.resolve("other.lw").toString()},
                new String[] {
                    "run", "--settings", pipe, "-o", folder.resolve("o.lw").toString(), "--", "java"
                })) {
            Said said = run(words);
            assertThat(said.status()).as(String.join(" ", words)).isEqualTo(1);
            assertThat(said.line())
                    .contains(" is a pipe, a device or a socket, not a file")
                    .as(String.join(" ", words));
        }
        // An ordinary file to the file system, which a reader waits for for ever.
        assumeThat(Path.of("/proc/kmsg")).exists();
        Path log = Files.createSymbolicLink(folder.resolve("log.txt"), Path.of("/proc/kmsg"));
        for (String path : List.of("/proc/kmsg", log.toString())) {
            assertThat(run("memory", path).line()).contains(" is of the kernel and has no end");
        }
        assertThat(run("pins", "--classpath", pipe, RECORDING).out()).contains("is a pipe or a device");
        assertThat(run("pins", "--jdk", pipe, RECORDING).line()).contains("there is no JDK");
    }

    @Test
    void linksAndFilesOfTheKernelAreRead() throws IOException {
        Path link = Files.createSymbolicLink(
                folder.resolve("link"), Path.of(RECORDING).toAbsolutePath());

        assertThat(run("pins", link.toString()).status()).isZero();
        assertThat(Files.size(Path.of("/proc/self/status"))).isZero();
        assertThat(run("memory", "/proc/self/status").status()).isZero();
    }

    @Test
    void standardInputIsAnInputOfItsOwn() throws IOException {
        String named = run("pins", RECORDING).out();
        byte[] recording = Files.readAllBytes(Path.of(RECORDING));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(recording);
        }
        InputStream before = System.in;
        try {
            for (byte[] bytes : List.of(recording, packed.toByteArray())) {
                System.setIn(new ByteArrayInputStream(bytes));
                assertThat(run("pins", "-")
                                .out()
                                .lines()
                                .skip(1)
                                .toList()
                                .toString()
                                .replace("standard input", "pins.jfr"))
                        .hasSizeGreaterThan(named.length() / 2)
                        .contains("PinningCauses");
            }
            System.setIn(new ByteArrayInputStream("VmRSS:\t 12 kB\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(run("memory", "-").status()).isZero();
            System.setIn(new ByteArrayInputStream(new byte[3 << 20]));
            assertThat(run("memory", "--max-unpacked", "2m", "-").line())
                    .startsWith(
                            "loomweight memory: cannot read standard input: its content is larger than the limit of 2 MB");
            System.setIn(new ByteArrayInputStream(new byte[0]));
            assertThat(run("report", "-").line()).contains("standard input: the file is empty");
            assertThat(run("report", "-", "-").line()).contains("standard input (-) is given twice");
            assertThat(run("repl", "-", "-c", "types").line()).contains("read once only");
            System.setIn(new ByteArrayInputStream("echo here\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(run("repl", "-f", "-").out()).isEqualTo("here\n");
        } finally {
            System.setIn(before);
        }
    }

    static List<String> toml() {
        return List.of(
                "own = " + "[".repeat(100_000),
                "own = " + "[".repeat(100_000) + "]".repeat(100_000),
                "own = " + "{a=".repeat(50_000),
                "a.".repeat(100_000) + "b = 1",
                "[" + "a.".repeat(100_000) + "b]",
                "[[" + "a . ".repeat(100_000) + "b]]",
                "own = \"" + "[".repeat(100_000),
                "own = '''" + "[".repeat(100_000),
                "#" + "[".repeat(100_000),
                "\u0000\u0001\u00ff",
                "=".repeat(100_000),
                "carriers = " + "9".repeat(10_000),
                "margin = \"" + "9".repeat(10_000) + "%\"",
                "[budget]\nrss = \"999999999999g\"",
                "[budget]\nlongest-pin = \"999999999h\"");
    }

    @ParameterizedTest
    @MethodSource("toml")
    void noFileOfBudgetsEndsInAnException(String toml) throws IOException {
        Path config = file("attack.toml", toml);

        Said said = run("check", "--config", config.toString(), RECORDING);
        assertThat(said.status()).isIn(1, 2);
        said.line();
    }

    @Test
    void bracketsInStringsAndCommentsOfBudgetsNestNothing() throws IOException {
        Path config = file(
                "fine.toml",
                "# " + "[".repeat(100) + "\nown = [\"com.acme.[[[[[\", 'a.b', \"\"\"" + "[".repeat(100)
                        + "\"\"\"]\n[budget]\npins = 100000\n");

        Said said = run("check", "--config", config.toString(), RECORDING);
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).contains("100,000");
    }

    @Test
    void noFileThatIsTooLargeForItsKindIsRead() throws IOException {
        Path large = file("large.toml", "#".repeat(2 << 20));

        assertThat(run("check", "--config", large.toString(), RECORDING).line()).contains("is larger than 1024 KB");
        assertThat(run("repl", "-f", large.toString()).line()).contains("is larger than 1024 KB");
    }

    static List<String> json() {
        return List.of(
                "[".repeat(1_000_000),
                "{\"a\":".repeat(1_000_000),
                "",
                "null",
                "\u0000",
                "{\"schemaVersion\":1e400,\"target\":\"x\"}",
                "{\"schemaVersion\":[],\"target\":\"x\"}",
                "{\"schemaVersion\":1,\"target\":null}",
                "{\"schemaVersion\":1,\"target\":{}}",
                "{\"schemaVersion\":1,\"depth\":99999999999999}",
                "{\"schemaVersion\":1,\"pid\":" + "9".repeat(100_000) + "}",
                "{\"schemaVersion\":1,\"command\":[{}]}",
                "{\"schemaVersion\":1,\"snapshots\":[null]}",
                "{\"schemaVersion\":1,\"snapshots\":[{\"folder\":\"../../etc\"}]}",
                "{\"schemaVersion\":1,\"snapshots\":[{\"folder\":\"/etc\"}]}",
                "{\"schemaVersion\":1,\"snapshots\":[{\"folder\":\"a\\u0000b\"}]}",
                "{\"schemaVersion\":1,\"snapshots\":[{\"folder\":\"a\",\"missing\":{\"nmt\":{}}}]}",
                "{\"schemaVersion\":1,\"sweep\":{\"run\":5000000000}}",
                "{\"schemaVersion\":1,\"experiment\":{\"name\":[]}}");
    }

    @ParameterizedTest
    @MethodSource("json")
    void noManifestAndNoSavedReportEndsInAnException(String json) throws IOException {
        file("c.lw/capture.json", json);
        Path saved = file("saved.json", json);

        assertThat(run("diff", saved.toString(), saved.toString()).line()).startsWith("loomweight diff: ");
        Said said = run("report", folder.resolve("c.lw").toString());
        assertThat(said.err()).doesNotContain("internal error", "Exception");
        assertThat(said.err().lines().count()).isLessThanOrEqualTo(1);
    }

    @Test
    void aNameIsOneLineAndNoTerminalObeysIt() throws IOException {
        String name = "evil\n\u001b[31mred\u202e";
        Path text = file(name + ".txt", "nothing that is read");
        String shown = "evil\\n\\u001b[31mred\\u202e";

        assertThat(run("report", folder.resolve(name).toString()).line()).contains(shown);
        assertThat(run("report", text.toString()).line()).contains(shown);
        assertThat(run("pins", "--thread", name + "(", RECORDING).line()).contains("\\u202e");
        assertThat(run("--" + name).line()).contains(shown);
        assertThat(run("check", "--budget", name + "=1", RECORDING).line()).contains(shown);
        assertThat(run("repl", "-c", "open '" + folder.resolve("x") + "\u001b[31m'")
                        .err())
                .doesNotContain("\u001b")
                .contains("\\u001b");
        assertThat(run("repl", "-c", "echo \u001b[31mred").out()).isEqualTo("\\u001b[31mred\n");
        assertThat(run("repl", RECORDING, "-c", "events VirtualThreadPinned | where \u001b[31m > 1")
                        .err())
                .doesNotContain("\u001b");
    }

    static List<String> queries() {
        String events = "events VirtualThreadPinned | ";
        return List.of(
                events + "where " + "not ".repeat(100_000) + "duration > 1ms",
                events + "where " + "(".repeat(100_000) + "duration > 1ms" + ")".repeat(100_000),
                events + "join (events VirtualThreadPinned | ".repeat(1000) + "top 1" + ") on site".repeat(1000),
                events + "select " + "duration,".repeat(5000) + "duration",
                events + "where duration in (" + "1ms,".repeat(5000) + "1ms)",
                events + "where site ~ \"((a{100}){100}){100}\"",
                events + "where site ~ \"(a)\\1\"",
                events + "top 99999999999999999999",
                events + "where duration > " + "9".repeat(1000) + "xs",
                "(\n".repeat(100_000),
                "a".repeat(100_000),
                "events " + "a".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void noQueryEndsInAnException(String query) throws IOException {
        Path script = file("query", query + "\necho after\n");
        Said said = run("repl", RECORDING, "-f", script.toString());

        assertThat(said.status()).isIn(1, 2);
        assertThat(said.err()).isNotEmpty().doesNotContain("internal error", "Exception", "nested too deeply");
        assertThat(said.out())
                .satisfiesAnyOf(
                        out -> assertThat(out).contains("after"),
                        out -> assertThat(query).startsWith("(\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "events VirtualThreadPinned | where holder ~ \"(.*a){15}b\"",
                "events VirtualThreadPinned | where holder ~ \"(a+)+$|(.*)*x(.*)*y\"",
                "types *a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"
            })
    void everyPatternEnds(String line) {
        assertThat(run("repl", RECORDING, "-c", line).err()).isEmpty();
    }

    @Test
    void longConditionsAreNoDeepOnes() throws IOException {
        Path script = file(
                "long",
                "events VirtualThreadPinned | where duration > 0ns" + " and duration > 0ns".repeat(20_000)
                        + " | agg count\n");

        assertThat(run("repl", RECORDING, "-f", script.toString()).err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pins --longer 999999999h",
                "pins --longer 99999999999h",
                "pins --carriers 99999999999",
                "pins --carriers -1",
                "pins --from x",
                "pins --thread ((((a{100}){100}){100}",
                "memory --limit 999999999999g",
                "memory --limit -1",
                "report --max-unpacked 99999999999999999999",
                "check --budget longest-pin=999999999h",
                "check --budget rss=999999999999g",
                "check --budget pins=99999999999999999999"
            })
    void amountsBeyondWhatCanBeAreBadUsage(String command) {
        Said said = run((command + " " + RECORDING).split(" ", -1));

        assertThat(said.status()).isEqualTo(2);
        said.line();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--from -999999999-01-01T00:00:00Z",
                "--until +999999999-12-31T23:59:59Z",
                "--carriers 2147483647",
                "--longer 876000h"
            })
    void amountsAtTheEdgesAreFine(String options) {
        assertThat(run(("pins " + options + " " + RECORDING).split(" ", -1)).err())
                .isEmpty();
    }
}
