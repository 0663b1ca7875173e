package dev.loomweight.sample;

import dev.loomweight.amount.Saturating;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs could show: the difference between "no pins" and "pinning was not recorded".
 *
 * @param sources one entry per file that was read, in the order of reading
 */
public record Coverage(List<OfSource> sources) {

    /** Nothing was read. */
    public static final Coverage NONE = new Coverage(List.of());

    public Coverage {
        sources = List.copyOf(sources);
    }

    /** The coverage of one file. */
    public static Coverage of(OfSource source) {
        return new Coverage(List.of(source));
    }

    /** The entries of one event type, one per recording that was asked for it. */
    public List<OfEvent> of(String eventType) {
        return sources.stream()
                .flatMap(source -> source.events().stream())
                .filter(event -> event.eventType().equals(eventType))
                .toList();
    }

    /** What the files of one process could show. */
    public Coverage ofProcess(String subject) {
        return new Coverage(sources.stream()
                .filter(source -> source.origin().subject().equals(subject))
                .toList());
    }

    /**
     * How long an event was recorded, by process. Recordings of one process that overlap count once, from the first to the last,
     * without the times in which the event was off.
     */
    public Map<String, Duration> recordedBy(String eventType) {
        Map<String, List<Span>> recorded = new HashMap<>();
        Map<String, List<Span>> on = new HashMap<>();
        for (OfSource source : sources) {
            Instant start = source.start();
            Instant end = source.end();
            if (!source.events().isEmpty() && start != null && end != null) {
                String subject = source.origin().subject();
                recorded.computeIfAbsent(subject, any -> new ArrayList<>()).add(Span.of(start, end));
                on.computeIfAbsent(subject, any -> new ArrayList<>()).addAll(source.spansOf(eventType));
            }
        }
        Map<String, Duration> all = new HashMap<>();
        for (Map.Entry<String, List<Span>> process : recorded.entrySet()) {
            List<Span> apart = Span.apart(process.getValue());
            long first = apart.getFirst().fromNanos();
            long off = Span.nanos(apart) - Span.nanos(Span.apart(on.getOrDefault(process.getKey(), List.of())));
            all.put(process.getKey(), Duration.ofNanos(apart.getLast().toNanos() - first - off));
        }
        return all;
    }

    /** The same without some entries of the events of some sources. */
    public Coverage without(Predicate<OfEvent> events, Predicate<OfSource> where) {
        return new Coverage(sources.stream()
                .map(source -> where.test(source) ? source.without(events) : source)
                .toList());
    }

    /**
     * What a report calls a source: the process that it observed, or the file where several recordings are of one
     * process.
     */
    public String nameOf(OfSource source) {
        String subject = source.origin().subject();
        long recordings = ofProcess(subject).sources.stream()
                .filter(other -> !other.events().isEmpty())
                .count();
        return recordings > 1 ? source.origin().file() : subject;
    }

    /**
     * What one file could show.
     *
     * @param origin the file
     * @param start the beginning of the time that it covers, or null where it has none
     * @param end the end of that time, or null
     * @param lostBytes event data that the JVM itself reports as lost ({@code jdk.DataLoss}), in bytes
     * @param unreadBytes bytes of the file that could not be read, because it is damaged or cut off; the notes say
     *     where and why
     * @param events one entry per event type that was asked for; empty for files that are not recordings
     * @param notes what a reader must know of this file: lines that no grammar knows, a part that could not be read
     */
    public record OfSource(
            Origin origin,
            @Nullable Instant start,
            @Nullable Instant end,
            long lostBytes,
            long unreadBytes,
            List<OfEvent> events,
            List<String> notes) {

        /** The note of a recording whose last chunk was not finished: the JVM had more to write. */
        public static final String UNFINISHED =
                "The recording is unfinished: its JVM was killed, or is still writing it.";

        /** What a note begins with that says what is missing in a text: a report says it before its first figure. */
        public static final String INCOMPLETE = "incomplete: ";

        public OfSource {
            events = List.copyOf(events);
            notes = List.copyOf(notes);
        }

        /** What is missing in the file, as the notes say it, each starting in lower case; empty for one that is complete. */
        public List<String> missing() {
            return notes.stream()
                    .filter(note -> note.startsWith(INCOMPLETE))
                    .map(note -> note.substring(INCOMPLETE.length()))
                    .distinct()
                    .toList();
        }

        /** Whether it is a recording that its JVM did not finish, so that the last events can be missing. */
        public boolean isUnfinished() {
            return notes.contains(UNFINISHED);
        }

        /**
         * When it could have events of a type: all the time that it covers, or those parts of it in which the type was on.
         * Empty where it covers no time.
         */
        public List<Span> spansOf(String eventType) {
            if (start == null || end == null) {
                return List.of();
            }
            return events.stream()
                    .filter(event -> event.eventType().equals(eventType) && event.isPartial())
                    .map(OfEvent::onlyIn)
                    .findFirst()
                    .orElseGet(() -> List.of(Span.of(start, end)));
        }

        private OfSource without(Predicate<OfEvent> some) {
            List<OfEvent> rest = events.stream().filter(some.negate()).toList();
            return new OfSource(origin, start, end, lostBytes, unreadBytes, rest, notes);
        }

        /** The coverage of a file that is one text without time. */
        public static OfSource text(Origin origin, List<String> notes) {
            return new OfSource(origin, null, null, 0, 0, List.of(), notes);
        }

        /**
         * A file that was not read at all.
         *
         * @param bytes its size
         * @param reason why, as a message for the user
         */
        public static OfSource unread(Origin origin, long bytes, String reason) {
            return new OfSource(origin, null, null, 0, bytes, List.of(), List.of("Not read: " + reason + "."));
        }

        /** Whether it is a recording of which nothing was read. */
        public boolean isUnreadRecording() {
            return events.isEmpty() && origin.instrument() == Instrument.JFR && start == null;
        }
    }

