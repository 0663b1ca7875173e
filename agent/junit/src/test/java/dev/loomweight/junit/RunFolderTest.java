package dev.loomweight.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Where recordings go and where the configuration is, as build tools and IDEs start the JVM. */
@Isolated
class RunFolderTest {

    @TempDir
    Path folder;

    private static <T> T with(Map<String, String> properties, Supplier<T> action) {
        Map<String, @Nullable String> before = new TreeMap<>();
        properties.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
        try {
            return action.get();
        } finally {
            before.forEach((name, value) -> {
                if (value == null) {
                    System.clearProperty(name);
                } else {
                    System.setProperty(name, value);
                }
            });
        }
    }

    private Path recordingsOf(Path project, String... more) {
        Map<String, String> properties = new TreeMap<>(Map.of("basedir", project.toString()));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return with(
                properties,
                () -> Objects.requireNonNull(
                        Objects.requireNonNull(RunFolder.recording()).getParent()));
    }

    @Test
    void recordingsGoIntoTheFolderOfTheBuild() throws Exception {
        assertThat(recordingsOf(folder)).isEqualTo(folder.resolve("target/loomweight"));
        assertThat(recordingsOf(folder, "org.gradle.test.worker", "3")).isEqualTo(folder.resolve("build/loomweight"));
        assertThat(recordingsOf(folder, "loomweight.dir", "out")).isEqualTo(folder.resolve("out"));

        Files.createFile(folder.resolve("build.gradle.kts"));
        assertThat(recordingsOf(folder)).isEqualTo(folder.resolve("build/loomweight"));

        Files.createFile(folder.resolve("pom.xml"));
        assertThat(recordingsOf(folder)).isEqualTo(folder.resolve("target/loomweight"));
    }

    @Test
    void theConfigurationIsTheNearestOfTheSameBuild() throws Exception {
        Path module = Files.createDirectories(folder.resolve("root/module"));
        Path outer = Files.createFile(folder.resolve("loomweight.toml"));
        Map<String, String> properties = Map.of("basedir", module.toString());
        assertThat(with(Map.of("basedir", folder.toString()), () -> List.of(String.valueOf(RunFolder.config()))))
                .containsExactly(outer.toString());
        // A folder without a build is not part of it.
        assertThat(with(properties, () -> String.valueOf(RunFolder.config()))).isEqualTo("null");

        Files.createFile(folder.resolve("root/pom.xml"));
        Path root = Files.createFile(folder.resolve("root/loomweight.toml"));
        assertThat(with(properties, () -> String.valueOf(RunFolder.config()))).isEqualTo(root.toString());

        Path own = Files.createFile(module.resolve("loomweight.toml"));
        assertThat(with(properties, () -> String.valueOf(RunFolder.config()))).isEqualTo(own.toString());
    }

    @Test
    void theClassPathIsThatOfTheTests() {
        List<Path> path = RunFolder.classPath(List.of(RunFolderTest.class));

        assertThat(path).doesNotHaveDuplicates().allMatch(Files::exists);
        assertThat(path).anyMatch(entry -> entry.endsWith("test-classes"));
        assertThat(path).anyMatch(entry -> entry.getFileName().toString().startsWith("junit-jupiter-api"));
    }

    /** Of a JVM that a build tool starts with a jar that only names the class path. */
    @Test
    void aJarThatNamesTheClassPathIsLookedThrough() {
        List<Path> path = with(
                Map.of("java.class.path", "none.jar", "surefire.test.class.path", "none.jar"),
                () -> RunFolder.classPath(List.of()));

        assertThat(path).anyMatch(entry -> entry.endsWith("test-classes"));
        assertThat(path).anyMatch(entry -> entry.getFileName().toString().startsWith("junit-jupiter-api"));
    }
}
