package dev.loomweight.junit.judge;

import dev.loomweight.capture.DataException;
import dev.loomweight.cli.CheckFile;
import dev.loomweight.cli.TestsTable;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.GateSetup;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the project's {@code loomweight.toml} says of its tests, where it has one.
 *
 * @param suppressions pins that do not count
 * @param baseline an earlier recording or saved baseline, or null
 * @param margin tolerance over the baseline, as a ratio: 0.1 is 10 %
 * @param own prefixes of the classes whose pins count, where the annotation names none; if empty, all but the JDK's
 * @param classPath class files, in addition to the class path of the tests
 * @param tests what is claimed of tests without an annotation
 */
record Rules(
        List<Suppression> suppressions,
        @Nullable Path baseline,
        double margin,
        List<String> own,
        List<String> classPath,
        TestsTable tests) {

    private static final Rules NONE =
            new Rules(List.of(), null, CheckOptions.margin(Options.NONE), List.of(), List.of(), TestsTable.NONE);

    /**
     * Of a project.
     *
     * @throws DataException if its file cannot be used; the message has the file and the line
     */
    static Rules of(GateSetup setup) {
        Path config = setup.config();
        if (config == null) {
            return NONE;
        }
        try {
            CheckFile file = CheckFile.read(config);
            Options said = file.options();
            List<Path> baselines = said.get(CheckOptions.BASELINE);
            if (baselines.size() > 1) {
                throw new DataException(file.baselineAt() + ": tests are compared with one baseline, not with "
                        + baselines.size() + "; save one with check --save-baseline");
            }
            return new Rules(
                    said.get(CheckOptions.SUPPRESSED),
                    baselines.isEmpty() ? null : baselines.getFirst(),
                    CheckOptions.margin(said),
                    file.tests().own().isEmpty()
                            ? said.get(ClassOptions.OWN)
                            : file.tests().own(),
                    said.get(ClassOptions.CLASSPATH),
                    file.tests());
        } catch (Misuse e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
    }

    /** What is claimed of a test: by its annotations, or else by the file. */
    List<Claim> claims(TestSpan span) {
        if (!span.claims().isEmpty() || !tests.every()) {
            return span.claims();
        }
        return List.of(Claim.noPins(
                tests.atMost(),
                tests.longest(),
                tests.own(),
                tests.includeClassLoading(),
                List.of(),
                "[tests] of loomweight.toml"));
    }

    /** Prefixes of the classes whose pins count; if empty, those of all but the JDK. */
    List<String> own(Claim claim) {
        return claim.own().isEmpty() ? own : claim.own();
    }
}
