package dev.loomweight.input.recording;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.capture.SecretEvents;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.FileLook;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.UnreadableRecordingException;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A recording: the events of the wanted types as samples, in the order of the file within each sink (that of time only
 * within one thread of one chunk).
 *
 * <p>A truncated, damaged or unfinished recording gives what is there; the coverage says how much is missing.
 */
public final class RecordingSource implements Source {

    /** Stands for every type that a recording knows, whatever its name. */
    public static final Set<String> ALL_TYPES = WantedEvents.All.INSTANCE;

    private static final int ALL_PROCESSORS = Runtime.getRuntime().availableProcessors();

    // More would say nothing new.
    private static final int MAX_NAMED_GAPS = 5;

    /** Reads the text of a dump: the reader of texts, which recordings do not know. */
    @FunctionalInterface
    public interface DumpParser {

        /**
         * The threads of a dump.
         *
         * @param file the recording, for messages
         * @return null where the text is no dump: one that could not be taken has a sentence instead
         */
        @Nullable
        DumpedThreads parse(String text, String file);
    }

    private final Path file;
    private final Origin origin;
    private final ReaderChoice choice;
    private final Secrets secrets;
    // By the offsets where they begin.
    private final Set<Long> leftOut;
    private final @Nullable DumpParser dumps;

    /**
     * A recording of a known process, whose secrets are masked.
     *
     * @param file the recording
     * @param origin where its samples come from; its file is what messages name
     * @param choice by what it is read
     */
    public RecordingSource(Path file, Origin origin, ReaderChoice choice) {
        this(file, origin, choice, Secrets.MASKED, Set.of(), null);
    }

    private RecordingSource(
            Path file,
            Origin origin,
            ReaderChoice choice,
            Secrets secrets,
            Set<Long> leftOut,
            @Nullable DumpParser dumps) {
        this.file = file;
        this.origin = origin;
        this.choice = choice;
        this.secrets = secrets;
        this.leftOut = Set.copyOf(leftOut);
        this.dumps = dumps;
    }

    /** The same recording, whose secrets are treated otherwise. */
    public RecordingSource with(Secrets other) {
        return new RecordingSource(file, origin, choice, other, leftOut, dumps);
    }

    /**
     * The same recording without some more of its chunks, which another recording has.
     *
     * @param chunks where they begin, in bytes from the file's beginning; not all of them
     */
    public RecordingSource without(Set<Long> chunks) {
        Set<Long> all = new HashSet<>(leftOut);
        all.addAll(chunks);
        return new RecordingSource(file, origin, choice, secrets, all, dumps);
    }

    /**
     * The same recording with the thread dumps in it, for those who want dumps: for a process of which there are no others,
     * since these are few, and of platform threads alone.
     *
     * @param parser reads their texts
     */
    public RecordingSource withDumps(DumpParser parser) {
        return new RecordingSource(file, origin, choice, secrets, leftOut, parser);
    }

    /** The chunks that are read of it; empty where it cannot be read. */
    public List<RecordingChunk> chunks() {
        try {
            return ChunkedFile.of(file).chunks().stream()
                    .filter(chunk -> !leftOut.contains(chunk.offset()))
                    .toList();
        } catch (IOException e) {
            // Its reading will say why.
            return List.of();
        }
    }

    /** A recording on its own: the process gets the file's name. */
    public static RecordingSource of(Path file, ReaderChoice choice) {
        Path name = file.getFileName();
        String subject = name == null ? file.toString() : name.toString();
        return new RecordingSource(file, new Origin(subject, null, file.toString(), Instrument.JFR), choice);
    }

