package dev.loomweight.input.recording;

import dev.loomweight.capture.SecretEvents;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes samples of the events that one thread reads, and counts what it sees for the coverage. Whatever reader the
 * events come from, this is where they become samples.
 */
final class SampleMaker implements EventSink {

    private static final String SETTING = "jdk.ActiveSetting";
    private static final String DATA_LOSS = "jdk.DataLoss";

    // Size, type, time and a field, each of a byte or more.
    private static final long MIN_EVENT_BYTES = 4;

    /** Stands for the events that describe the recording itself. */
    static final String RECORDER = "the recorder";

    private final Origin origin;
    private final SampleSink sink;
    private final Map<String, Maker<?>> makers = new HashMap<>();
    // By the event type that is asked for: the numbers that all makers of the reading ask for.
    private final Map<String, Set<Long>> numbers;
    private final EventTally ofTheRecorder = new EventTally(RECORDER);
    private long lostBytes;
    private long damagedBytes;
    private String lastType = "";
    private @Nullable Maker<?> last;

    private long chunkStart = Long.MIN_VALUE;

    /**
     * Which events are asked for by their numbers, once all that ask are known.
     *
     * @param field the field that has the number
     * @param numbers sorted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answers(String field, long[] numbers) {

        boolean has(EventView event) {
            return Arrays.binarySearch(numbers, event.longValue(field)) >= 0;
        }
    }

    /** One kind of sample. */
    private static final class Maker<S extends Sample> {
        final EventKind<S> kind;
        final Function<EventView, @Nullable S> decoder;
        final EventTally tally;
        // The kinds whose events an event of this one can ask for.
        final List<Maker<?>> askable = new ArrayList<>();
        Request request = Request.NONE;

        @Nullable
        Answers answers;

        Maker(EventKind<S> kind, Interest interest) {
            this.kind = kind;
            this.decoder = kind.decoderFor(interest);
            this.tally = new EventTally(kind.eventType());
        }
    }

    /** @param numbers shared by all makers of one reading, which use it at a time; empty at first */
    SampleMaker(
            Origin origin,
            List<EventKind<?>> kinds,
            Interest interest,
            Map<String, Set<Long>> numbers,
            SampleSink sink) {
        this.origin = origin;
        this.numbers = numbers;
        this.sink = sink;
        for (EventKind<?> kind : kinds) {
            makers.put(kind.eventType(), new Maker<>(kind, interest));
        }
        for (Maker<?> maker : makers.values()) {
            EventKind.Asked asked = maker.kind.asked();
            Maker<?> asking = asked == null ? null : makers.get(asked.eventType());
            if (asking != null) {
                asking.askable.add(maker);
            }
        }
    }

    /** The event types that are to be read for some kinds of sample, and those to be counted. */
    static WantedEvents wanted(List<EventKind<?>> kinds, Interest interest) {
        Set<String> read = new LinkedHashSet<>();
        // Those that can hold secrets are counted, so that the report can mention them.
        Set<String> counted = new LinkedHashSet<>(SecretEvents.TYPES);
        if (interest.wants(Pin.class)) {
            counted.addAll(CutPins.WAITS);
        }
        Map<String, WantedEvents.Where> onRequest = new HashMap<>();
        for (EventKind<?> kind : kinds) {
            EventKind.Asked asked = kind.asked();
            if (!interest.wants(kind.sample())) {
                counted.add(kind.eventType());
            } else if (asked == null || !interest.onRequest().contains(kind.sample())) {
                read.add(kind.eventType());
            } else {
                onRequest.put(kind.eventType(), new WantedEvents.Where(asked.eventType(), asked.field()));
            }
        }
        read.add(SETTING);
        read.add(DATA_LOSS);
        return new WantedEvents(read, counted, onRequest);
    }

    @Override
    public void accept(EventView event) {
        Maker<?> maker = maker(event.typeName());
        if (maker != null) {
            make(maker, event);
            return;
        }
        try {
            switch (event.typeName()) {
                case SETTING -> setting(event);
                case DATA_LOSS -> lost(event);
                default -> {}
            }
        } catch (IllegalArgumentException e) {
            ofTheRecorder.addUnlike(String.valueOf(e.getMessage()));
        }
    }

