package dev.loomweight.memory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.capture.SetSizes;
import dev.loomweight.memory.sizing.Proposal.Flag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever sizes a command sets, and wherever: with the proposed flags after them, a JVM starts. */
@Tag("oracles")
class OwnSizesOfJvmsTest {

    static final List<String> JDKS = Jdks.ALL;

    private static final int COMMANDS = 6;

    private record Ended(int status, String output) {}

    private static Ended java(String home, Map<String, String> variables, List<String> words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home));
        command.addAll(words);
        command.add("-version");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private static String size(Random random) {
        return 50 + random.nextInt(400) + "m";
    }

    /** Options as people set them; those of code alone are valid by themselves. */
    private static List<String> options(Random random, boolean minHeap) {
        List<String> options = new ArrayList<>(List.of("-Xmx500m"));
        for (String option : List.of(
                "-Xms",
                "-XX:InitialHeapSize=",
                "-XX:MinHeapSize=",
                "-XX:SoftMaxHeapSize=",
                "-XX:InitialCodeCacheSize=",
                "-XX:InitialRAMPercentage=",
                "-Xmn")) {
            if (random.nextInt(3) == 0 && (minHeap || !option.matches(".*(MinHeap|SoftMax).*"))) {
                options.add(option + (option.contains("RAM") ? "" + random.nextInt(1, 100) : size(random)));
            }
        }
        if (random.nextBoolean()) {
            options.add("-XX:ReservedCodeCacheSize=500m");
        }
        return options;
    }

    @ParameterizedTest
    @FieldSource("JDKS")
    void aJvmStartsWithTheProposedFlags(String property) throws Exception {
        String java = Jdks.home(property).resolve("bin/java").toString();
        int tried = 0;
        for (int seed = 0; tried < COMMANDS && seed < 5 * COMMANDS; seed++) {
            Random random = new Random(seed);
            List<String> own = options(random, !property.endsWith("jdk11"));
            Map<String, String> variables = random.nextBoolean()
                    ? Map.of(random.nextBoolean() ? "JAVA_TOOL_OPTIONS" : "JDK_JAVA_OPTIONS", String.join(" ", own))
                    : Map.of();
            List<String> words = variables.isEmpty() ? own : List.of();
            Ended alone = java(
                    java,
                    variables,
                    Stream.concat(words.stream(), Stream.of("-XX:+PrintFlagsFinal"))
                            .toList());
            if (alone.status != 0) {
                continue;
            }
            tried++;
            List<Flag> flags = new ArrayList<>(List.of(
                    new Flag("-Xmx" + (40 + random.nextInt(200)) + "m", ""),
                    new Flag("-XX:ReservedCodeCacheSize=" + (48 + random.nextInt(50)) + "m", "")));
            flags.addAll(OwnSizes.of(sizes(alone.output)).lowered(flags));

            Ended limited = java(
                    java,
                    variables,
                    Stream.concat(words.stream(), flags.stream().map(Flag::text))
                            .toList());

            assertThat(limited.status)
                    .as("seed %d: %s, then %s: %s", seed, own, flags, limited.output)
                    .isZero();
        }
        assertThat(tried).isEqualTo(COMMANDS);
    }

    private static List<String> sizes(String flags) {
        List<String> sizes = new ArrayList<>();
        if (SetSizes.facts(flags).get(SetSizes.KEY) instanceof Map<?, ?> set) {
            set.forEach((flag, bytes) -> sizes.add("-XX:" + flag + "=" + bytes));
        }
        return sizes;
    }
}