    @Override
    public boolean isRecording() {
        return true;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    /** Whether what can be a secret is masked in its {@link #events}. */
    public Secrets secrets() {
        return secrets;
    }

    /** Where to read it, for tools that want a file; messages name the origin's. */
    public Path file() {
        return file;
    }

    @Override
    public long bytes() {
        return file.toFile().length();
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        return read(interest, sinks, ALL_PROCESSORS);
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks, int threads) {
        List<EventKind<?>> kinds = EventKind.coveredBy(interest);
        List<SampleMaker> makers = Collections.synchronizedList(new ArrayList<>());
        Map<String, Set<Long>> numbers = new ConcurrentHashMap<>();
        CutPins cut = new CutPins();
        Read read = read(
                SampleMaker.wanted(kinds, interest),
                () -> {
                    SampleMaker maker = new SampleMaker(origin, kinds, interest, numbers, cut.over(sinks.get()));
                    makers.add(maker);
                    return maker;
                },
                threads);
        List<Coverage.OfEvent> events = new ArrayList<>();
        List<String> notes = read.notes();
        boolean hasWaits = CutPins.WAITS.stream().anyMatch(read.reading.counts()::containsKey);
        notes.addAll(cut.passOn(hasWaits ? this : null, threads));
        for (EventKind<?> kind : kinds) {
            EventTally all = together(makers, kind.eventType());
            EventKind.Asked asked = kind.asked();
            boolean wanted = interest.wants(kind.sample());
            if (!wanted || asked != null) {
                all.addUnread(read.reading.counts().getOrDefault(kind.eventType(), 0L) - all.seen());
            }
            if (wanted && asked != null && asked.number() != null) {
                all.allAreRead();
            }
            EventType type = read.reading.types().get(kind.eventType());
            Coverage.OfEvent event = all.coverage(type, read.start(), read.end());
            if (event.state().isOn() || kind.isMissed(type != null)) {
                events.add(event);
            }
            notes.addAll(all.notes());
        }
        notes.addAll(together(makers, SampleMaker.RECORDER).notes());
        notes.addAll(secretsNote(read.reading.counts()));
        if (dumps != null && interest.thorough().contains(DumpedThreads.class)) {
            notes.addAll(RecordedDumps.read(this, dumps, origin, threads, sinks.get()));
        }
        long lost = makers.stream().mapToLong(SampleMaker::lostBytes).sum();
        long unread = read.unreadBytes()
                + makers.stream().mapToLong(SampleMaker::damagedBytes).sum();
        return Coverage.of(new Coverage.OfSource(origin, read.start(), read.end(), lost, unread, events, notes));
    }

    private static EventTally together(List<SampleMaker> makers, String eventType) {
        EventTally all = new EventTally(eventType);
        makers.forEach(maker -> all.addAll(maker.tally(eventType)));
        return all;
    }

    private static List<String> secretsNote(Map<String, Long> all) {
        Map<String, Long> counts = new HashMap<>(all);
        counts.keySet().removeIf(type -> !Secrets.areIn(type));
        return counts.isEmpty()
                ? List.of()
                : List.of("It holds events that can contain secrets: " + Secrets.words(counts)
                        + ". Their values are masked unless --show-secrets is given; loomweight scrub writes a copy of the"
                        + " recording without these events.");
    }

    /**
     * Passes on all events of some types as they are, for those who ask for what no sample is made of; what can be a
     * secret in them is masked, unless this is a source {@linkplain #with with} secrets shown.
     *
     * @param eventTypes full names, or {@link #ALL_TYPES}
     * @param sinks gives each thread that reads a sink of its own
     * @return the result of the reading
     * @throws DataException if nothing can be read
     */
    public Reading events(Set<String> eventTypes, Supplier<? extends EventSink> sinks) {
        return events(eventTypes, sinks, ALL_PROCESSORS);
    }

    /**
     * Passes on events as {@link #events(Set, Supplier)} does, on some threads only.
     *
     * @param threads how many read at a time, at most, the calling one among them; positive
     */
    public Reading events(Set<String> eventTypes, Supplier<? extends EventSink> sinks, int threads) {
        boolean can = SecretEvents.TYPES.stream().anyMatch(eventTypes::contains);
        return read(WantedEvents.reading(eventTypes), can ? () -> secrets.over(sinks.get()) : sinks, threads).reading;
    }

    /**
     * Counts the events of every type by their headers; nothing is decoded.
     *
     * @param progress takes the number of events that were counted since it was last called; called by several threads, and
     *     what it throws ends the reading
     * @param threads how many read at a time, at most, the calling one among them; positive
     * @return the result of the reading, with all types and their {@linkplain Reading#counts numbers}
     * @throws DataException if nothing can be read
     */
    public Reading count(LongConsumer progress, int threads) {
        Supplier<EventSink> sinks = () -> new EventSink() {
            @Override
            public void accept(EventView event) {}

            @Override
            public void passed(long number) {
                progress.accept(number);
            }
        };
        return read(WantedEvents.counting(), sinks, threads).reading;
    }

    /** Counts the events of every type by their headers, on all processors. */
    public Reading count() {
        return count(events -> {}, ALL_PROCESSORS);
    }

    /**
     * What the recording's metadata says of some types of event, by their full names. Looks no further than the first
     * chunk where that knows one of them, so it takes no time.
     *
     * @throws DataException if nothing can be read
     */
    public Map<String, EventType> describe(Set<String> eventTypes) {
        try {
            ChunkedFile recording = open();
            ChunkedFile first = new ChunkedFile(
                    recording.file(), recording.bytes(), recording.chunks().subList(0, 1), List.of());
            Map<String, EventType> types = read(
                            first, WantedEvents.counting(eventTypes), () -> event -> {}, new ArrayList<>(), 1)
                    .types();
            return types.isEmpty()
                    ? read(WantedEvents.counting(eventTypes), () -> event -> {}, ALL_PROCESSORS)
                            .reading
                            .types()
                    : types;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** A recording that was read, and what there is to say of it. */
    private record Read(ChunkedFile recording, Reading reading, List<String> remarks) {

        Instant start() {
            return instant(recording.chunks().stream()
                    .mapToLong(chunk -> chunk.header().start().nanos())
                    .min()
                    .orElseThrow());
        }

        Instant end() {
            return instant(recording.chunks().stream()
                    .mapToLong(chunk -> chunk.header().endNanos())
                    .max()
                    .orElseThrow());
        }

        private static Instant instant(long nanos) {
            return EpochNanos.toInstant(nanos);
        }

        long unreadBytes() {
            return Stream.concat(recording.gaps().stream(), reading.gaps().stream())
                    .mapToLong(Gap::length)
                    .sum();
        }

        List<String> notes() {
            List<String> notes = new ArrayList<>(remarks);
            if (!recording.finished()) {
                notes.add(Coverage.OfSource.UNFINISHED);
            }
            List<Gap> gaps = Stream.concat(recording.gaps().stream(), reading.gaps().stream())
                    .sorted(Comparator.comparingLong(Gap::offset))
                    .toList();
            gaps.stream().limit(MAX_NAMED_GAPS).map(Gap::sentence).forEach(notes::add);
            if (gaps.size() > MAX_NAMED_GAPS) {
                notes.add(gaps.size() - MAX_NAMED_GAPS + " more gaps were not read, "
                        + gaps.stream()
                                .skip(MAX_NAMED_GAPS)
                                .mapToLong(Gap::length)
                                .sum() + " bytes in total.");
            }
            notes.addAll(reading.notes());
            return notes;
        }
    }

    private Read read(WantedEvents wanted, Supplier<? extends EventSink> sinks, int threads) {
        try {
            ChunkedFile recording = open();
            List<String> remarks = new ArrayList<>();
            Reading reading = read(recording, wanted, sinks, remarks, threads);
            if (reading.chunks() == 0) {
                String begun = NewestChunk.onlyBegun(file);
                if (begun != null) {
                    throw new DataException(origin.file() + ": " + begun
                            + "; read it again a second later if its JVM runs, or read the other chunks of its folder");
                }
                throw unreadable(Stream.concat(reading.gaps().stream(), recording.gaps().stream())
                        .map(Gap::reason)
                        .findFirst()
                        .orElse("it is damaged"));
            }
            return new Read(recording, reading, remarks);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /**
     * What there is to say of a file that is nothing but a {@link NewestChunk}, and of which nothing can be read.
     *
     * @return a sentence without its end, or null for any other file
     */
    public @Nullable String notYetWritten() {
        String begun = NewestChunk.onlyBegun(file);
        if (begun == null) {
            return null;
        }
        try {
            describe(Set.of());
            return null;
        } catch (DataException e) {
            return begun;
        }
    }

    private DataException unreadable(String reason) {
        return new DataException(
                "cannot read the recording " + origin.file() + ": " + reason + ChunkedFile.advice(reason));
    }

    private DataException unreadable(IOException e) {
        return e instanceof NoSuchFileException
                ? new DataException("no such file: " + origin.file() + "; give the path of a recording", e)
                : new DataException("cannot read " + origin.file() + ": " + reason(e), e);
    }

    private Reading read(
            ChunkedFile recording,
            WantedEvents wanted,
            Supplier<? extends EventSink> sinks,
            List<String> remarks,
            int threads)
            throws IOException {
        List<IntFunction<RecordingReader>> readers = choice.readers();
        for (int i = 0; ; i++) {
            try {
                return readers.get(i).apply(threads).read(recording, wanted, sinks);
            } catch (UnreadableRecordingException e) {
                if (i + 1 == readers.size()) {
                    throw e;
                }
                remarks.add("Fell back to the JDK's reader: " + e.getMessage() + ".");
            }
        }
    }

    private ChunkedFile open() throws IOException {
        if (Files.isDirectory(file)) {
            throw new DataException(origin.file() + " is a directory, not a recording; give the files in it");
        }
        InputFile.check(file, origin.file());
        ChunkedFile recording = ChunkedFile.of(file);
        if (recording.bytes() == 0) {
            throw new DataException(origin.file() + " is empty: the recording was not written; record again");
        }
        if (recording.chunks().isEmpty()) {
            throw ChunkedFile.isBegunIn(file)
                    ? unreadable(recording.gaps().getFirst().reason())
                    : new DataException(origin.file() + " is not a recording: it looks like " + FileLook.of(file));
        }
        return leftOut.isEmpty() ? recording : recording.without(leftOut);
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        return e.getClass().getSimpleName()
                + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
    }
}