    // Most events are of the type of the one before.
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Maker<?> maker(String type) {
        if (type != lastType) {
            last = makers.get(type);
            lastType = type;
        }
        return last;
    }

    @Override
    public void chunk(long startNanos) {
        chunkStart = startNanos;
        makers.values().forEach(maker -> maker.request = Request.NONE);
    }

    @Override
    public Request requests(String type) {
        Maker<?> maker = makers.get(type);
        return maker == null ? Request.NONE : maker.request;
    }

    @Override
    public void answers() {
        makers.forEach((type, maker) -> {
            EventKind.Asked.ByNumber number =
                    maker.kind.asked() == null ? null : maker.kind.asked().number();
            if (number != null) {
                Set<Long> all = numbers.getOrDefault(type, Set.of());
                maker.answers = new Answers(
                        number.field(),
                        all.stream().mapToLong(Long::longValue).sorted().toArray());
            }
        });
    }

    private void ask(Maker<?> asking, Sample sample, EventView event) {
        // Not by an iterator: this is done for each of hundreds of thousands of pins.
        for (int i = 0; i < asking.askable.size(); i++) {
            Maker<?> maker = asking.askable.get(i);
            EventKind.Asked asked = maker.kind.asked();
            if (asked == null
                    || maker.request == Request.CHUNK_AND_BEFORE
                    || !asked.by().test(sample)) {
                continue;
            }
            EventKind.Asked.ByNumber number = asked.number();
            if (number == null) {
                boolean earlier = event.startNanos() < chunkStart;
                maker.request = earlier ? Request.CHUNK_AND_BEFORE : Request.CHUNK;
            } else {
                numbers.computeIfAbsent(maker.kind.eventType(), type -> ConcurrentHashMap.newKeySet())
                        .add(number.of().applyAsLong(sample));
                maker.request = Request.RECORDING;
            }
        }
    }

    private <S extends Sample> void make(Maker<S> maker, EventView event) {
        EventTally tally = maker.tally;
        S sample;
        try {
            Answers answers = maker.answers;
            sample = answers == null || answers.has(event) ? maker.decoder.apply(event) : null;
        } catch (IllegalArgumentException e) {
            // Metadata that is damaged, or of a JDK that names a field otherwise.
            tally.addUnlike(String.valueOf(e.getMessage()));
            return;
        }
        if (sample == null) {
            tally.addUnread(1);
            return;
        }
        tally.add(event.durationNanos());
        Function<S, @Nullable StackTrace> stack = maker.kind.stack();
        if (stack != null) {
            tally.addStack(stack.apply(sample));
        }
        if (!maker.askable.isEmpty()) {
            ask(maker, sample, event);
        }
        sink.accept(origin, sample);
    }

    /** The JVM writes how much it lost now, and how much in all: where that is less, other bytes were taken for the event. */
    private void lost(EventView event) {
        long bytes = event.longValue("amount");
        boolean isDamaged = event.has("total") && event.longValue("total") < bytes;
        if (bytes < 0 || lostBytes + bytes < 0 || isDamaged) {
            damagedBytes += MIN_EVENT_BYTES;
            throw new IllegalArgumentException(DATA_LOSS + " has lost " + bytes + " bytes"
                    + (isDamaged ? " of " + event.longValue("total") + " in all" : ""));
        }
        lostBytes += bytes;
    }

    /** Of what was read as the recorder's events, and cannot be any: at least these are damaged. */
    long damagedBytes() {
        return damagedBytes;
    }

    private void setting(EventView event) {
        String type = event.eventType("id");
        Maker<?> maker = type == null ? null : makers.get(type);
        if (maker == null) {
            return;
        }
        String name = event.text("name");
        String value = event.text("value");
        if (name != null && value != null) {
            maker.tally.settings().add(event.startTime(), name, value);
        }
    }

    /** What has been seen of one event type, or of {@link #RECORDER}. */
    EventTally tally(String eventType) {
        if (eventType.equals(RECORDER)) {
            return ofTheRecorder;
        }
        Maker<?> maker = makers.get(eventType);
        if (maker == null) {
            throw new IllegalArgumentException(eventType);
        }
        return maker.tally;
    }

    /** The event data that the JVM reports as lost, in bytes. */
    long lostBytes() {
        return lostBytes;
    }
}
