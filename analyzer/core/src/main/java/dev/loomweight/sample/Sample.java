package dev.loomweight.sample;

import java.util.Arrays;
import java.util.List;

/**
 * One thing that was observed about a JVM: an event of a recording, or one text that a tool printed.
 *
 * <p>There is one file for each place that samples come from; their records are the list of all that Loomweight can
 * observe. Those that come from a JFR event
 * are decoded by their entry in {@link EventKind}; the others by one reader each.
 */
public sealed interface Sample
        permits CaptureTexts,
                Dumps,
                EndTexts,
                GroupTexts,
                JvmTexts,
                MachineEvents,
                MemoryEvents,
                NmtTexts,
                PinEvents,
                ProcTexts,
                StackEvents,
                ThreadEvents {

    /** All kinds of sample that there are. */
    static List<Class<? extends Sample>> kinds() {
        return Arrays.stream(Sample.class.getPermittedSubclasses())
                .flatMap(origin -> Arrays.stream(origin.getPermittedSubclasses()))
                .<Class<? extends Sample>>map(kind -> kind.asSubclass(Sample.class))
                .toList();
    }
}
