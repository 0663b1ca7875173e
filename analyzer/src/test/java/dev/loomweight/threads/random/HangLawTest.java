package dev.loomweight.threads.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.threads.random.HangLaw.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The law of hangs, over random programs that were kept, and over new ones. */
class HangLawTest {

    /** What is not yet so of those that are kept: a line for each failure, as {@link Failure#key} has it. */
    private static final Path NOT_YET = KeptPrograms.FOLDER.resolveSibling("not-yet.tsv");

    /** What fails now, to take the place of that list. */
    private static final Path NOW = Path.of("target/hang-law/not-yet.tsv");

    private static final int SUBSETS = 24;

    @TempDir
    private Path folder;

    private static List<Failure> judge(CapturedProgram program, List<Set<String>> subsets) throws IOException {
        HangLaw law = new HangLaw(program);
        law.check(subsets);
        return law.checkDoors(program.live(), HangLawReport.faults(program, program.live()));
    }

    private static Set<String> notYet() throws IOException {
        return Files.readAllLines(NOT_YET).stream()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Neither more fails than the list has, nor less: what has become right leaves the list. */
    @Test
    void keptProgramsAreJudgedByTheLaw() throws IOException {
        List<Failure> failures = new ArrayList<>();
        List<CapturedProgram> programs = KeptPrograms.all(folder);
        assertThat(programs).hasSizeGreaterThanOrEqualTo(40);
        for (CapturedProgram program : programs) {
            failures.addAll(judge(program, program.usual()));
        }
        Set<String> now = failures.stream().map(Failure::key).collect(Collectors.toCollection(TreeSet::new));
        Set<String> listed = notYet();
        listed.removeIf(HangLawTest::isOfOthers);
        Files.createDirectories(NOW.getParent());
        Files.write(
                NOW,
                Files.readAllLines(NOT_YET).stream()
                        .filter(line -> isOfOthers(line))
                        .toList());
        Files.write(NOW, now, java.nio.file.StandardOpenOption.APPEND);

        assertThat(failures)
                .as("what fails and is not in %s", NOT_YET)
                .filteredOn(failure -> !listed.contains(failure.key()))
                .isEmpty();
        assertThat(now)
                .as("what is right and still in %s; %s is without it", NOT_YET, NOW)
                .containsAll(listed);
    }

    /** A rule that a kind of scene breaks on the list may be broken by a new program, too. */
    @Tag("applications")
    @ParameterizedTest
    @CsvSource({"loomweight.jdk17, 17, 2", "loomweight.jdk21, 21, 4", "loomweight.jdk.newest, 25, 4"})
    void newProgramsAreJudgedByTheLaw(String jdk, int feature, int seeds) throws Exception {
        Set<String> listed = notYet().stream().map(HangLawTest::rule).collect(Collectors.toSet());
        ProgramCapture capture = new ProgramCapture(folder);
        long first = new Random().nextInt(1_000_000);
        System.out.println("HangLawTest: JDK " + feature + ", seeds from " + first);
        List<Failure> failures = new ArrayList<>();
        for (long seed = first; seed < first + seeds; seed++) {
            Path into = folder.resolve(Long.toString(seed));
            capture.take(seed, Jdks.home(jdk), feature, into, true);
            CapturedProgram program = CapturedProgram.of(feature, into);
            failures.addAll(judge(program, program.subsets(SUBSETS)));
        }

        assertThat(failures)
                .filteredOn(failure -> !listed.contains(rule(failure.key())))
                .isEmpty();
    }

    /** Whether a line says what is not yet so of programs that are not kept, or explains the list. */
    private static boolean isOfOthers(String line) {
        return line.startsWith("#") || line.startsWith("*");
    }

    /** The rule and the kind of a line of the list. */
    private static String rule(String key) {
        String[] parts = key.split("\t", -1);
        return parts[2] + " " + parts[3];
    }
}
