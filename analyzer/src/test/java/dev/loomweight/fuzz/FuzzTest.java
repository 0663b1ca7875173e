package dev.loomweight.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every input that a fuzzer once broke something with, and those that it begins with: {@code scripts/test fuzz} looks for
 * more, and puts what it finds where this test looks.
 */
class FuzzTest {

    // A hang is one that never ends; a busy machine is slow.
    private static final Duration LONGEST = Duration.ofMinutes(2);

    @TestFactory
    Stream<DynamicTest> seeds() {
        return Stream.of(Target.values())
                .map(target -> DynamicTest.dynamicTest(target.word(), () -> {
                    for (byte[] seed : target.seeds()) {
                        run(target, seed);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> findings() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Target target : Target.values()) {
            for (Path finding : findings(target)) {
                tests.add(DynamicTest.dynamicTest(
                        target.word() + "/" + finding.getFileName(), () -> run(target, Files.readAllBytes(finding))));
            }
        }
        return tests.stream();
    }

    private static void run(Target target, byte[] input) {
        assertTimeoutPreemptively(LONGEST, () -> target.run(input));
    }

    private static List<Path> findings(Target target) throws IOException {
        URL folder = FuzzTest.class.getResource("/fuzz/" + target.word());
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            return files.sorted().toList();
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
