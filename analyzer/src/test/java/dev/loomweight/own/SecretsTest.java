package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.capture.SecretEvents;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Secrets of an application, planted in a real JVM and looked for in everything that is written of it. */
@Tag("oracles")
class SecretsTest {

    private static final String MASK = "(masked; --show-secrets)";

    /** The field of each type that has a secret here. */
    private static final Map<String, String> FIELDS = new TreeMap<>(Map.of(
            "jdk.InitialEnvironmentVariable", "value",
            "jdk.InitialSystemProperty", "value",
            "jdk.JVMInformation", "jvmArguments",
            "jdk.SystemProcess", "commandLine",
            "jdk.ProcessStart", "command",
            "jdk.StringFlag", "value"));

    @TempDir
    private static Path folder;

    private static final Map<String, Path> CAPTURES = new TreeMap<>();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A capture with the JDK's settings, which hold all of the secrets. */
    private static Path telling(String jdk) throws Exception {
        Path known = CAPTURES.get(jdk);
        if (known == null) {
            known = SecretApp.capture(Jdks.home(jdk), Files.createDirectories(folder.resolve(jdk)), "profile");
            CAPTURES.put(jdk, known);
        }
        return known;
    }

    private static Path recording(String jdk) throws Exception {
        return telling(jdk).resolve("recording.jfr");
    }

    private int run(Object... arguments) {
        List<String> words = new ArrayList<>();
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        return CliRun.run(out, err, words.toArray(String[]::new));
    }

    private String said() {
        return out + "" + err;
    }

