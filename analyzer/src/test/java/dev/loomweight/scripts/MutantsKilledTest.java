package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.scripts.Machine.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scripts/lib/mutants.sh}: whether enough mutants of a package are killed, and which classes have those that are not. */
class MutantsKilledTest {

    @TempDir
    private Path folder;

    private static String mutant(String className, String status) {
        boolean detected = !status.equals("SURVIVED") && !status.equals("NO_COVERAGE");
        return "<mutation detected='%s' status='%s' numberOfTestsRun='1'><sourceFile>A.java</sourceFile><mutatedClass>dev.loomweight.%s</mutatedClass></mutation>%n"
                .formatted(detected, status, className);
    }

    private Outcome killed(String least, String mutants) throws Exception {
        Path report = Files.writeString(
                folder.resolve("mutations.xml"),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mutations partial=\"false\">\n" + mutants
                        + "</mutations>\n");
        return new Machine(folder).bash("source lib/mutants.sh; mutants_killed hang " + report + " " + least);
    }

    @ParameterizedTest
    @CsvSource({"90, 0, ''", "91, 1, ', which is less than 91 %'", "0, 0, ''"})
    void shareIsComparedWithTheLeast(String least, int status, String said) throws Exception {
        String mutants = mutant("hang.Judge", "KILLED").repeat(16)
                + mutant("hang.Judge$One", "TIMED_OUT").repeat(2)
                + mutant("hang.Cycles", "SURVIVED")
                + mutant("hang.Cycles", "NO_COVERAGE");

        assertThat(killed(least, mutants))
                .isEqualTo(new Outcome(
                        status,
                        String.format(
                                Locale.ROOT,
                                "hang: 20 mutants, 18 killed (90 %%%s), 19 reached by a test%n"
                                        + "     2 survived      0 killed    0 %%  hang.Cycles%n",
                                said),
                        ""));
    }

    @Test
    void packageWithoutMutantsIsAFailure() throws Exception {
        assertThat(killed("90", "").status()).isEqualTo(1);
    }
}
