package dev.loomweight.sample;

import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What recordings say of types of event, all of which were read. */
public final class Events {

    private Events() {}

    /** One whose fields are not known. */
    public static OfEvent of(
            String eventType,
            State state,
            long count,
            @Nullable Duration threshold,
            boolean stacks,
            long withoutStack,
            long truncated,
            int stackDepth) {
        return of(eventType, state, count, threshold, stacks, withoutStack, truncated, stackDepth, List.of());
    }

    /** One with those fields. */
    public static OfEvent of(
            String eventType,
            State state,
            long count,
            @Nullable Duration threshold,
            boolean stacks,
            long withoutStack,
            long truncated,
            int stackDepth,
            List<String> fields) {
        Coverage.Stacks ofStacks = new Coverage.Stacks(stacks, withoutStack, truncated, stackDepth);
        return new OfEvent(eventType, state, count, 0, threshold, ofStacks, fields);
    }
}
