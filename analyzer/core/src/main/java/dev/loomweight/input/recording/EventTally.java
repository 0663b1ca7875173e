package dev.loomweight.input.recording;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EventField;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one recording says about one event type: its settings, its number, its stacks. */
final class EventTally {

    private final String eventType;
    private final SettingsInForce settings = new SettingsInForce();
    private long count;
    // Of these, those whose fields, or whose stacks, were left unread.
    private long unread;
    private long withStack;
    private long truncated;
    private int stackDepth;
    private long unlike;
    private long backwards;
    private String why = "";

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

    /** An event of which a sample was made; also of those whose stacks do not matter. */
    void add(long durationNanos) {
        count++;
        if (durationNanos < 0) {
            backwards++;
        }
    }

    /** Events that are known by their number, or to be of no use. */
    void addUnread(long number) {
        count += number;
        unread += number;
    }

    /** The stack of an event that was counted, or null where it was left unread. */
    void addStack(@Nullable StackTrace stack) {
        if (stack == null) {
            unread++;
            return;
        }
        if (stack.depth() > 0) {
            withStack++;
        }
        if (stack.truncated()) {
            truncated++;
            stackDepth = Math.max(stackDepth, stack.depth());
        }
    }

    /** How many events there were, with those that no sample could be made of. */
    long seen() {
        return count + unlike;
    }

    /** An event that lacks what a sample of it needs. */
    void addUnlike(String message) {
        unlike++;
        // The same whichever thread was first.
        why = why.isEmpty() || message.compareTo(why) < 0 ? message : why;
    }

    /** What is to be said of events that no sample could be made of, or that contradict themselves. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (unlike > 0) {
            notes.add((unlike == 1 ? "1 event of " : unlike + " events of ") + eventType
                    + (unlike == 1 ? " was" : " were") + " left out, because no known JDK writes such events: " + why
                    + ".");
        }
        if (backwards > 0) {
            notes.add((backwards == 1 ? "1 event of " : backwards + " events of ") + eventType
                    + (backwards == 1 ? " ends before it starts and counts" : " end before they start and count")
                    + " with a duration of 0: the clock jumped, or the recording is damaged.");
        }
        return notes;
    }

    /** Adds what another thread has seen of the same type. */
    void addAll(EventTally other) {
        settings.addAll(other.settings);
        count += other.count;
        unread += other.unread;
        withStack += other.withStack;
        truncated += other.truncated;
        backwards += other.backwards;
        stackDepth = Math.max(stackDepth, other.stackDepth);
        if (other.unlike > 0) {
            addUnlike(other.why);
            unlike += other.unlike - 1;
        }
    }

    /**
     * What the recording says about the type.
     *
     * @param known the type as this recording describes it, or null where its JDK does not know it
     * @param start the recording's beginning
     * @param end its end
     */
    Coverage.OfEvent coverage(@Nullable EventType known, Instant start, Instant end) {
        boolean stacks = settings.known() ? settings.stacks() : withStack > 0;
        return new Coverage.OfEvent(
                eventType,
                state(known != null),
                count,
                unread,
                settings.threshold(),
                stacks,
                stacks ? count - unread - withStack : 0,
                truncated,
                stackDepth,
                known == null
                        ? List.of()
                        : known.fields().stream().map(EventField::name).toList(),
                settings.onlyIn(start, end));
    }

    private Coverage.State state(boolean known) {
        if (count > 0) {
            return Coverage.State.RECORDED;
        }
        if (!known) {
            return Coverage.State.UNKNOWN;
        }
        if (!settings.known()) {
            return Coverage.State.UNSTATED;
        }
        return settings.on() ? Coverage.State.SILENT : Coverage.State.OFF;
    }
}
