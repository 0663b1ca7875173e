package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/lib/go.sh}: programs in Go are held to gofmt and go vet where there is Go. */
class GoVettedTest {

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeEach
    void installGo() throws IOException {
        machine = new Machine(folder);
        machine.command("go", """
                case $* in
                'env GOROOT') echo "$HOME" ;;
                'env GOVERSION') echo go1.21.3 ;;
                'vet ./...') pwd >&2; exit "${VET_STATUS:-0}" ;;
                esac
                """);
        Files.createDirectories(folder.resolve("module"));
        gofmt("exit 0");
    }

    @Test
    void whatIsWellIsSaidInOneLine() throws Exception {
        Outcome outcome = vetted("");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("scripts/test: " + folder + "/module is vetted, with go1.21.3\n");
        assertThat(outcome.err().strip()).isEqualTo(folder.toRealPath() + "/module");
    }

    @Test
    void whatGofmtWouldChangeIsNamedAndFails() throws Exception {
        gofmt("printf '%s/a.go\\n' \"$2\" \"$2\"");
        Outcome outcome = vetted("");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .isEqualTo("scripts/test: gofmt would change %1$s/module/a.go %1$s/module/a.go\n".formatted(folder));
    }

    @Test
    void aSourceThatGofmtCannotReadFails() throws Exception {
        gofmt("exit 2");
        assertThat(vetted("").status()).isEqualTo(1);
    }

    @Test
    void aFaultThatVetFindsFails() throws Exception {
        machine.set("VET_STATUS", "1");
        Outcome outcome = vetted("");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).endsWith("scripts/test: go vet reports problems in " + folder + "/module\n");
    }

    @Test
    void withoutGoThatIsSaidAndIsNoFailure() throws Exception {
        Outcome outcome = vetted("PATH=" + folder + "; ");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("scripts/test: no Go found; " + folder + "/module is not vetted\n");
    }

    private Outcome vetted(String before) throws Exception {
        return machine.bash(before + "source lib/go.sh; go_vetted " + folder + "/module");
    }

    private void gofmt(String shell) throws IOException {
        Path file = folder.resolve("home/bin/gofmt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + shell + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
