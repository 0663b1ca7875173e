package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaHomeTest {

    @TempDir
    private Path folder;

    private Path home(String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve("jdk" + version));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    @Test
    void readsTheVersionOfAHome() throws Exception {
        assertThat(JavaHome.version(home("21.0.8"))).isEqualTo(21);
        assertThat(JavaHome.version(home("25"))).isEqualTo(25);
        assertThat(JavaHome.version(home("1.8.0_402"))).isLessThan(21);
        assertThat(JavaHome.version(folder.resolve("none"))).isZero();
        assertThat(JavaHome.version(Path.of(System.getProperty("java.home"))))
                .isEqualTo(Runtime.version().feature());
    }

    @Test
    void whatIsNamedMustFit() throws Exception {
        Path old = home("17.0.9");
        assertThatThrownBy(() -> JavaHome.choose(old, null))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("is Java 17; the analysis needs Java 21 or newer");
        assertThatThrownBy(() -> JavaHome.choose(folder.resolve("none"), null))
                .hasMessageContaining("is no home of a JDK");
        assertThat(JavaHome.choose(home("21"), null).program()).startsWithRaw(folder.resolve("jdk21"));
    }

    @Test
    void aToolchainIsTakenIfItFits() throws Exception {
        Path old = home("17");
        Path fits = home("23.0.1");
        Path own = Path.of(System.getProperty("java.home"));
        assertThat(JavaHome.choose(null, fits.resolve("bin/java")).program()).startsWithRaw(fits);
        assertThat(JavaHome.choose(null, old.resolve("bin/java")).program()).startsWithRaw(own);
        assertThat(JavaHome.choose(null, null).program()).startsWithRaw(own).isExecutable();
    }
}
