package dev.loomweight.scripts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Tools;
import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher of the package in a made-up package, run by shells that know no more than POSIX. */
@Tag("installed")
class PackageLauncherTest {

    /** Whether it is there depends on the machine. */
    private static final String LARGE_PAGES = "-XX:+UseTransparentHugePages";

    private static final String QUICK = "[-XX:TieredStopAtLevel=1]\n";

    @TempDir
    private Path folder;

    private Machine machine;
    private Path home;
    private Path launcher;

    @BeforeEach
    void unpack() throws IOException {
        home = folder.toRealPath().resolve("unpacked $HERE");
        Machine.copy(Machine.SCRIPTS.resolve("dist"), home);
        launcher = home.resolve("bin/loomweight");
        machine = new Machine(folder);
        machine.set("PATH", tools().toString());
        // What is installed on this machine is not seen.
        Path places = home.resolve("lib/java.sh");
        Files.writeString(
                places,
                Files.readString(places)
                        .replaceAll("/usr/(lib/jvm|java|local/opt)|/opt/", folder.toRealPath() + "/nowhere/")
                        .replace("/usr/libexec", folder.toRealPath() + "/libexec"));
    }

    /** A PATH with the tools that the launchers may use, and without the java of this machine. */
    private Path tools() throws IOException {
        for (String tool : List.of("bash", "find", "readlink", "sort", "sed", "cat", "mktemp", "rm", "mkdir")) {
            machine.command(tool, "exec /usr/bin/" + tool + " \"$@\"");
        }
        return folder.resolve("bin");
    }

    private Outcome run(String shell, String... arguments) throws Exception {
        return machine.outcome(machine.startedBy(shell(shell), launcher, arguments));
    }

