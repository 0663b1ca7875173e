package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of processes and dumps of another user: one line, with what to do; and root sees all. */
class HangOfOtherUserTest {

    private static final Path DUMP = Path.of("src/test/resources/dumps/pollers/a.json");

    @TempDir
    private Path folder;

    /** The message that another user gets. */
    private record Told(int status, String out, List<String> err) {}

    /** A program that waits for its input to end. */
    public static final class Waits {
        public static void main(String[] arguments) throws IOException {
            System.out.println("ready");
            System.exit(System.in.read());
        }
    }

    @BeforeEach
    void prepare() throws Exception {
        OtherUser.assumePossible();
        assumeTrue(
                OtherUser.run("test", "-r", "target/classes/dev/loomweight/cli/Main.class") == 0,
                "another user cannot read this checkout");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The class path of the tests, its jars where another user can read them. */
    private String classPath() throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Files.isRegularFile(path)) {
                Path copy = folder.resolve(entries.size() + "-" + path.getFileName());
                try {
                    Files.createLink(copy, path);
                } catch (IOException e) {
                    Files.copy(path, copy);
                }
                path = copy;
            }
            entries.add(path.toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private Told ask(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(OtherUser.PREFIX);
        command.add(Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath()));
        command.add(Main.class.getName());
        command.addAll(List.of(words));
        Path err = folder.resolve("err.txt");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Told(process.waitFor(), out, Files.readAllLines(err));
    }

    @Test
    void aProcessOfAnotherUserIsRefusedWithWhoMayAsk() throws Exception {
        String user = System.getProperty("user.name");
        String pid = Long.toString(ProcessHandle.current().pid());

        assertThat(ask("hang", pid))
                .isEqualTo(new Told(
                        1,
                        "",
                        List.of("loomweight hang: process " + pid + " belongs to the user " + user
                                + ", and only that user and root can attach to it; run loomweight as " + user)));
    }

    @Test
    void aDumpOfAnotherUserIsRefusedWithItsOwner() throws Exception {
        String user = System.getProperty("user.name");
        Path folderOfDump = Files.createDirectory(
                folder.resolve("dumps"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path dump = Files.copy(DUMP, folderOfDump.resolve("1.json"));
        Files.setPosixFilePermissions(dump, PosixFilePermissions.fromString("rw-------"));

        for (Path named : List.of(dump, folderOfDump)) {
            assertThat(ask("hang", named.toString()))
                    .isEqualTo(new Told(
                            1,
                            "",
                            List.of("loomweight hang: cannot read " + dump
                                    + ": permission denied; it belongs to the user "
                                    + user + ", run loomweight as " + user
                                    + " or name a copy that this user can read")));
        }
    }

    @Test
    void rootIsAnsweredOfTheProcessOfAnotherUser() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        try (OtherUser other = OtherUser.start(folder, Waits.class)) {
            assertThat(CliRun.run(out, err, "hang", Long.toString(other.pid()), "--dumps", "2", "--every", "100ms"))
                    .as(err.toString())
                    .isZero();
        }

        assertThat(out.toString()).contains("No hang found in 2 dumps");
    }
}
