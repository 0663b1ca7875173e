package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the agent has in addition to its capture, where it cannot be had: a line, and the capture all the same. */
@Tag("oracles")
class ExtrasTest {

    private static final String LINE = "loomweight agent: ";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void withNothingToFoldWithTheCaptureHasNoFolds(String jdk) throws Exception {
        assertThat(lines(jdk, Map.of("PATH", folder.toString()), ",metrics=none,fold=true,fold-every=1s"))
                .singleElement()
                .asString()
                .startsWith(
                        "no folds: fold=true finds no loomweight on the PATH and no loomweight.jar next to the agent's"
                                + " jar; name one of them, as in fold=/opt/loomweight/bin/loomweight; the agent runs without");
        assertThat(lines(jdk, Map.of(), ",metrics=none,fold=" + folder + "/none"))
                .singleElement()
                .asString()
                .startsWith("no folds: fold=" + folder + "/none is no program that can be run");
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void withoutAnAddressForMetricsThereIsTheCapture(String jdk) throws Exception {
        // Of a documentation's network: no machine has it.
        assertThat(lines(jdk, Map.of(), ",metrics=192.0.2.1:9464"))
                .singleElement()
                .asString()
                .startsWith("no metrics at 192.0.2.1:9464: ");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(lines(jdk, Map.of(), ",metrics=127.0.0.1:" + taken.getLocalPort()))
                    .singleElement()
                    .asString()
                    .startsWith("port " + taken.getLocalPort() + " is taken; metrics are at ");
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void withoutAnMBeanOrALogThereIsTheCapture(String jdk) throws Exception {
        assertThat(lines(jdk, Map.of(), ",metrics=none", "mbean"))
                .singleElement()
                .asString()
                .startsWith("no MBean: javax.management.InstanceAlreadyExistsException: ");
        // Lines that would go to the log.
        assertThat(lines(jdk, Map.of(), ",metrics=none", "log"))
                .singleElement()
                .asString()
                .startsWith("native memory is not tracked; ");
    }

    /** What the agent says on standard error of an application that it captures as long as that runs. */
    private List<String> lines(String jdk, Map<String, String> environment, String options, String... arguments)
            throws Exception {
        Path place = Files.createTempDirectory(folder, "run");
        Path capture = place.resolve("app.lw");
        List<String> errors;
        try (AgentProcess app = AgentProcess.start(
                ExtrasApp.class,
                jdk,
                place,
                List.of(),
                environment,
                List.of(AgentProcess.agent(folder, "out=" + capture + ",interval=1s" + options)),
                arguments)) {
            app.await("ready");
            AgentCaptures.untilBegun(capture);
            assertThat(app.end()).isZero();
            errors = app.errors().lines().toList();
        }
        JsonObject manifest = AgentCaptures.json(capture);
        assertThat(manifest.get("status").getAsString()).isEqualTo("complete");
        try (Stream<Path> files = Files.walk(capture.resolve("repository"))) {
            assertThat(files).anyMatch(file -> file.toString().endsWith(".jfr"));
        }
        assertThat(AgentCaptures.read("pins", capture)).contains("Pinned");
        return errors.stream()
                .filter(line -> line.startsWith(LINE))
                .map(line -> line.substring(LINE.length()))
                .toList();
    }
}
