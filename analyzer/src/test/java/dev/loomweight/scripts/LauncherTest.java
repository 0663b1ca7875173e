package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scripts/loomweight} in a made-up checkout: when it builds, what it says, and what it hands to Java. */
class LauncherTest {

    /** Java that learns and dumps an archive as the JDK does, and else prints its arguments. */
    private static final String JAVA = """
            for a; do
              case $a in
                -XX:DumpLoadedClassList=*) echo 'java/lang/Object id: 0' >"${a#*=}"; exit ;;
                -XX:SharedArchiveFile=*) file=${a#*=} ;;
                -Xshare:dump) dump=1 ;;
              esac
            done
            if [[ -n ${dump:-} ]]; then
              echo archive >"$file"; exit
            fi
            printf '[%s]\\n' "$@"
            exit "${JAVA_STATUS:-0}"
            """;

    private static final String MAVEN = """
            echo "JAVA_HOME=$JAVA_HOME $*" >>"$HOME/builds"
            for m in agent samples analyzer; do
              mkdir -p $m/target; echo jar >$m/target/loomweight-$m-1.0.jar
            done
            echo jar >analyzer/target/loomweight.jar
            """;

    @TempDir
    private Path folder;

    private Machine machine;
    private Path checkout;
    private Path launcher;
    private Path jdk;

    @BeforeEach
    void checkout() throws IOException {
        checkout = folder.toRealPath().resolve("check out");
        launcher = checkout.resolve("scripts/loomweight");
        Files.createDirectories(checkout);
        Machine.copy(Machine.SCRIPTS, checkout.resolve("scripts"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        for (String module : List.of(
                "agent",
                "samples",
                "analyzer/core",
                "analyzer/kernel",
                "analyzer/pins",
                "analyzer/threads",
                "analyzer/memory",
                "analyzer/fleet",
                "samples/lab",
                "analyzer")) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
            Files.writeString(checkout.resolve(module).resolve("src/main/A.java"), "class A {}");
        }
        machine = new Machine(folder);
        machine.command("mvn", MAVEN);
        jdk = machine.jdkThat(JAVA, "jdk", "25.0.3", "javac");
        machine.set("LOOMWEIGHT_JDK", jdk.toString());
    }

    @Test
    void theFirstStartBuildsAndTheSecondOnlyRuns() throws Exception {
        Outcome first = machine.run(launcher, "pins");
        assertThat(first.status()).as(first.err()).isZero();
        assertThat(first.err()).matches("""
                        loomweight: building with JDK 25\\.0\\.3 \\.\\.\\. \\d+ s
                        loomweight: start archive \\.\\.\\. \\d+ s
                        """);

        Outcome second = machine.run(launcher, "pins");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(builds()).hasSize(1);
        assertThat(builds().getFirst()).startsWith("JAVA_HOME=" + jdk + " -B -ntp ");
    }

    @Test
    void argumentsReachJavaAsTheyWere() throws Exception {
        Outcome outcome = machine.run(launcher, "run", "two words", "*", "", "--", "-Dx=$HOME");
        Path target = checkout.resolve("analyzer/target");
        // Whether it is there depends on the machine.
        assertThat(outcome.out().lines().filter(line -> !line.equals("[-XX:+UseTransparentHugePages]")))
                .containsExactly(
                        "[-Xlog:disable]",
                        "[-XX:SharedArchiveFile=" + target.resolve("loomweight-25.0.3.jsa") + "]",
                        "[-XX:+UseSerialGC]",
                        "[-Dloomweight.samples=" + checkout.resolve("samples/target/loomweight-samples-1.0.jar") + "]",
                        "[-Dloomweight.agent=" + checkout.resolve("agent/target/loomweight-agent.jar") + "]",
                        "[-Djdk.reflect.useNativeAccessorOnly=true]",
                        "[-jar]",
                        "[" + target.resolve("loomweight.jar") + "]",
                        "[run]",
                        "[two words]",
                        "[*]",
                        "[]",
                        "[--]",
                        "[-Dx=$HOME]");
    }

    /** The optimizing compiler is for work that takes long: GBs, which a file with a hole has at once, and other readers. */
    @Test
    void largeFilesAndOtherReadersGetTheOptimizingCompiler() throws Exception {
        Path small = Files.writeString(folder.resolve("-small (1).jfr"), "small");
        Path large = folder.resolve("large.jfr");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((3L << 30) + 4096);
        }
        String quick = "[-XX:TieredStopAtLevel=1]";
        assertThat(machine.run(launcher, "--version").out()).contains(quick);
        assertThat(machine.run(launcher, "pins", small.toString(), "missing.jfr")
                        .out())
                .contains(quick);
        assertThat(machine.run(launcher, "pins", small.toString(), large.toString())
                        .out())
                .doesNotContain(quick);
        assertThat(machine.run(launcher, "pins", "--reader", "jdk", small.toString())
                        .out())
                .doesNotContain(quick);
        assertThat(machine.run(launcher, "record", small.toString()).out()).doesNotContain(quick);

        Path dump = folder.resolve("dump.json");
        try (RandomAccessFile file = new RandomAccessFile(dump.toFile(), "rw")) {
            file.setLength((32L << 20) + 4096);
        }
        assertThat(machine.run(launcher, "threads", "4711").out()).contains(quick);
        assertThat(machine.run(launcher, "hang", small.toString()).out()).contains(quick);
        assertThat(machine.run(launcher, "hang", dump.toString()).out()).doesNotContain(quick);
        assertThat(machine.run(launcher, "pins", dump.toString()).out()).contains(quick);
    }