    /** Whether an event could be in a recording, and whether it was. */
    public enum State {
        /** It was on, and there is at least one. */
        RECORDED,
        /** It was on, and nothing happened that it records. */
        SILENT,
        /** This JDK knows it, and it was switched off. */
        OFF,
        /** The recording does not describe it: this JDK does not know it, or another profiler wrote the recording. */
        UNKNOWN,
        /** This JDK knows it, there is none, and the recording does not keep its settings: off, or on and silent. */
        UNSTATED;

        /** Whether the recording has all that there were. */
        public boolean isOn() {
            return this == RECORDED || this == SILENT;
        }
    }

    /** A time from a moment to another, in nanoseconds since 1970. */
    public record Span(long fromNanos, long toNanos) {

        /** From an instant to another. */
        public static Span of(Instant from, Instant to) {
            return new Span(EpochNanos.of(from), EpochNanos.of(to));
        }

        /** How long it is, in nanoseconds; not negative. */
        public long nanos() {
            return Math.max(0, toNanos - fromNanos);
        }

        /** How long some are together, in nanoseconds. */
        public static long nanos(List<Span> spans) {
            return spans.stream().mapToLong(Span::nanos).reduce(0, Saturating::sum);
        }

        /** How long another is within it, in nanoseconds. */
        public long part(long from, long to) {
            return Math.max(0, Math.min(to, toNanos) - Math.max(from, fromNanos));
        }

        /** Some spans in order, those that touch or overlap as one. */
        public static List<Span> apart(List<Span> spans) {
            List<Span> apart = new ArrayList<>();
            spans.stream().sorted(Comparator.comparingLong(Span::fromNanos)).forEach(span -> {
                Span last = apart.isEmpty() ? null : apart.getLast();
                if (last == null || span.fromNanos > last.toNanos) {
                    apart.add(span);
                } else {
                    apart.set(apart.size() - 1, new Span(last.fromNanos, Math.max(last.toNanos, span.toNanos)));
                }
            });
            return apart;
        }
    }

    /**
     * One event type in one recording.
     *
     * @param eventType the full name of the event type
     * @param state whether it could be recorded, and was
     * @param count how many there are
     * @param unread how many of these were only counted, or read without their stacks, because nothing that was asked
     *     depends on more; what is said of stacks is said of the others
     * @param threshold the shortest duration that is recorded, or null for an event without threshold or where the
     *     recording does not say
     * @param ofStacks what is known of their stacks
     * @param fields the names of the event's fields in this recording, by which JDKs are distinguished; empty where the
     * type
     *     is unknown
     * @param onlyIn the times in which it was on, in order, where it was off in others; empty where no part is known in
     * which
     *     it was off, or none in which it was on
     */
    public record OfEvent(
            String eventType,
            State state,
            long count,
            long unread,
            @Nullable Duration threshold,
            Stacks ofStacks,
            List<String> fields,
            List<Span> onlyIn) {

        public OfEvent {
            fields = List.copyOf(fields);
            onlyIn = List.copyOf(onlyIn);
        }

        /** An event that was on or off all the time. */
        public OfEvent(
                String eventType,
                State state,
                long count,
                long unread,
                @Nullable Duration threshold,
                Stacks ofStacks,
                List<String> fields) {
            this(eventType, state, count, unread, threshold, ofStacks, fields, List.of());
        }

        /** Whether it was on in a part of the recording only, so that its number is that of this part. */
        public boolean isPartial() {
            return !onlyIn.isEmpty();
        }

        /** For how long it was on where that is a part of the recording only, in nanoseconds; else 0. */
        public long partialNanos() {
            return onlyIn.stream().mapToLong(Span::nanos).sum();
        }
    }

    /**
     * The stacks of the events of one type.
     *
     * @param stacks whether they were switched on
     * @param withoutStack how many of the events have none although they were on
     * @param truncated how many have one that was cut at the recording's stack depth
     * @param stackDepth that depth, in frames, or 0 where none was cut and the recording does not say otherwise
     */
    public record Stacks(boolean stacks, long withoutStack, long truncated, int stackDepth) implements InPlace {}
}
