package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The action for GitHub, run as GitHub's runner would run it; the API is a server of this test. */
@Tag("oracles")
class CheckActionTest {

    private static final Path ACTION =
            Path.of("..", "docs", "check").toAbsolutePath().normalize();
    private static final String COMMIT = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String BASE_COMMIT = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

    /** That of the classes in the recordings. */
    private static final String PACKAGE = "dev.loomweight.source.recording.fixture";

    /** Writes down what it is called with, and leaves a report, as the command would. */
    private static final String FAKE = """
            printf '%s\\n' "$*" >> "$CALLS"
            [[ $1 == --version ]] && exit
            printf '::set-output name=result::met\\n::error::obey me\\n ##[add-mask]obey\\n'
            for argument; do
              case $argument in
                *.md) { printf '### Loomweight %s: ' "$1"; cat "$MARKDOWN"; } > "$argument" ;;
                *.html | *.json | *.xml | *.sarif) printf '{}' > "$argument" ;;
              esac
            done
            exit "$(cat "$STATUS_OF_CHECK")"
            """;

    @TempDir
    private Path folder;

    private Path workspace;
    private Path bin;
    private GithubStub github;

    @BeforeEach
    void start() throws IOException {
        for (String program : List.of("bash", "curl", "jq", "unzip")) {
            assumeThat(isThere(program))
                    .as("the program %s is not installed", program)
                    .isTrue();
        }
        workspace = Files.createDirectories(folder.resolve("workspace"));
        bin = Files.createDirectories(folder.resolve("bin"));
        Files.createDirectory(workspace.resolve(".git"));
        github = new GithubStub();
        Files.writeString(folder.resolve("status.txt"), "0");
        Files.writeString(folder.resolve("markdown.txt"), "what was checked\n");
    }

    @AfterEach
    void end() {
        if (github != null) {
            github.close();
        }
    }

