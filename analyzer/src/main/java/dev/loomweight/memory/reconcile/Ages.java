package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts that were written before the recording beside them began, and so perhaps by an earlier run. A text of jcmd has no
 * time in it, so it has that of its snapshot or its file. Copying makes a file younger, never older.
 */
final class Ages {

    /** A recording may begin a moment after the first text of its own process was taken. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private Ages() {}

    static List<String> contradictions(ObservedProcess process, Coverage coverage) {
        Instant begin = null;
        for (Coverage.OfSource source : coverage.sources()) {
            Instant start = source.start();
            if (isOf(process, source)
                    && source.origin().instrument() == Instrument.JFR
                    && start != null
                    && (begin == null || start.isBefore(begin))) {
                begin = start;
            }
        }
        List<String> said = new ArrayList<>();
        if (begin == null) {
            return said;
        }
        for (Coverage.OfSource source : coverage.sources()) {
            Instant time = time(source);
            if (isOf(process, source)
                    && source.origin().instrument() != Instrument.JFR
                    && time != null
                    && time.isBefore(begin.minus(TOLERANCE))) {
                said.add(source.origin().file() + " is of " + time + ", before the recording began at " + begin
                        + "; it may be of an earlier run.");
            }
        }
        return said;
    }

    private static boolean isOf(ObservedProcess process, Coverage.OfSource source) {
        return process.files().contains(source.origin().file());
    }

    private static @Nullable Instant time(Coverage.OfSource source) {
        Origin.Moment moment = source.origin().moment();
        return moment == null ? source.start() : moment.time();
    }
}
