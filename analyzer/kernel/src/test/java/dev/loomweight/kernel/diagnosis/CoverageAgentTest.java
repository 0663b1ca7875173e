package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.sample.StackTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jacoco.agent.rt.RT;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that JaCoCo's agent has changed, on JDK 21: lines are as before, and bytecode indexes are not. */
class CoverageAgentTest {

    /** What each case must show: the holders, of which those in blocks are probable. */
    private static final Map<String, String> ANSWERS = Map.of(
            "block", "synchronizedBlock block this.lock",
            "nested", "synchronizedBlock nested this, synchronizedBlock nested Covered.A",
            "inLoop", "synchronizedBlock inLoop this.lock",
            "earlyReturn", "synchronizedBlock earlyReturn this.lock",
            "method", "synchronizedMethod method this",
            "inLambda", "synchronizedBlock lambda Covered.A",
            "deeper", "synchronizedBlock deeper this.lock",
            "after", "synchronizedMethod after this",
            "oneLine", "unknown null null");

    @TempDir
    private Path folder;

    @Test
    void blocksAreNamedByTheirLinesAndSaidToBeProbable() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Path classes = Compiled.into(
                Files.createDirectory(folder.resolve("classes")),
                "Covered.java",
                Compiled.resource("Covered.java"),
                "-g",
                "--release",
                "21");
        RecordedCases cases = new RecordedCases(folder);
        Path agent = Path.of(
                RT.class.getProtectionDomain().getCodeSource().getLocation().toURI());

        cases.record(
                jdk,
                "covered.Covered",
                Map.of("covered", classes),
                "-javaagent:" + agent + "=output=none,includes=covered.*");

        try (ClassPath path = ClassPath.of(
                List.of(classes.toString(), RecordedCases.testClasses().toString()), jdk, 21)) {
            Code code = new Code(path);
            Diagnoser diagnoser = new Diagnoser(code, List.of());
            Owners owners = new Owners(code, List.of());
            Map<String, String> found = new TreeMap<>();
            Map<String, String> details = new TreeMap<>();
            cases.pins("covered")
                    .forEach((name, pins) -> pins.forEach(pin -> {
                        Diagnosis diagnosis = diagnoser.of(pin, false);
                        found.put(name, words(diagnosis));
                        details.put(name, diagnosis.first().detail());
                        assertThat(ofCovered(owners, pin.stack()))
                                .as("whose the changed class is")
                                .isNotEmpty()
                                .containsOnly(Owner.Kind.OWN);
                    }));

            assertThat(found).isEqualTo(new TreeMap<>(ANSWERS));
            assertThat(details)
                    .hasEntrySatisfying(
                            "oneLine", detail -> assertThat(detail).contains("does not match the recording"));
            assertThat(details.entrySet().stream()
                            .filter(detail -> detail.getValue().equals(RefinedCauses.PROBABLE))
                            .map(Map.Entry::getKey))
                    .containsExactly("block", "deeper", "earlyReturn", "inLambda", "inLoop", "nested");
        }
    }

    private static List<Owner.Kind> ofCovered(Owners owners, StackTrace stack) {
        return IntStream.range(0, stack.depth())
                .filter(i -> stack.frames().get(i).className().startsWith("covered.")
                        && !stack.frames().get(i).isHidden())
                .mapToObj(i -> owners.of(owners.on(stack), i).kind())
                .toList();
    }

    private static String words(Diagnosis diagnosis) {
        return diagnosis.causes().stream()
                .map(cause -> cause.kind().id() + " "
                        + String.valueOf(CodePlace.methodOf(cause.frame()))
                                .replaceFirst("covered\\.Covered[.$]", "")
                                .replaceFirst("lambda\\$.*", "lambda")
                        + " " + cause.lock())
                .collect(Collectors.joining(", "));
    }
}
