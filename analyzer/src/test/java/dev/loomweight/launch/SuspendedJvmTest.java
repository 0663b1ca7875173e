package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import dev.loomweight.Jdks;
import dev.loomweight.capture.DataException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs that are there and take no commands. */
@Tag("applications")
class SuspendedJvmTest {

    private static final String WAITS = """
            public final class Waits {
                public static void main(String[] arguments) throws Exception {
                    System.out.println("ready");
                    while (System.in.read() >= 0) {}
                }
            }
            """;

    @TempDir
    private Path folder;

    /** A debugger suspends the threads that would answer, too. */
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aDebuggerHasSuspendedAllThreads(String jdk) throws Exception {
        Process process = start(jdk, "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            String listening = out.readLine();
            VirtualMachine debugged = attach(listening.substring(listening.lastIndexOf(' ') + 1));
            debugged.suspend();
            try {
                assertThatThrownBy(() -> Attached.attach(process.pid()).close())
                        .isInstanceOf(DataException.class)
                        .hasMessageStartingWith("the JVM in process " + process.pid() + " takes no commands (")
                        .hasMessageEndingWith("which may have suspended its threads: let them run there");
            } finally {
                debugged.dispose();
            }
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void attachingIsSwitchedOff(String jdk) throws Exception {
        Process process = start(jdk, "-XX:+DisableAttachMechanism");
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThatThrownBy(() -> {
                        String unused = out.readLine();
                        Attached.attach(process.pid()).close();
                    })
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("takes no commands")
                    .hasMessageContaining("-XX:+DisableAttachMechanism");
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(String jdk, String option) throws Exception {
        Path source = Files.writeString(folder.resolve("Waits.java"), WAITS);
        Path classes = folder.resolve("classes");
        Process javac = new ProcessBuilder(
                        Jdks.home("loomweight.jdk.newest").resolve("bin/javac").toString(),
                        "--release",
                        "21",
                        "-d",
                        classes.toString(),
                        source.toString())
                .inheritIO()
                .start();
        if (javac.waitFor() != 0) {
            throw new AssertionError("not compiled");
        }
        return new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(), option, "-cp", classes.toString(), "Waits")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static VirtualMachine attach(String port) throws Exception {
        List<AttachingConnector> all = Bootstrap.virtualMachineManager().attachingConnectors();
        AttachingConnector socket = all.stream()
                .filter(one -> one.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = socket.defaultArguments();
        Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
        Objects.requireNonNull(arguments.get("port")).setValue(port);
        return socket.attach(arguments);
    }
}