    private static List<String> shell(String words) {
        List<String> shell = new ArrayList<>(List.of(words.split(" ", -1)));
        shell.set(0, "/usr/bin/" + shell.getFirst());
        return shell;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void argumentsReachJavaAsTheyWere(String shell) throws Exception {
        Tools.require(shell);
        machine.set("LOOMWEIGHT_JDK", machine.jdk("jdk", "25.0.3").toString());
        Outcome outcome = run(shell, "run", "two words", "*", "", "--", "-Dx=$HOME", "new\nline");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().replace("[" + LARGE_PAGES + "]\n", ""))
                .isEqualTo("[-Xlog:disable]\n[-XX:+UseSerialGC]\n"
                        + "[-Dloomweight.samples=" + home + "/lib/loomweight-samples.jar]\n"
                        + "[-Dloomweight.agent=" + home + "/lib/loomweight-agent.jar]\n"
                        + "[-Djdk.reflect.useNativeAccessorOnly=true]\n"
                        + "[-jar]\n[" + home + "/lib/loomweight.jar]\n"
                        + "[run]\n[two words]\n[*]\n[]\n[--]\n[-Dx=$HOME]\n[new\nline]\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void itHandsOverWhatTheLauncherOfTheCheckoutDoes(String shell) throws Exception {
        Tools.require(shell);
        Path checkout = folder.toRealPath().resolve("checkout");
        for (String module : List.of("agent", "samples", "analyzer")) {
            Files.createDirectories(checkout.resolve(module + "/target"));
            Files.createDirectories(checkout.resolve(module + "/src/main"));
        }
        Machine.copy(Machine.SCRIPTS, checkout.resolve("scripts"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        Files.writeString(checkout.resolve("samples/target/loomweight-samples-1.jar"), "");
        Files.writeString(checkout.resolve("agent/target/loomweight-agent.jar"), "");
        Files.writeString(checkout.resolve("analyzer/target/loomweight.jar"), "");
        Files.writeString(checkout.resolve("analyzer/target/loomweight-25.0.3.jsa"), "archive");
        Files.writeString(home.resolve("lib/loomweight-25.0.3.jsa"), "archive");
        machine.set("LOOMWEIGHT_JDK", machine.jdk("jdk", "25.0.3").toString());
        Path small = Files.writeString(folder.resolve("-small (1).jfr"), "small");
        Path large = folder.resolve("large.jfr");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((3L << 30) + 4096);
        }
        for (String options : List.of("", "-Xmx1g  -Dx=*", "-XX:+UseG1GC")) {
            machine.set("LOOMWEIGHT_JAVA_OPTS", options);
            for (List<String> arguments : List.of(
                    List.<String>of(),
                    List.of("--version"),
                    List.of("mcp"),
                    List.of("pins", small.toString(), "missing.jfr"),
                    List.of("pins", small.toString(), large.toString()),
                    List.of("report", "--reader", "jdk", small.toString()),
                    List.of("report", "--reader=jmc", small.toString()),
                    List.of("record", small.toString()))) {
                Outcome ours = run(shell, arguments.toArray(String[]::new));
                Outcome theirs = machine.run(checkout.resolve("scripts/loomweight"), arguments.toArray(String[]::new));
                assertThat(ours.err()).isEmpty();
                assertThat(theirs.err()).isEmpty();
                assertThat(withoutFolders(ours.out())).isEqualTo(withoutFolders(theirs.out()));
            }
        }
        assertThat(run(shell, "pins", small.toString()).out()).contains(QUICK);
        assertThat(run(shell, "pins", large.toString()).out()).doesNotContain(QUICK);
        assertThat(run(shell, "threads", "4711").out()).contains(QUICK);
        assertThat(run(shell, "hang", large.toString()).out()).doesNotContain(QUICK);
    }

    /** The files by their names alone. */
    private static String withoutFolders(String arguments) {
        return arguments
                .replaceAll("([\\[=])/[^\\n]*/([^/\\n]*)", "$1$2")
                .replace("loomweight-samples-1", "loomweight-samples");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void javaIsChosenByWhoNamesIt(String shell) throws Exception {
        Tools.require(shell);
        Path nowhere = folder.toRealPath().resolve("nowhere");
        assertThat(run(shell, "pins"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "loomweight: no Java 21 or newer: found none in JAVA_HOME, on the PATH or in"
                                + " the usual places; install one, name its home in LOOMWEIGHT_JDK, or take the package with a"
                                + " runtime\n"));
        Path old = machine.jdkThat("echo old", "old", "17.0.15");
        machine.set("JAVA_HOME", old + "/");
        assertThat(run(shell, "pins").err())
                .contains("found 17.0.15 in " + old + ";")
                .hasLineCount(1);

        home(nowhere.resolve("java-21"), "echo 21", "21.0.8");
        home(nowhere.resolve("java-25"), "echo 25", "25.0.3");
        home(nowhere.resolve("java-9"), "echo 9", "9.0.1");
        home(nowhere.resolve("jre-26"), "echo 26", "26");
        Files.writeString(nowhere.resolve("jre-26/release"), "MODULES=\"java.base jdk.jfr\"\nJAVA_VERSION=\"26\"\n");
        Outcome newest = run(shell, "pins");
        assertThat(newest.out()).as(newest.err()).isEqualTo("25\n");

        Path linked = machine.jdkThat("echo path", "linked", "22.0.1");
        Files.createSymbolicLink(folder.resolve("bin/java"), linked.resolve("bin/java"));
        assertThat(run(shell, "pins").out()).isEqualTo("path\n");

        machine.set("JAVA_HOME", machine.jdkThat("echo home", "home", "23").toString());
        assertThat(run(shell, "pins").out()).isEqualTo("home\n");

        home(home.resolve("runtime"), "echo runtime", "25.0.3");
        assertThat(run(shell, "pins").out()).isEqualTo("runtime\n");

        machine.set(
                "LOOMWEIGHT_JDK",
                machine.jdkThat("echo named; exit 3", "named", "21").toString());
        assertThat(run(shell, "pins")).isEqualTo(new Outcome(3, "named\n", ""));

        machine.set("LOOMWEIGHT_JDK", old.toString());
        assertThat(run(shell, "pins"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "loomweight: LOOMWEIGHT_JDK=" + old + " is no Java 21 or newer: 17.0.15 in " + old + "\n"));
    }

    private void home(Path to, String java, String version) throws IOException {
        Path made = machine.jdkThat(java, "made", version);
        Files.createDirectories(to.resolveSibling(""));
        Files.move(made, to);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void linksLeadToThePackage(String shell) throws Exception {
        Tools.require(shell);
        machine.set("LOOMWEIGHT_JDK", machine.jdk("jdk", "25.0.3").toString());
        Path folders = Files.createDirectories(folder.resolve("a/b"));
        Path absolute = Files.createSymbolicLink(folders.resolve("absolute"), launcher);
        launcher = Files.createSymbolicLink(
                folder.resolve("a/relative"), Path.of("b").resolve(absolute.getFileName()));
        machine.set("CDPATH", folder.toString());
        assertThat(run(shell, "pins").out()).contains("[" + home + "/lib/loomweight.jar]");
    }

    /** Windows has no other shell to run it: what it starts is compared by its text. */
    @Test
    void theLauncherOfWindowsNamesTheSame() throws Exception {
        String sh = Files.readString(launcher);
        String cmd = new String(Files.readAllBytes(home.resolve("bin/loomweight.cmd")), UTF_8);
        assertThat(cmd.replace("\r\n", "")).doesNotContain("\r", "\n");
        Pattern words = Pattern.compile(
                "-(?:X[A-Za-z]+:|XX:|D)[\\w.:+=-]*|loomweight[\\w-]*\\.jar|LOOMWEIGHT_[A-Z_]+|(?<=[( ])--?[a-z][a-z-]*(?=[ )])");
        // Large pages are asked for where Linux has them.
        Predicate<String> options =
                word -> !word.matches("-[a-z]|--?(o|prune|size|print|gt|eu|set)") && !word.equals(LARGE_PAGES);
        Stream<String> ofSh =
                words.matcher(sh).results().map(found -> found.group()).filter(options);
        Stream<String> ofCmd =
                words.matcher(cmd).results().map(found -> found.group()).filter(options);
        assertThat(new TreeSet<>(ofCmd.toList()))
                .contains("-XX:+UseSerialGC", "-Djdk.reflect.useNativeAccessorOnly=true", "loomweight-samples.jar")
                .containsExactlyElementsOf(new TreeSet<>(ofSh.toList()));
        // The last words before the user's are those of the other launcher, in its order.
        String started = cmd.lines()
                .filter(line -> line.startsWith("\"%LW_JAVA%\""))
                .findFirst()
                .orElseThrow();
        assertThat(started)
                .containsSubsequence(
                        "-Xlog:disable",
                        "%LW_ARCHIVE%",
                        "%LW_COMPILERS%",
                        "%LW_QUIET%",
                        "%LW_COLLECTOR%",
                        "%LOOMWEIGHT_JAVA_OPTS%",
                        "-Dloomweight.samples=",
                        "-Dloomweight.agent=",
                        "-Djdk.reflect",
                        "-jar",
                        "\\lib\\loomweight.jar\" %*");
        // Every label that is gone to is there.
        Pattern gone = Pattern.compile("(?:call|goto) :(\\w+)");
        assertThat(gone.matcher(cmd).results().map(found -> "\n:" + found.group(1) + "\r"))
                .isNotEmpty()
                .allMatch(("\n" + cmd)::contains);
    }
}
