package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the jar for {@code spark-submit}. */
@Tag("applications")
class PackagedSparkJarTest {

    private static final long MAX_BYTES = 8 << 20;

    private static List<String> names() throws IOException {
        try (JarFile jar = new JarFile(Cluster.jar().toFile())) {
            return jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> !name.endsWith("/"))
                    .toList();
        }
    }

    @Test
    void itHasNothingThatAClusterHas() throws IOException {
        assertThat(names())
                .contains("dev/loomweight/spark/SparkMain.class", "dev/loomweight/command/Fleet.class")
                .contains("META-INF/licenses/asm/LICENSE.txt")
                .noneMatch(name -> name.startsWith("org/apache/"))
                .noneMatch(name -> name.startsWith("org/slf4j/"));
    }

    @Test
    void librariesThatSparkMayHaveAreRenamed() throws IOException {
        assertThat(names().stream()
                        .filter(name -> name.endsWith(".class"))
                        .filter(name -> !name.startsWith("dev/loomweight/"))
                        .map(name -> name.substring(0, Math.max(name.lastIndexOf('/'), 0)))
                        .filter(name -> !name.startsWith("org/openjdk/jmc/"))
                        .filter(name -> !name.startsWith("org/owasp/encoder"))
                        .distinct())
                .isEmpty();
    }

    @Test
    void itIsSmall() {
        assertThat(Cluster.jar().toFile().length()).isLessThan(MAX_BYTES);
    }
}
