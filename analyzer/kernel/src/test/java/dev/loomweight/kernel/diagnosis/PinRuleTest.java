package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pins a stack without class files, by the agent's table of facts. */
class PinRuleTest {

    private static final Path TABLE = Path.of("../../agent/src/test/resources/dev/loomweight/jvm/pins.txt");

    static Stream<String> facts() throws IOException {
        return Files.readAllLines(TABLE).stream().filter(line -> !line.startsWith("#"));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void theAnalyzerSaysWhatTheAgentSays(String line) {
        String[] parts = line.split("\\|", -1);
        Map<String, String> said = new HashMap<>();
        for (String word : parts[0].strip().split(" ", -1)) {
            said.put(
                    word.split("=", 2)[0], word.substring(word.indexOf('=') + 1).replace('_', ' '));
        }
        PinStack pin = pin(said, stack(parts[1].strip()));
        Diagnosis diagnosis = new Diagnoser(new Code(ClassPath.none()), List.of()).of(pin, said.containsKey("25"));
        PinCause first = diagnosis.first();
        CodePlace method = first.method();

        // Without a class file it does not say more than that it cannot say.
        assertThat(first.kind().id() + " " + (method == null ? pin.stack().site() : method))
                .isEqualTo(parts[2].strip().replaceFirst("^monitor ", "unknown "));
        assertThat(diagnosis.needsClassFile()).isEqualTo(parts[2].strip().startsWith("monitor "));
    }

    private static PinStack pin(Map<String, String> said, StackTrace stack) {
        ThreadRef thread = new ThreadRef(1, said.getOrDefault("thread", ""), 0, true);
        String monitor = said.get("monitor");
        long nanos = Long.parseLong(said.getOrDefault("nanos", "30000000"));
        if (said.containsKey("enter")) {
            return PinStack.of(new MonitorEnter(Instant.EPOCH, nanos, thread, monitor, stack));
        }
        if (said.containsKey("wait")) {
            return new PinStack(PinFacts.wait(thread.name(), monitor), stack);
        }
        return PinStack.of(new Pin(Instant.EPOCH, nanos, thread, null, said.get("op"), said.get("reason"), stack))
                .waitingFor(monitor, nanos);
    }

    private static StackTrace stack(String text) {
        List<Frame> frames = text.isEmpty()
                ? List.of()
                : Arrays.stream(text.replace("...", "").split(" < "))
                        .map(String::strip)
                        .map(PinRuleTest::frame)
                        .toList();
        return new StackTrace(frames, text.endsWith("..."));
    }

    private static Frame frame(String word) {
        String name = word.replace("!", "").replace("*", "");
        String method = name.substring(name.lastIndexOf('.') + 1);
        String descriptor = method.equals("loadClass") ? "(Ljava/lang/String;)Ljava/lang/Class;" : "()V";
        int modifiers = (word.contains("!") ? 0x100 : 0) + (word.contains("*") ? 0x20 : 0);
        return new Frame(name.substring(0, name.lastIndexOf('.')), method, descriptor, -1, 4, modifiers, "Interpreted");
    }
}
