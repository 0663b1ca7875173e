package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JfrCommandsTest {

    // As JDK 11 and JDK 25 print it.
    private static final String CHECK = """
            Recording 1: name=theirs maxsize=250.0MB (running)

            Recording 2: name=loomweight-7 (running)
            Recording 3: name="of two words" duration=1m (running)
            """;

    @Test
    void othersAreToldByTheirNames() {
        assertThat(jfr(Map.of("JFR.check", CHECK)).others()).containsExactly("theirs", "of two words");
    }

    @Test
    void aJvmWithoutAFlightRecorderIsSaidToHaveNone() {
        assertThatThrownBy(() -> jfr(Map.of()).deepen(256))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith(" has no flight recorder (module jdk.jfr)");
    }

    @Test
    void whatTheTargetRefusesIsPassedOn() {
        assertThatThrownBy(() ->
                        jfr(Map.of("JFR.start", "\nCould not parse settings\n")).start("default", "/f", 1, 0))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("refused to record: Could not parse settings");
    }

    private static JfrCommands jfr(Map<String, String> answers) {
        return new JfrCommands(
                new DiagnosticCommands() {
                    @Override
                    public String run(String line) {
                        return answers.getOrDefault(line.split(" ", 2)[0], "Unknown diagnostic command");
                    }

                    @Override
                    public void run(String line, Path file) {
                        throw new UnsupportedOperationException(line);
                    }

                    @Override
                    public long pid() {
                        return 0;
                    }
                },
                "loomweight-7");
    }
}