    /** A text as it would be on one line. */
    private static String unwrapped(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static List<String> in(String text) {
        return SecretApp.in(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void whatIsCapturedByDefaultHoldsNoSecret(String jdk) throws Exception {
        Path own = Files.createDirectories(folder.resolve(jdk + "-default"));
        Path capture = SecretApp.capture(Jdks.home(jdk), own, "");

        assertThat(SecretApp.below(capture)).isEmpty();
        assertThat(in(Files.readString(own.resolve("err.txt")))).isEmpty();
        assertThat(Files.readString(own.resolve("err.txt"))).doesNotContain("secrets");
    }

    // The recording is the control of all other tests: the secrets are there to be found.
    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theJdksSettingsRecordThemWhichIsSaidAndRunEchoesNone(String jdk) throws Exception {
        Path capture = telling(jdk);
        String printed = Files.readString(capture.resolveSibling("err.txt"));

        assertThat(SecretApp.below(capture))
                .containsExactlyElementsOf(SecretApp.SECRETS.stream()
                        .map(secret -> "recording.jfr: " + secret)
                        .toList());
        assertThat(in(printed)).isEmpty();
        assertThat(printed)
                .containsPattern("run: \\S+/bin/java -XX:NativeMemoryTracking=summary .* vault.jar \\.\\.\\.\n");
        assertThat(unwrapped(printed))
                .contains("loomweight run: the settings profile record events that can hold secrets (jdk.")
                .contains("jdk.InitialEnvironmentVariable, ", "loomweight scrub " + capture + " COPY")
                .containsPattern("It holds events that can contain secrets: \\d+ jdk.InitialEnvironmentVariable, ");
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void noReportHoldsThemInAnyFormat(String jdk) throws Exception {
        for (String question : List.of("report", "pins", "memory")) {
            for (String format :
                    List.of("text", "markdown", "json", "html", "csv", "collapsed", "speedscope", "sarif", "junit")) {
                for (Object input : List.of(telling(jdk), recording(jdk))) {
                    if (!question.equals("memory") || input.equals(telling(jdk))) {
                        run(question, input, "--format", format, "--jmc-rules");
                    }
                }
            }
        }
        run("diff", telling(jdk), telling(jdk));
        run("check", telling(jdk), "--budget", "pins=0", "--format", "json");

        assertThat(in(said())).isEmpty();
        assertThat(unwrapped(out.toString()))
                .contains("It holds events that can contain secrets: ", "What was recorded")
                .contains("events that can hold secrets were not passed to Mission Control");
    }

    // Mission Control quotes them, where it is let.
    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void missionControlsRulesQuoteThemWhereThatIsAskedFor(String jdk) throws Exception {
        assertThat(run("report", recording(jdk), "--jmc-rules", "--show-secrets"))
                .isZero();

        assertThat(in(said())).isNotEmpty();
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theyAreMaskedAtThePrompt(String jdk) throws Exception {
        List<Object> words = new ArrayList<>(List.of("repl", recording(jdk)));
        for (String format : List.of("text", "json", "csv", "md")) {
            words.addAll(List.of("-c", "set format " + format));
            FIELDS.forEach((type, field) -> {
                words.addAll(List.of("-c", "events " + type));
                words.addAll(List.of("-c", "events " + type + " | by " + field + " | top 3"));
                words.addAll(List.of("-c", "sql SELECT * FROM " + type + " ORDER BY 1"));
                words.addAll(List.of("-c", "sql SELECT max(\"" + field + "\") FROM " + type));
            });
        }
        for (String ending : List.of("csv", "json", "md", "html")) {
            words.addAll(
                    List.of("-c", "events InitialSystemProperty | save " + folder.resolve(jdk + "-saved." + ending)));
        }
        assertThat(run(words.toArray())).as(err.toString()).isZero();

        assertThat(in(said())).isEmpty();
        assertThat(out.toString()).contains(MASK, "ACME_TOKEN", "acme.password");
        for (String ending : List.of("csv", "json", "md", "html")) {
            String saved = Files.readString(folder.resolve(jdk + "-saved." + ending));
            assertThat(in(saved)).isEmpty();
            assertThat(saved).contains("acme.password", MASK);
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void aConditionOnAMaskedValueFindsNothingOut(String jdk) throws Exception {
        assertThat(run(
                        "repl",
                        recording(jdk),
                        "-c",
                        "set format csv",
                        "-c",
                        "events InitialSystemProperty | where value ~ \"4712\" | select key",
                        "-c",
                        "events InitialSystemProperty | where value ~ \"masked\" and key = \"acme.password\" | select key",
                        "-c",
                        "sql SELECT count(*) AS n FROM InitialEnvironmentVariable WHERE \"value\" LIKE '%4711%'"))
                .as(err.toString())
                .isZero();

        assertThat(lines()).containsExactly("key", "key", "acme.password", "N", "0");
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theyAreShownWhereThatIsAskedForAndMaskedAgain(String jdk) throws Exception {
        List<Object> words = new ArrayList<>(List.of("repl", "--show-secrets", recording(jdk), "-c", "set format csv"));
        FIELDS.forEach((type, field) -> words.addAll(List.of("-c", "events " + type)));
        words.addAll(List.of("-c", "sql SELECT \"value\" FROM InitialSystemProperty WHERE \"value\" LIKE '4712%'"));
        assertThat(run(words.toArray())).isZero();
        assertThat(in(out.toString())).containsExactlyElementsOf(SecretApp.SECRETS);
        // Not by assertions on the text, which would print this machine's environment.
        assertThat(lines().getLast()).isEqualTo(SecretApp.OF_PROPERTY);
        assertThat(out.toString().contains(MASK)).isFalse();

        out.getBuffer().setLength(0);
        String ask = "sql SELECT \"value\" FROM InitialSystemProperty WHERE \"key\" = 'acme.password'";
        assertThat(run(
                        "repl",
                        recording(jdk),
                        "-c",
                        "set format csv",
                        "-c",
                        ask,
                        "-c",
                        "set secrets shown",
                        "-c",
                        ask,
                        "-c",
                        "set secrets masked",
                        "-c",
                        ask))
                .isZero();
        assertThat(lines()).containsExactly("value", MASK, "value", SecretApp.OF_PROPERTY, "value", MASK);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void aScrubbedCaptureHoldsNoneInItsBytesAndReadsAsBefore(String jdk) throws Exception {
        Path copy = folder.resolve(jdk + "-copy.lw");
        assertThat(run("scrub", telling(jdk), copy)).as(said()).isZero();

        assertThat(SecretApp.below(copy)).isEmpty();
        assertThat(in(said())).isEmpty();
        assertThat(out.toString()).contains("Events left out", "jdk.ProcessStart", "recording.jfr");
        Map<String, Long> before = counts(recording(jdk));
        Map<String, Long> after = counts(copy.resolve("recording.jfr"));
        assertThat(before.keySet()).containsAll(FIELDS.keySet());
        before.keySet().removeAll(SecretEvents.TYPES);
        assertThat(after).isEqualTo(before);
        assertThat(names(copy)).isEqualTo(names(telling(jdk)));

        out.getBuffer().setLength(0);
        assertThat(run("report", copy)).as(said()).isZero();
        assertThat(out.toString()).contains("What was recorded").doesNotContain("secrets");
    }

    private static Set<String> names(Path capture) throws IOException {
        try (var files = Files.walk(capture)) {
            Set<String> names = new TreeSet<>();
            files.forEach(file -> names.add(capture.relativize(file).toString()));
            return names;
        }
    }

    private static Map<String, Long> counts(Path recording) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                counts.merge(events.readEvent().getEventType().getName(), 1L, Long::sum);
            }
        }
        return counts;
    }

    // A launcher of its own: its words are not those of java, and the first of them is no main class.
    @Test
    void theListOfJvmsHasNoArgument() throws Exception {
        Path served = Files.createDirectories(folder.resolve(SecretApp.OF_ARGUMENT));
        Process server = new ProcessBuilder(
                        Jdks.home("loomweight.jdk.newest")
                                .resolve("bin/jwebserver")
                                .toString(),
                        "-d",
                        served.toString(),
                        "-p",
                        "0")
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(server.inputReader().readLine()).isNotNull();
            assertThat(run("record")).isZero();
        } finally {
            server.destroyForcibly().waitFor();
        }
        assertThat(out.toString()).containsPattern("(?m)^ *" + server.pid() + " +jwebserver ");
        assertThat(in(said())).isEmpty();
    }

    @Test
    void recordSaysSoToo() throws Exception {
        Path own = Files.createDirectories(folder.resolve("record"));
        try (OwnApp app = OwnApp.start(Jdks.home("loomweight.jdk21"), own, List.of())) {
            assertThat(run(
                            "record",
                            app.pid(),
                            "--duration",
                            "1s",
                            "--settings",
                            "default",
                            "-o",
                            own.resolve("app.lw")))
                    .as(said())
                    .isZero();
        }
        assertThat(err.toString())
                .containsOnlyOnce("the settings default record events that can hold secrets (jdk.")
                .contains("loomweight scrub " + own.resolve("app.lw") + " COPY");
    }

    @Test
    void textsOfAJvmAreReadWithoutAWordOfItsEnvironment() throws Exception {
        Path home = Jdks.home("loomweight.jdk.newest");
        Path own = Files.createDirectories(folder.resolve("texts"));
        List<String> words = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                "-XX:NativeMemoryTracking=summary",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + own.resolve("hs_err.log")));
        words.addAll(SecretApp.words(own));
        words.remove("-XX:OnError=echo " + SecretApp.OF_FLAG);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        // The JVM writes some variables into VM.info and crash logs, this one among them.
        builder.environment().put("JAVA_OPTS", SecretApp.OF_ENVIRONMENT);
        builder.environment().put("JDK_JAVA_OPTIONS", "-Dtoken=" + SecretApp.OF_ENVIRONMENT);
        Process vault = builder.start();
        try {
            var reader = vault.inputReader();
            for (String line = reader.readLine(); !"ready".equals(line); line = reader.readLine()) {
                assertThat(line).as("a line before it ended").isNotNull();
            }
            String info = jcmd(home, vault.pid(), "VM.info");
            String properties = jcmd(home, vault.pid(), "VM.system_properties");
            String nmt = jcmd(home, vault.pid(), "VM.native_memory");
            new ProcessBuilder("kill", "-SEGV", Long.toString(vault.pid()))
                    .start()
                    .waitFor();
            reader.lines().forEach(line -> {});
            vault.waitFor();
            String log = Files.readString(own.resolve("hs_err.log"));
            assertThat(List.of(info, log, properties))
                    .allSatisfy(text -> assertThat(in(text)).isNotEmpty());

            String half = nmt.substring(0, nmt.length() / 2);
            for (String text : List.of(
                    info, log, properties, properties + nmt, half + properties + nmt, nmt + properties + info)) {
                Path file = Files.writeString(own.resolve("text.txt"), text);
                for (String format : List.of("text", "json", "html")) {
                    run("report", file, "--format", format);
                }
            }
        } finally {
            vault.destroyForcibly().waitFor();
        }
        assertThat(out.toString()).contains("Java heap", "skipped lines outside the NMT output: ");
        assertThat(in(said())).isEmpty();
    }

    private static String jcmd(Path home, long pid, String command) throws Exception {
        Process jcmd = new ProcessBuilder(home.resolve("bin/jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor()).as(answer).isZero();
        return answer;
    }

    @Test
    void runNamesNoArgumentWhereItRefuses() {
        assertThat(run("run", "java", "-jar", "app.jar", "--password=" + SecretApp.OF_ARGUMENT))
                .isEqualTo(2);
        assertThat(run(
                        "run",
                        "-o",
                        folder.resolve("none.lw"),
                        "--",
                        folder + "/none/java",
                        "-Dp=" + SecretApp.OF_PROPERTY,
                        "Main",
                        SecretApp.OF_ARGUMENT))
                .isEqualTo(127);

        assertThat(in(said())).isEmpty();
        assertThat(err.toString()).contains("cannot start " + folder + "/none/java");
    }
}
