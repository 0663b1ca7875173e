package dev.loomweight.input.recording;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.StackTrace;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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

    /** Each event that was asked for was read: of the others more than their number is of no use to anybody. */
    void allAreRead() {
        unread = 0;
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
                new Coverage.Stacks(stacks, stacks ? count - unread - withStack : 0, truncated, stackDepth),
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

    /**
     * What the {@code jdk.ActiveSetting} events of one recording say of one event type. The JVM writes all settings of a
     * type together, at the beginning of a chunk and whenever a recording starts or stops; several such writings can
     * differ. The loosest wins: the type was on if it ever was, with stacks if it ever had them, and from the lowest
     * threshold; when it was on is {@link #onlyIn}.
     */
    static final class SettingsInForce {

        /** The setting of traces that says of which methods they are. */
        private static final String FILTER = "filter";

        private final Map<Instant, Map<String, String>> written = new HashMap<>();

        /**
         * Takes one event.
         *
         * @param time when it was written: the same for all settings of one writing
         * @param name the setting, such as {@code threshold}
         * @param value its value as text, such as {@code 20 ms}
         */
        void add(Instant time, String name, String value) {
            written.computeIfAbsent(time, key -> new HashMap<>()).put(name, value);
        }

        /** Adds what another has taken. */
        void addAll(SettingsInForce other) {
            other.written.forEach((time, settings) ->
                    written.computeIfAbsent(time, key -> new HashMap<>()).putAll(settings));
        }

        /** Whether the recording says anything of the type. */
        boolean known() {
            return written.values().stream().anyMatch(settings -> settings.containsKey("enabled"));
        }

        /** Whether it was ever on. */
        boolean on() {
            return written.values().stream().anyMatch(SettingsInForce::isOn);
        }

        /**
         * When it was on, where it was off at other times: a writing holds until the next one.
         *
         * @param start the recording's beginning: what was in force then is what was written first
         * @param end the recording's end
         * @return the spans in order, which do not touch; empty where it was never on, or never off
         */
        List<Coverage.Span> onlyIn(Instant start, Instant end) {
            TreeMap<Instant, Boolean> states = new TreeMap<>();
            written.forEach((time, settings) -> {
                if (settings.containsKey("enabled")) {
                    states.put(time, isOn(settings));
                }
            });
            if (!states.containsValue(true) || !states.containsValue(false)) {
                return List.of();
            }
            List<Coverage.Span> spans = new ArrayList<>();
            Instant since = states.firstEntry().getValue() ? start : null;
            for (Map.Entry<Instant, Boolean> state : states.entrySet()) {
                if (state.getValue()) {
                    since = since == null ? state.getKey() : since;
                } else if (since != null) {
                    spans.add(Coverage.Span.of(since, state.getKey()));
                    since = null;
                }
            }
            if (since != null) {
                spans.add(Coverage.Span.of(since, end));
            }
            return spans;
        }

        /** Whether it was ever on with stacks. */
        boolean stacks() {
            return written.values().stream()
                    .anyMatch(settings -> isOn(settings) && Boolean.parseBoolean(settings.get("stackTrace")));
        }

        /**
         * The lowest threshold that was in force while it was on, or null where none is recorded. Of traced waits, whose
         * threshold follows their rate, the highest: all that lasted longer are there.
         */
        @Nullable
        Duration threshold() {
            @Nullable Duration found = null;
            for (Map<String, String> settings : written.values()) {
                String text = settings.get("threshold");
                Duration threshold = text == null || !isOn(settings) ? null : duration(text);
                int order = threshold == null || found == null ? 0 : threshold.compareTo(found);
                if (threshold != null && (found == null || (settings.containsKey(FILTER) ? order > 0 : order < 0))) {
                    found = threshold;
                }
            }
            return found;
        }

        /** The JDK's settings trace methods, and none of them. */
        private static boolean isOn(Map<String, String> settings) {
            return Boolean.parseBoolean(settings.get("enabled"))
                    && settings.getOrDefault(FILTER, VirtualThreads.UNMOUNTS).contains(VirtualThreads.UNMOUNTS);
        }

        /** A time span as settings spell it: {@code 20 ms}, {@code 0 ns}, {@code infinity}; null for anything else. */
        static @Nullable Duration duration(String text) {
            String trimmed = text.trim().toLowerCase(Locale.ROOT);
            if (trimmed.equals("infinity")) {
                return Duration.ofNanos(Long.MAX_VALUE);
            }
            int digits = 0;
            while (digits < trimmed.length() && Character.isDigit(trimmed.charAt(digits))) {
                digits++;
            }
            if (digits == 0 || digits > 18) {
                return null;
            }
            long amount = Long.parseLong(trimmed.substring(0, digits));
            return switch (trimmed.substring(digits).trim()) {
                case "ns" -> Duration.ofNanos(amount);
                case "us" -> Duration.of(amount, ChronoUnit.MICROS);
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                case "d" -> Duration.ofDays(amount);
                default -> null;
            };
        }
    }
}
