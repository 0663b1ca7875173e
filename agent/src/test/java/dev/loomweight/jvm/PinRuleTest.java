package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Why a stack pins, by a table of facts; the analyzer is held to the same table by a test of its own. */
class PinRuleTest {

    private static final Path TABLE = Path.of("src/test/resources/dev/loomweight/jvm/pins.txt");

    static Stream<String> facts() throws IOException {
        return Files.readAllLines(TABLE).stream().filter(line -> !line.startsWith("#"));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void aStackHasTheCauseOfTheTable(String line) {
        String[] parts = line.split("\\|", -1);
        Map<String, String> said = new HashMap<>();
        for (String word : parts[0].strip().split(" ", -1)) {
            said.put(
                    word.split("=", 2)[0], word.substring(word.indexOf('=') + 1).replace('_', ' '));
        }
        TextStack stack = new TextStack(parts[1].strip());
        long nanos = Long.parseLong(said.getOrDefault("nanos", "30000000"));
        PinFacts facts = said.containsKey("pinned")
                ? PinFacts.pinned(said.get("thread"), said.get("op"), said.get("reason"))
                        .waitingFor(said.get("monitor"), nanos)
                : said.containsKey("enter")
                        ? PinFacts.enter(said.get("thread"), said.get("monitor"), nanos)
                        : PinFacts.wait(said.get("thread"), said.get("monitor"));
        FrameCause cause = new PinRule(facts, stack, new ClassLocks())
                .causes(said.containsKey("25"), stack::isSynchronized)
                .getFirst();
        String method = cause.method();

        assertThat(cause.kind().id() + " " + (method == null ? stack.place() : method))
                .isEqualTo(parts[2].strip());
    }
}