    @Test
    void theUsersJavaOptionsComeThroughAndChooseTheCollector() throws Exception {
        machine.set("LOOMWEIGHT_JAVA_OPTS", "-Xmx1g -XX:+UseG1GC");
        assertThat(machine.run(launcher, "pins").out())
                .contains("[-Xmx1g]\n[-XX:+UseG1GC]\n")
                .doesNotContain("SerialGC");
    }

    @Test
    void theStatusOfTheCommandIsTheStatusOfTheScript() throws Exception {
        machine.set("JAVA_STATUS", "3");
        assertThat(machine.run(launcher, "check").status()).isEqualTo(3);
    }

    @Test
    void aLinkToTheScriptRunsItsCheckout() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("home/loomweight"), launcher);
        assertThat(machine.run(link, "pins").out())
                .contains("[" + checkout.resolve("analyzer/target/loomweight.jar") + "]");
    }

    @Test
    void aChangedSourceIsBuiltAgain() throws Exception {
        machine.run(launcher, "pins");
        touchLater(checkout.resolve("samples/src/main/A.java"));
        assertThat(machine.run(launcher, "pins").err()).contains("building with JDK");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void aChangedProgramInGoIsPackedAgain() throws Exception {
        Path program = checkout.resolve("samples/go/main.go");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "package main");
        machine.run(launcher, "pins");
        touchLater(program);
        machine.run(launcher, "pins");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void aSourceThatWentAwayIsBuiltAgain() throws Exception {
        machine.run(launcher, "pins");
        Files.delete(checkout.resolve("agent/src/main/A.java"));
        touchLater(checkout.resolve("agent/src/main"));
        machine.run(launcher, "pins");
        assertThat(builds()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"agent", "samples"})
    void aJarThatWentAwayIsBuiltAgain(String module) throws Exception {
        machine.run(launcher, "pins");
        Files.delete(checkout.resolve(module + "/target/loomweight-" + module + "-1.0.jar"));
        assertThat(machine.run(launcher, "run", "sleepers").err()).contains("building with JDK");
        assertThat(builds()).hasSize(2);
        assertThat(machine.run(launcher, "pins").err()).isEmpty();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void startsAtTheSameTimeShareOneBuild() throws Exception {
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(machine.started(launcher, "pins"));
        }
        for (Process start : starts) {
            assertThat(machine.outcome(start).out()).endsWith("[pins]\n");
        }
        assertThat(builds()).hasSize(1);
    }

    @Test
    void aFailedBuildShowsTheErrorsAndWhereTheRestIs() throws Exception {
        machine.command("mvn", """
                echo '[INFO] Building'
                echo '[ERROR] /x/A.java:[3,4] cannot find symbol'
                echo '[ERROR] /x/A.java:[3,4] cannot find symbol'
                echo '[ERROR] Re-run Maven using the -X switch to enable full debug logging.'
                exit 1
                """);
        Outcome outcome = machine.run(launcher, "pins");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches("loomweight: building with JDK 25\\.0\\.3 \\.\\.\\. failed after \\d+ s"),
                        line -> assertThat(line).isEqualTo("[ERROR] /x/A.java:[3,4] cannot find symbol"),
                        line -> assertThat(line)
                                .isEqualTo("loomweight: the build failed; the complete output of Maven is in "
                                        + checkout.resolve("target/build.log")));
    }

    @Test
    void aJvmThatMakesNoArchiveIsAskedOnce() throws Exception {
        machine.set("LOOMWEIGHT_JDK", machine.jdk("plain", "25.0.3", "javac").toString());
        assertThat(machine.run(launcher, "pins").err()).contains("start archive");
        Outcome second = machine.run(launcher, "pins");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).contains("[pins]").doesNotContain("SharedArchiveFile");
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(folder.resolve("home/builds"));
    }

    private static void touchLater(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }
}
