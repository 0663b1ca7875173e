package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.launch.Attached;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JFR's reader in the application holds what two chunks name: the agent keeps them small. */
@Tag("oracles")
class ChunkSizeTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk21, a.lw",
        "loomweight.jdk21, none",
        "loomweight.jdk.newest, a.lw",
        "loomweight.jdk.newest, none"
    })
    void chunksAreSmallWhereverTheyGo(String jdk, String out) throws Exception {
        assertThat(configured(jdk, "out=" + out)).contains("Max chunk size: 4.0 MB");
    }

    @Test
    void aSizeThatTheUserHasChosenStays() throws Exception {
        assertThat(configured("loomweight.jdk.newest", "out=a.lw", "-XX:FlightRecorderOptions:maxchunksize=7m"))
                .contains("Max chunk size: 7.0 MB");
    }

    /** What JFR says of its configuration. */
    private String configured(String jdk, String options, String... jvm) throws Exception {
        List<String> all = AgentProcess.pinning(jvm);
        all.add(AgentProcess.agent(folder, options + ",metrics=none,interval=1s,log-longer=0s"));
        try (AgentProcess app = AgentProcess.start(jdk, folder, List.of(), Map.of(), all)) {
            app.await("ready");
            // The MBean is there after all else has begun.
            AgentCaptures.until("a pin", () -> pins(app) > 0);
            String answer;
            try (Attached attached = Attached.attach(app.pid())) {
                answer = attached.run("JFR.configure");
            }
            assertThat(app.end()).isZero();
            return answer;
        }
    }

    private static long pins(AgentProcess app) {
        try {
            return app.errors()
                    .lines()
                    .filter(line -> line.contains("virtual threads are pinned"))
                    .count();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
