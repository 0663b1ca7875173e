package dev.loomweight.sample.state;

import dev.loomweight.sample.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that their scheduler refused to run.
 *
 * @param groups equal refusals
 * @param names the names of some of the threads, where their starts were recorded
 */
public record RefusalParts(List<Group> groups, List<Named> names) implements StateParts {

    public RefusalParts {
        groups = List.copyOf(groups);
        names = List.copyOf(names);
    }

    /**
     * Equal refusals.
     *
     * @param message the message of the scheduler's exception, or null where it had none
     * @param submitter who tried to start or unpark them, in the words of a report, or null where that is not recorded
     * @param stack the submitter's stack, or one of those that are alike
     * @param count how many there are; positive
     * @param victims the ids of the threads, as far as they are retained; not empty
     */
    public record Group(
            @Nullable String message, @Nullable String submitter, StackTrace stack, long count, List<Long> victims) {

        /** @throws IllegalArgumentException if there are none */
        public Group {
            victims = List.copyOf(victims);
            if (count < 1 || victims.isEmpty()) {
                throw new IllegalArgumentException(count + " refusals of " + victims.size() + " threads");
            }
        }
    }

    /**
     * A virtual thread.
     *
     * @param javaThreadId its identifier
     * @param name its name; not empty
     */
    public record Named(long javaThreadId, String name) {}
}
