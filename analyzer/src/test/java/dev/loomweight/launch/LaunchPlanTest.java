package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchPlanTest {

    private static final List<String> OPTIONS = List.of("-XX:A", "-XX:B=\"/a b/it's\"");

    @Test
    void optionsComeBeforeThoseOfTheUserSoThatTheUsersWin() {
        LaunchPlan launch = LaunchPlan.plan(List.of("/jdk/bin/java", "-Xmx1g", "Main", "a b"), OPTIONS, "-Xss1m");

        assertThat(launch.command())
                .containsExactly("/jdk/bin/java", "-XX:A", "-XX:B=\"/a b/it's\"", "-Xmx1g", "Main", "a b");
        assertThat(launch.toolOptions()).isNull();
        assertThat(launch.shown()).isEqualTo("/jdk/bin/java -XX:A '-XX:B=\"/a b/it'\"'\"'s\"' ... Main ...");
    }

    @Test
    void aScriptIsLeftAloneAndTheVariableGrows() {
        LaunchPlan launch = LaunchPlan.plan(List.of("./start.sh", "java"), OPTIONS, "-Xss1m");

        assertThat(launch.command()).containsExactly("./start.sh", "java");
        assertThat(launch.toolOptions()).isEqualTo("-Xss1m -XX:A '-XX:B=\"/a b/it'\"'\"'s\"'");
        assertThat(launch.javaHome()).isNull();
        assertThat(launch.shown()).startsWith("JAVA_TOOL_OPTIONS='... -XX:A ").endsWith("' ./start.sh ...");
    }

    // A password can be in any word but the program and what it starts.
    @Test
    void nothingOfTheUsersIsShownButTheProgramAndWhatItStarts() {
        assertThat(shown("java", "-Dpassword=secret", "-cp", "secret", "-jar", "/opt/app.jar"))
                .isEqualTo("java -XX:A ... app.jar");
        assertThat(shown("java", "app.Main")).isEqualTo("java -XX:A app.Main");
        assertThat(shown("java", "app.Main", "secret")).isEqualTo("java -XX:A app.Main ...");
        assertThat(shown("java", "-m", "app/app.Main", "app/app.Main")).isEqualTo("java -XX:A app.Main ...");
        assertThat(shown("java", "@secret")).isEqualTo("java -XX:A ...");
        assertThat(shown("./gradlew", "-Psecret")).isEqualTo("JAVA_TOOL_OPTIONS='... -XX:A' ./gradlew ...");
        assertThat(shown("./start.sh")).isEqualTo("JAVA_TOOL_OPTIONS='... -XX:A' ./start.sh");
    }

    private static String shown(String... words) {
        return LaunchPlan.plan(List.of(words), List.of("-XX:A"), "-Dsecret=1").shown();
    }
}
