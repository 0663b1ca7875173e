package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that an input names is a JDK only where JDKs are installed: to read its classes runs its code. */
class InstalledJdksTest {

    @TempDir
    private Path folder;

    @Test
    void aFolderThatLooksLikeAJdkIsNone() throws Exception {
        Path jdk = Files.createDirectories(folder.resolve("capture.lw/jdk-25"));
        assertThat(isInstalled(jdk, Map.of())).isFalse();
        assertThat(isInstalled(folder.resolve("missing"), Map.of())).isFalse();
    }

    @Test
    void theRunningOneThatOfTheEnvironmentAndThoseOfVersionManagersAreInstalled() throws Exception {
        Path jdk = Files.createDirectories(folder.resolve("jdks/jdk-25"));
        assertThat(isInstalled(Path.of(System.getProperty("java.home")), Map.of()))
                .isTrue();
        assertThat(isInstalled(jdk, Map.of("JAVA_HOME", jdk.toString()))).isTrue();
        assertThat(isInstalled(
                        Files.createDirectories(folder.resolve("home/.sdkman/candidates/java/21-tem")), Map.of()))
                .isTrue();
        assertThat(isInstalled(
                        Files.createDirectories(
                                folder.resolve("home/Library/Java/JavaVirtualMachines/25.jdk/Contents/Home")),
                        Map.of()))
                .isTrue();
    }

    @Test
    void aLinkFromSuchAPlaceToElsewhereDoesNotCountForElsewhere() throws Exception {
        Path jdk = Files.createDirectories(folder.resolve("elsewhere"));
        Path place = Files.createDirectories(folder.resolve("home/.jdks"));
        Path link = Files.createSymbolicLink(place.resolve("25"), jdk);
        assertThat(isInstalled(link, Map.of())).isFalse();
        assertThat(isInstalled(place.resolve("../../elsewhere"), Map.of())).isFalse();
    }

    private boolean isInstalled(Path home, Map<String, String> environment) {
        return InstalledJdks.contains(
                home, System.getProperty("java.home"), folder.resolve("home").toString(), environment);
    }
}
