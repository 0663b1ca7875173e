package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/lib/jdk.sh}: which JDK is taken, and what is said where none will do. */
class JdkChoiceTest {

    private static final String FIND = """
            source lib/jdk.sh
            jdk_places() { JDK_PLACES=("$FAKES"/*); }
            jdk_find
            jdk_need_run
            %s
            printf '%%s|' "${JDK_RUN##*/}" "$JDK_RUN_VERSION" "${JDK_BUILD##*/}" "$JDK_BUILD_VERSION" "${JDK_21##*/}"
            """;
    private static final String RUN = FIND.formatted("");
    private static final String BUILD = FIND.formatted("jdk_need_build");

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeEach
    void machine() throws IOException {
        machine = new Machine(folder);
    }

    @Test
    void versionsAreComparedAsNumbers() throws Exception {
        machine.jdk("a", "25.0.10", "javac");
        machine.jdk("b", "25.0.9", "javac");
        machine.jdk("c", "9.0.4", "javac");
        assertThat(machine.bash(BUILD).out()).isEqualTo("a|25.0.10|a|25.0.10||");
    }

    @Test
    void aFourthNumberCounts() throws Exception {
        machine.jdk("a", "25.0.1", "javac");
        machine.jdk("b", "25.0.1.1", "javac");
        assertThat(machine.bash(BUILD).out()).startsWith("b|25.0.1.1|");
    }

    @Test
    void theNewestRunsAndTheNewestWithJavacBuilds() throws Exception {
        machine.jdk("newest", "26");
        machine.jdk("lts", "25.0.30", "javac");
        machine.jdk("older", "21.0.8", "javac", "jcmd");
        assertThat(machine.bash(BUILD).out()).isEqualTo("newest|26|lts|25.0.30|older|");
    }

    @Test
    void oneOfEachOlderVersionWithItsToolsIsKeptForTheTests() throws Exception {
        machine.jdk("a", "11.0.13");
        machine.jdk("b", "11.0.9", "jcmd");
        machine.jdk("c", "11.0.13", "jcmd");
        Path linked = machine.jdk("d", "17.0.9", "jcmd");
        Files.writeString(linked.resolve("release"), "JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base jdk.attach\"\n");
        machine.jdk("e", "17.0.8", "jcmd");
        machine.jdk("f", "21.0.8", "jcmd");
        machine.jdk("g", "25.0.3", "jcmd");
        String kept = FIND.formatted("printf '%s|%s|' \"${JDK_11##*/}\" \"${JDK_17##*/}\"");
        assertThat(machine.bash(kept).out()).isEqualTo("b|e|g|25.0.3|||f|");
    }

    @Test
    void aRuntimeThatCannotAttachIsPassedOver() throws Exception {
        Path linked = machine.jdk("linked", "26");
        Files.writeString(linked.resolve("release"), "JAVA_VERSION=\"26\"\nMODULES=\"java.base jdk.jfr\"\n");
        machine.jdk("lts", "25.0.3", "javac");
        assertThat(machine.bash(BUILD).out()).startsWith("lts|25.0.3|lts|");
    }

    @Test
    void tooOldOnesAreNamedOnceWithVersionAndPlace() throws Exception {
        Path seventeen = machine.jdk("seventeen", "17.0.15", "javac");
        Path eight = machine.jdk("eight", "1.8.0_402", "javac");
        Files.createSymbolicLink(folder.resolve("jdks/link"), seventeen);
        assertOneLine(
                machine.bash(RUN),
                "loomweight: no Java 21 or newer: found 1.8.0_402 in " + eight.toRealPath() + ", 17.0.15 in "
                        + seventeen.toRealPath() + "; install one, or name its home in LOOMWEIGHT_JDK");
    }

    @Test
    void noJavaAtAllIsSaid() throws Exception {
        assertOneLine(
                machine.bash(RUN),
                "loomweight: no Java 21 or newer: found none on the PATH, in JAVA_HOME or in the usual places;"
                        + " install one, or name its home in LOOMWEIGHT_JDK");
    }

    @Test
    void aRuntimeAloneRunsButDoesNotBuild() throws Exception {
        Path runtime = machine.jdk("runtime", "21.0.8");
        assertThat(machine.bash(RUN).out()).isEqualTo("runtime|21.0.8||||");
        assertOneLine(
                machine.bash(BUILD),
                "loomweight: no JDK 21 or newer with javac to build with: found 21.0.8 in " + runtime.toRealPath()
                        + " (without javac); install one, or name its home in LOOMWEIGHT_JDK");
    }

    @Test
    void theUsersWordIsStrongerThanANewerJdk() throws Exception {
        machine.jdk("newest", "26", "javac");
        machine.set("LOOMWEIGHT_JDK", machine.jdk("mine", "21.0.8", "javac") + "/");
        assertThat(machine.bash(BUILD).out()).startsWith("mine|21.0.8|mine|21.0.8|");
    }

    @Test
    void aWrongWordOfTheUserIsNotWorkedAround() throws Exception {
        machine.jdk("newest", "26", "javac");
        Path nowhere = folder.resolve("nowhere");
        machine.set("LOOMWEIGHT_JDK", nowhere.toString());
        assertOneLine(
                machine.bash(RUN),
                "loomweight: LOOMWEIGHT_JDK=" + nowhere
                        + " holds no JDK (bin/java and the file release): name the home of a JDK 21 or newer");

        Path old = machine.jdk("old", "17.0.15", "javac");
        machine.set("LOOMWEIGHT_JDK", old.toString());
        assertOneLine(
                machine.bash(RUN),
                "loomweight: LOOMWEIGHT_JDK=" + old + " is Java 17.0.15: name the home of a JDK 21 or newer");

        Path runtime = machine.jdk("runtime", "21.0.8");
        machine.set("LOOMWEIGHT_JDK", runtime.toString());
        assertOneLine(
                machine.bash(BUILD),
                "loomweight: LOOMWEIGHT_JDK=" + runtime
                        + " (21.0.8) has no javac, and there is something to build: name a full JDK 21 or newer");
    }

    @Test
    void theJavaOfThePathIsFollowedThroughItsLinks() throws Exception {
        Path home = machine.jdk("home", "25.0.3").toRealPath();
        Path alternatives = Files.createSymbolicLink(folder.resolve("alternatives"), home.resolve("bin/java"));
        Files.createSymbolicLink(folder.resolve("bin/java"), alternatives);
        assertThat(machine.bash("source lib/jdk.sh; jdk_on_path; echo \"$JDK_ON_PATH\"")
                        .out())
                .isEqualTo(home + "\n");
    }

    private static void assertOneLine(Outcome outcome, String line) {
        assertThat(outcome.err()).isEqualTo(line + "\n");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }
}
