package dev.loomweight.junit.spi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the recording says of a test run. */
public final class Verdicts {

    private final List<Verdict> tests;
    private final List<String> notes;
    private final @Nullable String notMeasured;
    private final Map<Verdict.Subject, String> undecided;

    /**
     * Of one run.
     *
     * @param tests of each test that claims something, one for each subject
     * @param notes on the run itself, such as a suppression that is unused; a line each, printed to standard error
     * @param notMeasured why no test could be measured, and what to do; null if the run was measured. Then all tests
     *     that claim something fail
     */
    public Verdicts(List<Verdict> tests, List<String> notes, @Nullable String notMeasured) {
        this(tests, notes, notMeasured, Map.of());
    }

    /**
     * Of one run.
     *
     * @param tests of each test that claims something, one for each subject
     * @param notes on the run itself; a line each, printed to standard error
     * @param notMeasured why no test could be measured, and what to do; null if the run was measured
     * @param undecided why the run fails, but none of its tests: pins or threads that can be of several of them, in lines;
     *     empty if there are none that matter
     */
    public Verdicts(
            List<Verdict> tests,
            List<String> notes,
            @Nullable String notMeasured,
            Map<Verdict.Subject, String> undecided) {
        this.tests = List.copyOf(tests);
        this.notes = List.copyOf(notes);
        this.notMeasured = notMeasured;
        this.undecided = Map.copyOf(undecided);
    }

    /** {@return the verdict on each test that claims something} */
    public List<Verdict> tests() {
        return tests;
    }

    /** {@return lines on the run itself} */
    public List<String> notes() {
        return notes;
    }

    /** {@return why no test could be measured, and what to do; null if the run was measured} */
    public @Nullable String notMeasured() {
        return notMeasured;
    }

    /** {@return why the run fails, but none of its tests, in lines; empty if it does not} */
    public Map<Verdict.Subject, String> undecided() {
        return undecided;
    }
}