    @Test
    void aPullRequestGetsTheOutcomeAsSummaryCommentAndArtifacts() throws Exception {
        fake("3");

        ActionRun run = run("pull_request", Map.of("recording", recording("app.jfr"), "budget", "pins=0\nrss=512m"));

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.output("check", "result")).isEqualTo("exceeded");
        assertThat(run.summaryText()).contains("### Loomweight check: what was checked");
        assertThat(github.comments())
                .singleElement()
                .satisfies(comment -> assertThat(comment.body())
                        .startsWith("<!-- loomweight: loomweight -->\n### Loomweight check: what was checked\n")
                        .contains(
                                "Of " + COMMIT + ", by [this run](https://github.example/acme/shop/actions/runs/99)."));
        assertThat(run.uses().keySet()).containsExactly("Upload the findings", "Keep the reports", "Keep the capture");
        assertThat(run.uses().get("Upload the findings"))
                .containsEntry("category", "loomweight")
                .hasEntrySatisfying(
                        "sarif_file", file -> assertThat(Path.of((String) file)).exists());
        // Nobody's base.
        assertThat(run.uses().get("Keep the capture")).containsEntry("name", "loomweight-capture");
        assertThat(called("check"))
                .contains("check app.jfr --budget pins=0 --budget rss=512m --source-root " + workspace)
                .doesNotContain("--save-baseline");
    }

    @Test
    void nothingThatTheCommandPrintsIsObeyed() throws Exception {
        fake("0");

        ActionRun run = run("push", Map.of("recording", recording("app.jfr")));

        assertThat(run.status()).isZero();
        assertThat(run.printed()).contains("##[add-mask]obey");
        assertThat(run.commands()).isEmpty();
    }

    @Test
    void aPushKeepsWhatLaterPullRequestsAreComparedWith() throws Exception {
        fake("0");
        Files.createDirectories(workspace.resolve("app.lw"));
        Files.writeString(workspace.resolve("app.lw/capture.json"), "{}");

        ActionRun run = run("push", Map.of("recording", "app.lw/"));

        assertThat(called("check")).contains("check app.lw --save-baseline ");
        Map<String, Object> kept = Objects.requireNonNull(run.uses().get("Keep the capture"));
        assertThat(kept).containsEntry("name", "loomweight");
        assertThat(Path.of((String) kept.get("path")).resolve("recording/01-app.lw/capture.json"))
                .exists();
        assertThat(run.ran()).doesNotContain("Fetch the base's capture");
        assertThat(github.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"show, false", "check, true"})
    void theDifferenceIsToTheCaptureOfTheBase(String base, boolean isBaseline) throws Exception {
        fake("0");
        github.artifact(1, "main", COMMIT, 7, zip("of-an-older-commit.jfr"));
        github.artifact(2, "main", BASE_COMMIT, 7, zip("of-the-base.jfr"));
        github.artifact(3, "main", COMMIT, 7, zip("of-a-newer-commit.jfr"));
        github.artifact(4, "other", BASE_COMMIT, 7, zip("of-another-branch.jfr"));
        github.artifact(5, "main", BASE_COMMIT, 8, zip("of-a-fork.jfr"));

        ActionRun run = run("pull_request", Map.of("recording", recording("app.jfr"), "base", base));

        assertThat(run.status()).isZero();
        assertThat(called("diff")).contains("/base/recording/of-the-base.jfr ", "/kept/recording/01-app.jfr ");
        assertThat(called("check").contains("/base/baseline.json")).isEqualTo(isBaseline);
        assertThat(run.summaryText()).contains("### Loomweight check: ", "### Loomweight diff: ");
        assertThat(github.comments())
                .singleElement()
                .satisfies(comment -> assertThat(comment.body())
                        .contains("### Loomweight diff: ", "Compared with the capture of " + BASE_COMMIT + "."));
    }

    @Test
    void withoutACaptureOfTheBaseTheRunSaysSo() throws Exception {
        fake("0");
        github.artifact(5, "main", BASE_COMMIT, 8, zip("of-a-fork.jfr"));

        ActionRun run = run("pull_request", Map.of("recording", recording("app.jfr")));

        assertThat(run.status()).isZero();
        assertThat(run.commands()).singleElement().asString().contains("no run on the base branch has kept a capture");
        assertThat(calls()).doesNotContain("diff");
    }

    @Test
    void theCommentIsUpdatedAndThatOfAnotherUserIsNot() throws Exception {
        IntStream.range(0, 150).forEach(i -> github.comment("ada", "comment " + i));
        github.comment("mallory", "<!-- loomweight: loomweight -->\nmine");
        github.comment("github-actions[bot]", "<!-- loomweight: other -->\nof another check");
        for (String words : List.of("first", "second")) {
            Path reports = reports(words, null);
            assertThat(comment(reports).status()).isZero();
        }

        assertThat(github.comments()).hasSize(153);
        assertThat(github.comments().get(150).body()).endsWith("mine");
        assertThat(github.comments().get(151).body()).endsWith("of another check");
        assertThat(github.comments().get(152).body()).contains("second").doesNotContain("first");
    }

    @Test
    void aForkWhichMayNotWriteIsNoFailure() throws Exception {
        fake("0");
        github.readOnly();

        ActionRun run = run("pull_request", Map.of("recording", recording("app.jfr"), "base", "ignore"));

        assertThat(run.status()).isZero();
        assertThat(run.commands())
                .singleElement()
                .asString()
                .contains("::no comment is written, since GitHub answered 403");
        assertThat(github.comments()).isEmpty();
        assertThat(run.summaryText()).contains("what was checked");
    }

    @Test
    void aCommentIsNeverTooLong() throws Exception {
        String sections = "<details><summary>more</summary>\n\n" + "x".repeat(40_000) + "\n</details>\n";
        assertThat(comment(reports("the check\n" + sections, "the difference\n" + sections))
                        .status())
                .isZero();

        assertThat(github.comments())
                .singleElement()
                .satisfies(comment -> assertThat(comment.body())
                        .hasSizeBetween(40_000, 65_000)
                        .contains("the check", "the difference", "the summary of the run has the rest"));
    }

    @Test
    void pathsMayBePatternsAndHaveBlanks() throws Exception {
        fake("0");
        for (String path : List.of("a/target/loomweight/tests 1.jfr", "b/c/target/loomweight/tests-2.jfr", "-x.jfr")) {
            Files.createDirectories(
                    Objects.requireNonNull(workspace.resolve(path).getParent()));
            Files.writeString(workspace.resolve(path), "");
        }
        Files.createDirectories(workspace.resolve("a/target/classes"));
        Files.createDirectories(workspace.resolve("b/build/classes/kotlin/main"));

        run("push", Map.of("recording", "**/loomweight/*.jfr\n\n  -x.jfr\n", "arguments", "--ignore-class-init"));

        assertThat(called("check"))
                .startsWith("check a/target/loomweight/tests 1.jfr b/c/target/loomweight/tests-2.jfr ./-x.jfr"
                        + " --classpath a/target/classes --classpath b/build/classes/kotlin/main --save-baseline ")
                .contains(" --ignore-class-init ");
    }

    @ParameterizedTest
    @CsvSource({
        "recording, none/*.jfr, recording: nothing matches none/*.jfr",
        "recording, none.jfr, recording: there is no none.jfr",
        "class-path, none/*, class-path: nothing matches none/*",
        "base, sometimes, 'base: expected show, check or ignore, and not ''sometimes'''",
        "name, a/b, 'name: expected letters, digits, ''.'', ''_'' and ''-'', and not ''a/b'''"
    })
    void whatIsNotUnderstoodFailsTheJob(String input, String value, String message) throws Exception {
        fake("0");
        Map<String, String> inputs = new LinkedHashMap<>(Map.of("recording", recording("app.jfr")));
        inputs.put(input, value);

        ActionRun run = run("push", inputs);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.commands().getFirst()).isEqualTo("::error title=Loomweight::" + message);
        assertThat(calls()).doesNotContain("check ");
    }

    @Test
    void aPackageIsRunOnlyIfItsSumIsRight() throws Exception {
        Path loomweight = Files.createDirectories(folder.resolve("pack/loomweight-1.2/bin"))
                .resolve("loomweight");
        executable(loomweight, "printf '%s\\n' packed \"$*\" >> \"$CALLS\"");
        Path archive = folder.resolve("package.tar.gz");
        shell("tar -czf '" + archive + "' -C '" + folder.resolve("pack") + "' loomweight-1.2");
        String sum = shell("sha256sum '" + archive + "'").substring(0, 64);
        Map<String, String> inputs = new LinkedHashMap<>(
                Map.of("recording", recording("app.jfr"), "package", archive.toString(), "package-sha256", sum));

        run("push", inputs);
        assertThat(calls()).contains("packed", "check app.jfr");

        Files.delete(folder.resolve("calls.txt"));
        inputs.put("package-sha256", (sum.startsWith("0") ? "1" : "0") + sum.substring(1));
        ActionRun refused = run("push", inputs);
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.commands().getFirst()).contains("its SHA-256 is " + sum);
        assertThat(calls()).isEmpty();

        inputs.put("package", "https://example.org/package.tar.gz");
        inputs.put("package-sha256", "");
        assertThat(run("push", inputs).commands().getFirst()).contains("package-sha256 is required");
    }

    @Test
    void linesThatPinAreNamedFromTheRootOfTheRepository() throws Exception {
        command();
        Path sources = Files.createDirectories(workspace.resolve("shop/src/main/java/causes"));
        Path recording = Path.of(Objects.requireNonNull(CheckActionTest.class.getResource("/recordings/25/pins.jfr"))
                .toURI());
        Files.writeString(sources.resolve("PinningCauses.java"), "package " + PACKAGE + ";\n");

        ActionRun run = run(
                "pull_request",
                Map.of("recording", recording.toString(), "budget", "pins=0\nfailed-submits=0", "base", "ignore"));

        assertThat(run.status()).as(run.printed()).isEqualTo(3);
        JsonObject sarif = JsonParser.parseString(
                        Files.readString(Path.of(Objects.requireNonNull(run.output("check", "sarif")))))
                .getAsJsonObject()
                .getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject();
        // A code host refuses a file with a result that has no place.
        assertThat(sarif.getAsJsonArray("results"))
                .isNotEmpty()
                .allSatisfy(
                        result -> assertThat(result.toString())
                                .contains(
                                        "\"uri\":\"shop/src/main/java/causes/PinningCauses.java\",\"uriBaseId\":\"%SRCROOT%\""));
        assertThat(sarif.getAsJsonArray("invocations").toString())
                .contains("budgetPins", "failed-submits could not be measured");
        assertThat(github.comments())
                .singleElement()
                .satisfies(comment ->
                        assertThat(comment.body()).contains("### Loomweight check: ", "pins: 5 measured, 0 allowed."));
    }

    /** The workflow of the documentation, whose application pins. */
    @Tag("applications")
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000})
    void theWorkflowOfTheDocumentationFailsOverTheBudget(int pins) throws Exception {
        command();
        executable(bin.resolve("mvn"), "mkdir -p target && cp '" + OwnApp.jar(folder) + "' target/app.jar");
        executable(
                Files.createDirectories(workspace.resolve(".loomweight/scripts"))
                        .resolve("loomweight"),
                "exec loomweight \"$@\"");
        Files.writeString(workspace.resolve("loomweight.toml"), "[budget]\npins = " + pins + "\n");
        Files.writeString(workspace.resolve("load.txt"), "a line\n");
        Files.createDirectories(workspace.resolve("app/src/com"));
        Files.writeString(workspace.resolve("app/src/com/Echo.java"), "package com.acme;\nfinal class Echo {}\n");

        ActionRun push = job("push").workflow(ACTION.resolve("github-actions.yml"), ACTION);
        assertThat(push.status()).as(push.printed()).isEqualTo(pins == 0 ? 3 : 0);
        if (pins > 0) {
            return;
        }
        Object kept =
                Objects.requireNonNull(push.uses().get("Keep the capture")).get("path");
        shell("cd '" + kept + "' && zip -qr '" + folder.resolve("kept.zip") + "' .");
        github.artifact(1, "main", BASE_COMMIT, 7, Files.readAllBytes(folder.resolve("kept.zip")));
        shell("rm -rf '" + workspace.resolve("app.lw") + "'");

        ActionRun pull = job("pull_request").workflow(ACTION.resolve("github-actions.yml"), ACTION);
        assertThat(pull.status()).as(pull.printed()).isEqualTo(3);
        assertThat(github.comments())
                .singleElement()
                .satisfies(comment -> assertThat(comment.body())
                        .contains("### Loomweight check: ", "### Loomweight diff: ", "Compared with the capture of "));
        assertThat(Path.of(Objects.requireNonNull(pull.output("check", "reports"))))
                .isDirectoryContaining("glob:**/check.html")
                .isDirectoryContaining("glob:**/diff.html");
        assertThat(Path.of(Objects.requireNonNull(pull.output("check", "sarif"))))
                .content()
                .contains("\"uri\": \"app/src/com/Echo.java\"");
    }

    private ActionRun run(String event, Map<String, String> inputs) throws Exception {
        return job(event).action(ACTION, inputs);
    }

    private ActionRun job(String event) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("CALLS", folder.resolve("calls.txt").toString());
        environment.put("MARKDOWN", folder.resolve("markdown.txt").toString());
        environment.put("STATUS_OF_CHECK", folder.resolve("status.txt").toString());
        environment.put("GITHUB_API_URL", github.address());
        environment.put("GITHUB_EVENT_PATH", event().toString());
        environment.put("GITHUB_REPOSITORY", "acme/shop");
        environment.put("GITHUB_RUN_ID", "99");
        environment.put("GITHUB_SERVER_URL", "https://github.example");
        environment.put("PATH", bin + ":" + Jdks.home("loomweight.jdk21").resolve("bin") + ":" + System.getenv("PATH"));
        return new ActionRun(workspace, folder.resolve("runner"), environment, event);
    }

    /** What GitHub says of the event, as far as it is read. */
    private Path event() throws IOException {
        return Files.writeString(folder.resolve("event.json"), """
                {"action": "synchronize", "number": 12, "pull_request": {"number": 12, "title": "$(touch hacked)",
                 "head": {"ref": "a;b", "sha": "%s", "repo": {"id": 8, "full_name": "mallory/shop", "fork": true}},
                 "base": {"ref": "main", "sha": "%s", "repo": {"id": 7, "full_name": "acme/shop", "fork": false}}}}
                """.formatted(COMMIT, BASE_COMMIT));
    }

    /** Runs the step that comments, over reports that are there. */
    private ActionRun comment(Path reports) throws Exception {
        Path action = Files.createDirectories(folder.resolve("comment"));
        shell("cp '" + ACTION + "'/*.sh '" + action + "'");
        Files.writeString(action.resolve("action.yml"), """
                runs:
                  using: composite
                  steps:
                    - name: Comment
                      run: bash "$GITHUB_ACTION_PATH/comment.sh"
                      env:
                        REPORTS: %s
                        INPUT_COMMENT_AUTHOR: github-actions[bot]
                        INPUT_NAME: loomweight
                        INPUT_TOKEN: ${{ github.token }}
                """.formatted(reports));
        Files.createDirectories(folder.resolve("runner/loomweight-loomweight"));
        return job("pull_request").action(action, Map.of());
    }

    private Path reports(String check, @Nullable String diff) throws IOException {
        Path reports = Files.createDirectories(folder.resolve("reports"));
        Files.writeString(reports.resolve("check.md"), check);
        if (diff != null) {
            Files.writeString(reports.resolve("diff.md"), diff);
        }
        return reports;
    }

    /** An input that is there. */
    private String recording(String name) throws IOException {
        Files.writeString(workspace.resolve(name), "");
        return name;
    }

    private void fake(String status) throws IOException {
        Files.writeString(folder.resolve("status.txt"), status);
        executable(bin.resolve("loomweight"), FAKE);
    }

    /** Puts the command of this build on the path. */
    private void command() throws IOException {
        String quoted =
                CommandProcess.words().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        executable(bin.resolve("loomweight"), "exec " + quoted + " \"$@\"");
    }

    private String calls() throws IOException {
        Path calls = folder.resolve("calls.txt");
        return Files.exists(calls) ? Files.readString(calls) : "";
    }

    /** The line with which a command was called. */
    private String called(String command) throws IOException {
        return calls().lines()
                .filter(line -> line.startsWith(command + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(command + " was not called"));
    }

    private static byte[] zip(String recording) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : List.of("baseline.json", "recording/" + recording)) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("{}".getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static boolean isThere(String program) {
        return Path.of("/usr/bin", program).toFile().canExecute()
                || Path.of("/bin", program).toFile().canExecute();
    }

    private static String shell(String script) throws IOException {
        Process process = new ProcessBuilder("bash", "-euc", script)
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(printed).isZero();
        return printed;
    }
}
