package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassFactsTest {

    private static final String HERE = Path.of("").toAbsolutePath() + "/";

    @Test
    void aJarIsNamedWithItsPathAndNoArgument() {
        assertThat(ClassFacts.of("lib/my app.jar", "", "/jdk", "lib/my app.jar --password secret"))
                .isEqualTo(Map.of(
                        "classPath",
                        List.of(HERE + "lib/my app.jar"),
                        "javaHome",
                        "/jdk",
                        "mainJar",
                        HERE + "lib/my app.jar"));
    }

    @Test
    void aMainClassIsNamedWithoutItsModuleAndArguments() {
        assertThat(ClassFacts.of("/a.jar:lib/*", "mods", "/jdk", "shop/com.acme.Main --password secret"))
                .isEqualTo(Map.of(
                        "classPath", List.of("/a.jar", HERE + "lib/*", HERE + "mods"),
                        "javaHome", "/jdk",
                        "mainClass", "com.acme.Main"));
    }

    @Test
    void whatIsNotKnownIsMissing() {
        assertThat(ClassFacts.of("", "", "", "")).isEmpty();
        assertThat(ClassFacts.ofThisJvm()).containsKeys("classPath", "javaHome");
    }
}
