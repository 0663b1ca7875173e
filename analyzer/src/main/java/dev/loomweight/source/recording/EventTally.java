package dev.loomweight.source.recording;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.StackTrace;
import java.util.HashSet;
import java.util.Set;

/** What one recording tells of one event type: its settings, its number, its stacks. */
final class EventTally {

    private final String eventType;
    private final SettingsInForce settings = new SettingsInForce();
    private final Set<Long> typeIds = new HashSet<>();
    private long count;
    private long withStack;
    private long truncated;
    private int stackDepth;

    EventTally(String eventType) {
        this.eventType = eventType;
    }

    String eventType() {
        return eventType;
    }

    /** The recording's settings of this type. */
    SettingsInForce settings() {
        return settings;
    }

    /** The numbers that the recording's metadata has for this type; none where its JDK does not know it. */
    Set<Long> typeIds() {
        return typeIds;
    }

    long count() {
        return count;
    }

    void add(StackTrace stack) {
        count++;
        if (!stack.frames().isEmpty()) {
            withStack++;
        }
        if (stack.truncated()) {
            truncated++;
            stackDepth = Math.max(stackDepth, stack.frames().size());
        }
    }

    Coverage.OfEvent coverage() {
        boolean stacks = settings.known() ? settings.stacks() : withStack > 0;
        return new Coverage.OfEvent(
                eventType,
                state(),
                count,
                settings.threshold(),
                stacks,
                stacks ? count - withStack : 0,
                truncated,
                stackDepth);
    }

    private Coverage.State state() {
        if (count > 0) {
            return Coverage.State.RECORDED;
        }
        if (typeIds.isEmpty()) {
            return Coverage.State.UNKNOWN;
        }
        if (!settings.known()) {
            return Coverage.State.UNSTATED;
        }
        return settings.on() ? Coverage.State.SILENT : Coverage.State.OFF;
    }
}
