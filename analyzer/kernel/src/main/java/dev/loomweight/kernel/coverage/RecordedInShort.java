package dev.loomweight.kernel.coverage;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Note;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the inputs could show, in one sentence: what is lost or damaged first, since it bounds all else. */
final class RecordedInShort {

    /** Waits for monitors from that on are said to be recorded from it: people take all pins for recorded. */
    private static final Duration MIN_NAMED_THRESHOLD = Duration.ofMillis(10);

    private final List<OfSource> sources;
    private final List<OfSource> recordings;

    private final Collection<String> jdks;

    private RecordedInShort(Coverage coverage, Collection<String> jdks) {
        this.jdks = jdks;
        this.sources = coverage.sources();
        this.recordings =
                sources.stream().filter(source -> !source.events().isEmpty()).toList();
    }

    /**
     * The note; not for no inputs.
     *
     * @param jdks the versions of the JDKs, as far as the recordings name them
     */
    static Note of(Coverage coverage, Collection<String> jdks) {
        return Note.of(Note.RECORDED, new RecordedInShort(coverage, jdks).sentence());
    }

    private String sentence() {
        List<String> harm = harm();
        String recorded = recordings.isEmpty() ? "no recording was read, so nothing is known of pins" : recorded();
        if (harm.isEmpty()) {
            return capital(recorded) + (recordings.isEmpty() ? "." : "; nothing lost or truncated.");
        }
        return capital(String.join(", ", harm)) + ". " + capital(recorded) + ".";
    }

    private List<String> harm() {
        List<String> harm = new ArrayList<>();
        long unread = sources.stream().mapToLong(OfSource::unreadBytes).sum();
        long lost = sources.stream().mapToLong(OfSource::lostBytes).sum();
        long unfinished = recordings.stream().filter(OfSource::isUnfinished).count();
        long truncated =
                events().mapToLong(event -> event.ofStacks().truncated()).sum();
        if (unread > 0) {
            harm.add("damaged or cut off: " + Amounts.bytes(unread) + " could not be read");
        }
        if (lost > 0) {
            harm.add("the JVM lost " + Amounts.bytes(lost) + " of events");
        }
        if (unfinished > 0) {
            harm.add(
                    recordings.size() == 1
                            ? "unfinished: the last events can be missing"
                            : unfinished + " of " + recordings.size() + " recordings "
                                    + (unfinished == 1 ? "is" : "are") + " unfinished");
        }
        if (truncated > 0) {
            harm.add(Amounts.count(truncated, "stack was truncated", "stacks were truncated"));
        }
        return harm;
    }

    private String recorded() {
        List<OfEvent> pins =
                events().filter(event -> event.eventType().equals(Pin.EVENT)).toList();
        Set<String> others = types(events());
        Set<String> on = types(events().filter(event -> event.state().isOn()));
        String types = on.size() + " of " + others.size();
        if (pins.isEmpty()) {
            return "recorded: " + types + " events that are looked at";
        }
        long with = pins.stream().filter(event -> event.state().isOn()).count();
        if (with == pins.size()) {
            return "recorded: pins " + lengths(pins) + monitors(pins) + ", " + types + " other events";
        } else if (with > 0) {
            return "recorded: pins in " + with + " of " + pins.size() + " recordings, " + types + " other events";
        }
        return switch (pins.getFirst().state()) {
                    case UNKNOWN -> "pins were not recorded (" + undefined() + ")";
                    case UNSTATED -> "pins may have been off (no settings in the recording)";
                    default -> "pins were not recorded (" + Pin.EVENT + " was off)";
                }
                + "; recorded: " + types + " other events";
    }

    private String undefined() {
        return jdks.isEmpty()
                ? "the recording does not define " + Pin.EVENT + ": " + EventWords.UNDEFINED
                : "the recording" + (recordings.size() == 1 ? "" : "s") + " of JDK " + String.join(" and ", jdks)
                        + (recordings.size() == 1 ? " does" : " do") + " not define " + Pin.EVENT;
    }

    // Before JDK 24 they pin, and have events and thresholds of their own.
    private String monitors(List<OfEvent> pins) {
        boolean pinning = pins.stream()
                .anyMatch(event -> !event.fields().isEmpty() && !event.fields().contains("pinnedReason"));
        List<OfEvent> waits = events().filter(event -> event.eventType().equals(MonitorEnter.EVENT))
                .toList();
        if (!pinning || waits.isEmpty()) {
            return "";
        }
        if (waits.stream().noneMatch(event -> event.state().isOn())) {
            return ", no waits for monitors";
        }
        Duration shortest = longestThreshold(waits);
        return shortest == null || shortest.compareTo(MIN_NAMED_THRESHOLD) >= 0
                ? ", waits for monitors " + lengths(waits)
                : "";
    }

    private static String lengths(List<OfEvent> events) {
        Duration longest = longestThreshold(events);
        String partial = events.stream()
                .filter(OfEvent::isPartial)
                .findFirst()
                .map(event ->
                        events.size() == 1 ? " (" + EventWords.partial(event) + ")" : " (in a part of the time only)")
                .orElse("");
        return (longest == null ? "of unknown lengths" : "from " + EventWords.length(longest)) + partial;
    }

    // Null where one of them does not say.
    private static @Nullable Duration longestThreshold(List<OfEvent> events) {
        Duration longest = Duration.ZERO;
        for (OfEvent event : events) {
            Duration threshold = event.threshold();
            if (threshold == null) {
                return null;
            }
            longest = threshold.compareTo(longest) > 0 ? threshold : longest;
        }
        return longest;
    }

    private Stream<OfEvent> events() {
        return recordings.stream().flatMap(source -> source.events().stream());
    }

    private static Set<String> types(Stream<OfEvent> events) {
        return events.map(OfEvent::eventType)
                .filter(type -> !type.equals(Pin.EVENT))
                .collect(Collectors.toSet());
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
