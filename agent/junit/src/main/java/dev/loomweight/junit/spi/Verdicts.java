package dev.loomweight.junit.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the recording says of a test run. */
public final class Verdicts {

    private final List<Verdict> tests;
    private final List<String> notes;
    private final @Nullable String notMeasured;

    /**
     * Of one run.
     *
     * @param tests of each test that claims something
     * @param notes on the run itself, such as a suppression that is unused; a line each, printed to standard error
     * @param notMeasured why no test could be measured, and what to do; null if the run was measured. Then all tests
     *     that claim something fail
     */
    public Verdicts(List<Verdict> tests, List<String> notes, @Nullable String notMeasured) {
        this.tests = List.copyOf(tests);
        this.notes = List.copyOf(notes);
        this.notMeasured = notMeasured;
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
}
