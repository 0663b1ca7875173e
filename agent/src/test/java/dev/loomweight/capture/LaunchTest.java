package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchTest {

    private static final List<String> OPTIONS = List.of("-XX:A", "-XX:B=\"/a b/it's\"");

    @Test
    void optionsComeBeforeThoseOfTheUserSoThatTheUsersWin() {
        Launch launch = Launch.of(List.of("/jdk/bin/java", "-Xmx1g", "Main", "a b"), OPTIONS, "-Xss1m");

        assertThat(launch.command())
                .containsExactly("/jdk/bin/java", "-XX:A", "-XX:B=\"/a b/it's\"", "-Xmx1g", "Main", "a b");
        assertThat(launch.toolOptions()).isNull();
        assertThat(launch.shown()).isEqualTo("/jdk/bin/java -XX:A '-XX:B=\"/a b/it'\"'\"'s\"' -Xmx1g Main 'a b'");
    }

    @Test
    void aScriptIsLeftAloneAndTheVariableGrows() {
        Launch launch = Launch.of(List.of("./start.sh", "java"), OPTIONS, "-Xss1m");

        assertThat(launch.command()).containsExactly("./start.sh", "java");
        assertThat(launch.toolOptions()).isEqualTo("-Xss1m -XX:A '-XX:B=\"/a b/it'\"'\"'s\"'");
        assertThat(launch.javaHome()).isNull();
        assertThat(launch.shown())
                .startsWith("JAVA_TOOL_OPTIONS='-Xss1m -XX:A ")
                .endsWith("' ./start.sh java");
    }
}
