package dev.loomweight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many files something new touches. What is added stands in a patch among the resources, which must fit the sources as
 * they are, compile and work: a patch that needs more files shows that one thing is decided in several places again.
 */
@Tag("oracles")
class PlacesToTouchTest {

    private static final Path TOP = Path.of("..");
    private static final int MAX_MAIN_FILES = 4;
    private static final int MAX_MAIN_FILES_OF_AN_OPTION = 2;

    @TempDir
    private Path copy;

    /** A highest number, of a subject that had no figures: its reading, and its line among the subjects. */
    @Test
    void aBudget() throws Exception {
        List<Path> touched = apply("budget.patch");
        assertThat(Files.readString(copy.resolve("docs/check.md"))).contains("| `platform-threads` |");

        try (URLClassLoader house = compile(touched)) {
            assertThat(run(house, 0, "check", "--help", "--all")).contains("platform-threads");

            String threads = resource("/first-screen/sleepers/platform/001-5s-after/status");
            long count = Files.readAllLines(Path.of(threads)).stream()
                    .filter(line -> line.startsWith("Threads:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
            assertThat(run(house, 0, check(threads, count)))
                    .contains("platform-threads: ")
                    .contains("Highest number of platform threads");
            assertThat(run(house, 3, check(threads, count - 1))).contains("exceeded");
            // None of the inputs has it, which is no pass.
            assertThat(run(house, 3, check(resource("/recordings/25/pins.jfr"), count)))
                    .contains("platform-threads could not be measured: no input has a number of threads");
        }
    }

    /** Why a stack pins: its name, how it is found, what is said of it, and what to do. */
    @Test
    void aCause() throws Exception {
        String pins = resource("/recordings/25/pins.jfr");
        assertThat(run(getClass().getClassLoader(), 2, "pins", pins, "--cause", "jniMonitor"))
                .isEmpty();
        try (URLClassLoader house = compile(apply("cause.patch"))) {
            assertThat(run(house, 0, "pins", "--help", "--all")).contains("jniMonitor");
            assertThat(run(house, 0, "pins", pins)).contains("Pinning sites");
            assertThat(run(house, 0, "pins", pins, "--cause", "jniMonitor")).doesNotContain("Pinning sites");
        }
    }

    /** An option of pins: its constant and who reads it, in one file. Command line, prompt and help have it by that. */
    @Test
    void anOption() throws Exception {
        String pins = resource("/recordings/25/pins.jfr");
        List<Path> touched = apply("option.patch");
        assertThat(touched).hasSizeLessThanOrEqualTo(MAX_MAIN_FILES_OF_AN_OPTION);
        try (URLClassLoader house = compile(touched)) {
            assertThat(run(house, 0, "pins", "--help", "--all")).contains("--not-package=PREFIX");
            assertThat(run(house, 0, "pins", pins, "--not-package", "com.acme")).contains("Pinning sites");
            assertThat(run(house, 0, "pins", pins, "--not-package", "java")).doesNotContain("Pinning sites");
            assertThat(run(house, 0, "repl", pins, "-c", "help pins")).contains("--not-package");
            assertThat(run(house, 0, "repl", pins, "-c", "pins --not-package java"))
                    .doesNotContain("Pinning sites");
        }
    }

    /** Where a category of NMT belongs is said in one line. */
    @Test
    void aCategoryOfNmt() throws Exception {
        Path text = copy.resolve("nmt.txt");
        Files.writeString(text, Files.readString(Path.of(resource("/nmt/25.0.3/platform-summary-b.txt"))) + """

                        -               Barrier Set (reserved=1048576, committed=1048576)
                                                    (malloc=1048576 #7)
                        """);
        String unknown = "Barrier Set is not known to this version";
        assertThat(run(getClass().getClassLoader(), 0, "memory", text.toString()))
                .contains(unknown);
        try (URLClassLoader house = compile(apply("category.patch"))) {
            assertThat(run(house, 0, "memory", text.toString()))
                    .contains("Barrier Set")
                    .doesNotContain(unknown);
        }
    }

    /** A command that reports: its analyses, and its line among the questions. */
    @Test
    void aQuestion() throws Exception {
        try (URLClassLoader house = compile(apply("question.patch"))) {
            assertThat(run(house, 0, "help", "--all"))
                    .contains("refusals Virtual threads that their scheduler refused");
            assertThat(run(house, 0, "refusals", "--help", "--all")).contains("--duration");
            assertThat(run(house, 0, "refusals", resource("/recordings/25/submit-failed.jfr")))
                    .contains("refused");
        }
    }

    /** A table of a report: its columns and rows, and its place. It is in every format. */
    @Test
    void aSection() throws Exception {
        String pins = resource("/recordings/25/pins.jfr");
        try (URLClassLoader house = compile(apply("section.patch"))) {
            assertThat(run(house, 0, "pins", pins)).contains("Pins by cause");
            assertThat(run(house, 0, "pins", pins, "--format", "csv")).contains("pins.causes,");
            assertThat(run(house, 0, "pins", pins, "--format", "json")).contains("\"causes\"");
        }
    }

    /** An output format: its renderer, and its line among the formats. */
    @Test
    void aFormat() throws Exception {
        String pins = resource("/recordings/25/pins.jfr");
        Path file = copy.resolve("pins.tsv");
        try (URLClassLoader house = compile(apply("format.patch"))) {
            assertThat(run(house, 0, "pins", "--help", "--all")).contains("tsv");
            assertThat(run(house, 0, "pins", pins, "-o", file.toString())).isEmpty();
        }
        assertThat(file).content().contains("pins.sites\t");
    }

    private static String[] check(String input, long most) {
        return new String[] {"check", input, "--budget", "platform-threads=" + most};
    }

    private static boolean isMain(Path file) {
        return file.toString().contains("src/main/");
    }

    private static String resource(String name) throws Exception {
        return Path.of(Objects.requireNonNull(PlacesToTouchTest.class.getResource(name))
                        .toURI())
                .toString();
    }

    /**
     * Applies a patch to copies of the files that it touches.
     *
     * @return these files, relative to the top folder
     */
    private List<Path> apply(String patch) throws IOException {
        String text;
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/places/" + patch))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<Path> touched = new ArrayList<>();
        for (String ofFile : text.split("(?m)^diff --git .*\n", -1)) {
            if (!ofFile.isEmpty()) {
                String name = Pattern.compile("^\\+\\+\\+ b/(.*)$", Pattern.MULTILINE)
                        .matcher(ofFile)
                        .results()
                        .map(found -> found.group(1))
                        .findFirst()
                        .orElseThrow();
                boolean isNew = ofFile.contains("\n--- /dev/null\n");
                assertThat(Files.exists(TOP.resolve(name))).as(name).isNotEqualTo(isNew);
                String content = isNew ? "" : Files.readString(TOP.resolve(name));
                for (String hunk : ofFile.split("(?m)^@@ .*\n", -1)) {
                    content =
                            hunk.startsWith("---") || hunk.contains("\n--- ") ? content : applied(hunk, content, name);
                }
                Path to = copy.resolve(name);
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                Files.writeString(to, content);
                touched.add(Path.of(name));
            }
        }
        assertThat(touched.stream().filter(PlacesToTouchTest::isMain))
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(MAX_MAIN_FILES);
        return touched;
    }

    /** By what stands there, wherever that is by now. */
    private static String applied(String hunk, String content, String name) {
        StringBuilder old = new StringBuilder();
        StringBuilder changed = new StringBuilder();
        for (String line : hunk.split("\n", -1)) {
            if (!line.isEmpty()) {
                String text = line.substring(1) + "\n";
                switch (line.charAt(0)) {
                    case '-' -> old.append(text);
                    case '+' -> changed.append(text);
                    default -> {
                        old.append(text);
                        changed.append(text);
                    }
                }
            }
        }
        int at = content.indexOf(old.toString());
        assertThat(at)
                .as("%s has no more what the patch changes: make it anew\n%s", name, hunk)
                .isNotNegative();
        return content.substring(0, at) + changed + content.substring(at + old.length());
    }

    /** The house with the touched classes in place of its own. */
    private URLClassLoader compile(List<Path> touched) throws IOException {
        Path classes = Files.createDirectories(copy.resolve("classes"));
        String path = System.getProperty("java.class.path");
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-parameters", "-cp", path, "-d", classes.toString()));
        touched.stream()
                .filter(file -> file.toString().endsWith(".java"))
                .forEach(file -> arguments.add(copy.resolve(file).toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
        for (String entry : path.split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static String run(ClassLoader house, int status, String... arguments) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        // The prompt is found by it.
        thread.setContextClassLoader(house);
        Object ended;
        try {
            ended = house.loadClass("dev.loomweight.cli.CliRun")
                    .getMethod("run", StringWriter.class, StringWriter.class, String[].class)
                    .invoke(null, out, err, arguments);
        } finally {
            thread.setContextClassLoader(own);
        }
        assertThat(ended).as("%s%s", out, err).isEqualTo(status);
        return out.toString().replaceAll("\\s+", " ");
    }
}
