package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.PinRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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
        Frames stack = new Frames(parts[1].strip());
        long nanos = Long.parseLong(said.getOrDefault("nanos", "30000000"));
        PinFacts facts = said.containsKey("pinned")
                ? PinFacts.pinned(said.get("thread"), said.get("op"), said.get("reason"))
                        .waitingFor(said.get("monitor"), nanos)
                : said.containsKey("enter")
                        ? PinFacts.enter(said.get("thread"), said.get("monitor"), nanos)
                        : PinFacts.wait(said.get("thread"), said.get("monitor"));
        PinSite site = PinSite.of(
                new PinRule(facts, stack, new ClassLocks())
                        .causes(said.containsKey("25"), stack::isSynchronized)
                        .getFirst(),
                stack);

        assertThat(site.cause().id() + " " + site.method()).isEqualTo(parts[2].strip());
    }

    private static final class Frames extends JvmStack {

        private final List<String> frames;
        private final boolean truncated;

        Frames(String text) {
            truncated = text.endsWith("...");
            frames = text.isEmpty()
                    ? List.of()
                    : Arrays.stream(text.replace("...", "").split(" < "))
                            .map(String::strip)
                            .toList();
        }

        private String name(int i) {
            return frames.get(i).replace("!", "").replace("*", "");
        }

        @Override
        public int size() {
            return frames.size();
        }

        @Override
        public boolean isTruncated() {
            return truncated;
        }

        @Override
        protected String recordedClass(int i) {
            return name(i).substring(0, name(i).lastIndexOf('.'));
        }

        @Override
        protected String methodName(int i) {
            return name(i).substring(name(i).lastIndexOf('.') + 1);
        }

        @Override
        protected String descriptor(int i) {
            return methodName(i).equals("loadClass") ? "(Ljava/lang/String;)Ljava/lang/Class;" : "()V";
        }

        @Override
        protected int modifiers(int i) {
            return (frames.get(i).contains("!") ? 0x100 : 0) + (frames.get(i).contains("*") ? 0x20 : 0);
        }

        @Override
        protected int bytecodeIndex(int i) {
            return 4;
        }

        @Override
        protected int line(int i) {
            return -1;
        }
    }
}
