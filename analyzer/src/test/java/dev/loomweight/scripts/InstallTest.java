package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Tools;
import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code install.sh} of a made-up package: what it installs, and that it removes that and nothing else. */
@Tag("installed")
class InstallTest {

    /** A Java that makes an archive. */
    private static final String JAVA = """
            for a; do
              case $a in -XX:SharedArchiveFile=*) echo archive >"${a#*=}" ;; esac
            done
            """;

    @TempDir
    private Path folder;

    private Machine machine;
    private Path unpacked;
    private Path prefix;

    @BeforeEach
    void unpack() throws IOException {
        machine = new Machine(folder);
        machine.set("LOOMWEIGHT_JDK", machine.jdkThat(JAVA, "jdk", "25.0.3").toString());
        unpacked = pack("un packed", "0.2.0");
        prefix = folder.toRealPath().resolve("pre fix");
    }

    private Path pack(String name, String version) throws IOException {
        Path made = folder.toRealPath().resolve(name);
        Machine.copy(Machine.SCRIPTS.resolve("dist"), made);
        Files.writeString(made.resolve("VERSION"), version + "\n");
        for (String file : List.of(
                "lib/loomweight.jar",
                "lib/loomweight.classes",
                "lib/servers/a.jar",
                "completions/loomweight.bash",
                "completions/_loomweight",
                "completions/loomweight.fish",
                "man/man1/loomweight.1",
                "man/man1/loomweight-pins.1")) {
            Files.createDirectories(made.resolve(file).resolveSibling(""));
            Files.writeString(made.resolve(file), version);
        }
        Files.setLastModifiedTime(
                made.resolve("lib/loomweight.jar"), FileTime.from(Instant.parse("2026-11-23T00:00:00Z")));
        return made;
    }

    private Outcome install(String shell, Path from, String... arguments) throws Exception {
        return machine.outcome(machine.startedBy(List.of(shell.split(" ", -1)), from.resolve("install.sh"), arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void whatIsInstalledIsRemoved(String shell) throws Exception {
        Tools.require(shell);
        Files.createDirectories(prefix.resolve("share/man/man1"));
        Files.writeString(prefix.resolve("share/man/man1/other.1"), "other");
        Files.createDirectories(prefix.resolve("bin"));
        Map<String, String> before = tree(prefix);
        Outcome installed = install(shell, unpacked, "--prefix", prefix.toString());
        assertThat(installed)
                .isEqualTo(new Outcome(
                        0,
                        "loomweight 0.2.0 is installed: " + prefix + "/bin/loomweight\nAdd " + prefix
                                + "/bin to the PATH.\n",
                        ""));
        Path home = prefix.resolve("lib/loomweight");
        assertThat(prefix.resolve("bin/loomweight").toRealPath()).isEqualTo(home.resolve("bin/loomweight"));
        for (String link : List.of(
                "share/bash-completion/completions/loomweight",
                "share/zsh/site-functions/_loomweight",
                "share/fish/vendor_completions.d/loomweight.fish",
                "share/man/man1/loomweight.1",
                "share/man/man1/loomweight-pins.1")) {
            assertThat(Files.readString(prefix.resolve(link))).isEqualTo("0.2.0");
        }
        assertThat(Files.getLastModifiedTime(home.resolve("lib/loomweight.jar")).toInstant())
                .isEqualTo(Instant.parse("2026-11-23T00:00:00Z"));
        assertThat(home.resolve("lib/loomweight-25.0.3.jsa")).hasContent("archive");
        assertThat(Files.isExecutable(home.resolve("bin/loomweight"))).isTrue();

        Outcome removed = install(shell, home, "--uninstall");
        assertThat(removed).isEqualTo(new Outcome(0, "loomweight is removed from " + prefix + "\n", ""));
        assertThat(tree(prefix)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void aPrefixThatWasMadeIsRemoved(String shell) throws Exception {
        Tools.require(shell);
        assertThat(install(shell, unpacked, "--no-start-archive", "--prefix=" + prefix)
                        .status())
                .isZero();
        assertThat(prefix.resolve("lib/loomweight/lib/loomweight-25.0.3.jsa")).doesNotExist();
        assertThat(install(shell, unpacked, "--uninstall", "--prefix", prefix.toString())
                        .status())
                .isZero();
        assertThat(prefix).doesNotExist();
        assertThat(install(shell, unpacked, "--uninstall", "--prefix", prefix.toString()))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "install.sh: nothing of loomweight is installed in " + prefix
                                + " (no lib/loomweight/manifest); name its folder with --prefix\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void anotherVersionReplacesOneAndKeepsWhatIsNotItsOwn(String shell) throws Exception {
        Tools.require(shell);
        Path older = pack("older", "0.1.0");
        Files.writeString(older.resolve("lib/gone.jar"), "gone");
        assertThat(install(shell, older, "--prefix", prefix.toString()).status())
                .isZero();
        Files.writeString(prefix.resolve("lib/loomweight/mine"), "mine");
        Path link = prefix.resolve("share/zsh/site-functions/_loomweight");
        assertThat(install(shell, unpacked, "--prefix", prefix.toString()).status())
                .isZero();
        assertThat(prefix.resolve("lib/loomweight/lib/gone.jar")).doesNotExist();
        assertThat(prefix.resolve("lib/loomweight/VERSION")).hasContent("0.2.0");

        Files.delete(link);
        Files.writeString(link, "the user's own");
        Outcome removed = install(shell, unpacked, "--uninstall", "--prefix", prefix.toString());
        assertThat(removed.status()).isZero();
        assertThat(removed.err())
                .contains(link.toString(), "left, since it was not installed: " + prefix + "/lib/loomweight");
        assertThat(files(prefix))
                .containsExactlyInAnyOrder("lib/loomweight/mine", "share/zsh/site-functions/_loomweight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox sh", "bash --posix"})
    void whatOthersPutThereIsNotOverwritten(String shell) throws Exception {
        Tools.require(shell);
        Files.createDirectories(prefix.resolve("bin"));
        Files.createSymbolicLink(prefix.resolve("bin/loomweight"), Path.of("nowhere"));
        Map<String, String> before = tree(prefix);
        Outcome refused = install(shell, unpacked, "--prefix", prefix.toString());
        assertThat(refused)
                .isEqualTo(
                        new Outcome(
                                1,
                                "",
                                "install.sh: not installed: " + prefix
                                        + "/bin/loomweight is not of this package; move it away, or choose another --prefix\n"));
        assertThat(tree(prefix)).isEqualTo(before);

        Files.delete(prefix.resolve("bin/loomweight"));
        Files.createDirectories(prefix.resolve("lib/loomweight"));
        assertThat(install(shell, unpacked, "--prefix", prefix.toString()).err())
                .contains(prefix + "/lib/loomweight is not");
        assertThat(files(prefix)).isEmpty();

        assertThat(install(shell, unpacked, "--prefx", prefix.toString()))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "install.sh: unknown argument '--prefx'; usage: install.sh [--prefix DIR]"
                                + " [--no-start-archive] | --uninstall [--prefix DIR]\n"));
        assertThat(install(shell, unpacked, "--help").out())
                .startsWith("Installs this package")
                .contains("--uninstall");
    }

    /** Everything below a folder: links with their targets, files with what is in them. */
    private static Map<String, String> tree(Path root) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                tree.put(
                        root.relativize(path).toString(),
                        Files.isSymbolicLink(path)
                                ? "-> " + Files.readSymbolicLink(path)
                                : Files.isDirectory(path) ? "folder" : Files.readString(path));
            }
        }
        return tree;
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> root.relativize(path).toString())
                    .toList();
        }
    }
}
