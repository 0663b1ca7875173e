package dev.loomweight.program;

import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import java.util.List;

/** Programs that can be run under capture, each in a JVM of its own. */
public sealed interface Programs permits MemoryProgram, PublishedExperiment, PublishedMemory, SleeperPrograms {

    /**
     * Lists the runs in their order.
     *
     * @param request the request for these programs
     * @param jdks the JDKs of the request
     * @throws DataException if the programs are not installed, or if there is none of the requested name
     */
    List<Run> plan(RunRequest request, List<TargetJdk> jdks);

    /**
     * Whether the runs are a series: numbered, with an estimate of the time left, and ended as one by an interrupt. In a
     * series the failure of one run does not keep the others from being run.
     */
    default boolean isSeries() {
        return true;
    }

    /**
     * One program on one JDK, once.
     *
     * @param label what is run, for progress and failures; may be empty where there is only one run
     * @param kind equal for runs that are expected to take equally long
     * @param sample how to run it
     */
    record Run(String label, Object kind, SampleRequest sample) {}
}
