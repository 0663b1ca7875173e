package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which known fault a hang is, by dumps of programs that have it. */
class HangFaultsTest {

    private static final Path DUMPS = Path.of("src/test/resources/dumps");
    private static final Path FAULTS = DUMPS.resolve("faults");

    @TempDir
    private Path folder;

    private static List<Finding> findings(Path... paths) {
        return Question.HANG.ask(InputOptions.of(paths)).report().sections().stream()
                .flatMap(section -> section.findings().stream())
                .toList();
    }

    private static List<Finding> faults(Path... paths) {
        return findings(paths).stream()
                .filter(finding -> finding.id().equals(FaultFindings.ID))
                .toList();
    }

    /** The dumps of a program, as a JDK of another version would have written them. */
    private Path[] of(String program, String version, boolean owners) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Path file = folder.resolve(program + i + ".json");
            String text = Files.readString(FAULTS.resolve(program).resolve(i + ".json"));
            Files.writeString(
                    file,
                    text.replaceFirst("\"runtimeVersion\": \"[^\"]*\"", "\"runtimeVersion\": \"" + version + "\""));
            files.add(file);
        }
        if (owners) {
            files.add(FAULTS.resolve(program).resolve("owners.txt"));
        }
        return files.toArray(Path[]::new);
    }

    @Test
    void aThreadThatWaitsForAnOpenLatchIsAFaultOfItsJdk() throws IOException {
        Path[] dumps = of("lost-unpark", "25.0.2+10-LTS", true);

        assertThat(findings(dumps))
                .first()
                .satisfies(hang -> assertThat(hang.id()).isEqualTo("lostWakeup"))
                .satisfies(hang -> assertThat(hang.severity()).isEqualTo(Severity.PROBLEM));
        assertThat(faults(dumps)).singleElement().satisfies(fault -> {
            assertThat(fault.severity()).isEqualTo(Severity.PROBLEM);
            assertThat(fault.summary())
                    .startsWith("This hang (lost wake-up of \"worker-17\") is the known fault JDK-8369227: ")
                    .endsWith("It is fixed in JDK 25.0.3; this is 25.0.2+10-LTS.");
            assertThat(fault.solution()).startsWith("Update to JDK 25.0.3 or newer.");
        });
    }

    /** On a build that has the fix it is a hang all the same, and no fault that is known. */
    @ParameterizedTest
    @CsvSource({"25.0.3+9-LTS", "25.0.4+7", "26.0.1+8", "24.0.2+12"})
    void aBuildWithoutTheFaultHasAHangWithoutAName(String version) throws IOException {
        Path[] dumps = of("lost-unpark", version, true);

        assertThat(findings(dumps)).first().extracting(Finding::id).isEqualTo("lostWakeup");
        assertThat(faults(dumps)).isEmpty();
    }

    /** A latch of which the count is not known may be waited for: that is usual, whatever the build. */
    @Test
    void nothingIsSaidByTheBuildAlone() throws IOException {
        Path[] dumps = of("lost-unpark", "25.0.2+10-LTS", false);

        assertThat(findings(dumps)).extracting(Finding::id).doesNotContain("lostWakeup", FaultFindings.ID);
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.2+10-LTS, PROBLEM, is the known fault JDK-8373120",
        "25.0.3+9-LTS,  WARNING, may be the known fault JDK-8373120",
        "26+35,         PROBLEM, is the known fault JDK-8373120",
        "26.0.2+9,      WARNING, may be the known fault JDK-8373120",
    })
    void aThreadThatIsBlockedForAMonitorOfNoThreadIsAFault(String version, Severity severity, String words)
            throws IOException {
        assertThat(faults(of("lost-block", version, false))).singleElement().satisfies(fault -> {
            assertThat(fault.severity()).isEqualTo(severity);
            assertThat(fault.summary()).contains(words);
        });
    }

    @ParameterizedTest
    @CsvSource({"25.0.4+7", "27+20"})
    void aFixedBuildHasNoBlockedFault(String version) throws IOException {
        assertThat(faults(of("lost-block", version, false))).isEmpty();
    }

    /** Where the version is missing, the signature alone says that it may be one. */
    @Test
    void withoutAVersionItMayBeAFault() throws IOException {
        assertThat(faults(of("lost-block", "", false)))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary())
                        .contains("may be the known fault JDK-8373120")
                        .contains("the version of the JDK is not in the input"));
    }

    @Test
    void oneDumpShowsNoFault() throws IOException {
        assertThat(faults(of("lost-block", "25.0.2+10-LTS", false)[0])).isEmpty();
    }

    @Test
    void anOverlookedThreadIsAFaultOfTheScheduler() {
        assertThat(faults(DUMPS.resolve("overlooked")))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary()).contains("is the known fault JDK-8373118"));
    }

    /** Both JDKs have a fault with the signature of this wait, but for the thread that may own the lock. */
    @ParameterizedTest
    @CsvSource({"21", "25"})
    void aLockWhoseOwnerSleepsIsNoFaultOfTheJdk(String jdk) {
        Path folder = DUMPS.resolve("contended");

        assertThat(findings(folder.resolve(jdk + "-a.json"), folder.resolve(jdk + "-b.json")))
                .singleElement()
                .satisfies(wait -> assertThat(wait.severity()).isEqualTo(Severity.INFO))
                .satisfies(wait -> assertThat(wait.summary())
                        .contains("its owner is in no dump, and may be \"buyer-1\", which waits for the clock in the"
                                + " method in which it is waited for."));
    }

    /** Text has no carriers, so that it does not show which of the threads that can run have none. */
    @Test
    void threadsThatRunInATextAreNotOverlooked() {
        Path folder = DUMPS.resolve("mounted");

        assertThat(findings(folder.resolve("25-a.txt"), folder.resolve("25-b.txt")))
                .isEmpty();
    }

    /** All other dumps among the fixtures are of programs that hang by their own code, or not at all. */
    @Test
    void noOtherProgramHasAKnownFault() throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.list(DUMPS)) {
            // The random ones are packed, and judged as a whole elsewhere.
            List<String> others = List.of("faults", "overlooked", "pollers", "random");
            folders = all.filter(path -> !others.contains(String.valueOf(path.getFileName())))
                    .toList();
        }
        int answered = 0;
        for (Path path : folders) {
            try {
                assertThat(faults(path)).as(path.toString()).isEmpty();
                answered++;
            } catch (DataException e) {
                assertThat(e).as(path.toString()).hasMessageContaining("nothing");
            }
        }
        assertThat(answered).isGreaterThan(5);
    }
}
