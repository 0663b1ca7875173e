package dev.loomweight.analysis;

import java.util.List;

/** The list of all analyses: commands, their options and the laws' tests come from it. */
public final class Analyses {

    /** All analyses, in the order of a full report. */
    public static final List<Analysis<?>> ALL =
            List.of(new PinSites(), new FailedSubmits(), new VirtualThreadCounts(), new RecordingCoverage());

    private Analyses() {}
}
