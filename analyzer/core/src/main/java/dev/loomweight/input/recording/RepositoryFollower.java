package dev.loomweight.input.recording;

import dev.loomweight.capture.HeldFile;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.chunk.ChunkFollower;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The samples of a recording that a JVM is writing: read from its repository, on a thread of its own. Events come about a
 * second after they were written, since JFR flushes once a second.
 */
public final class RepositoryFollower implements AutoCloseable {

    private static final String DATA_LOSS = "jdk.DataLoss";
    private static final long LOOK_MILLIS = 200;

    private final ChunkFollower follower;
    private final long fromNanos;
    private final Consumer<Sample> sink;
    private final Map<String, Consumer<Instant>> counters;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final LongAdder lostBytes = new LongAdder();
    private volatile boolean reasons;

    private RepositoryFollower(
            HeldFolder repository,
            Instant from,
            Interest interest,
            Map<String, Consumer<Instant>> counters,
            Consumer<Sample> sink) {
        this.fromNanos = EpochNanos.of(from);
        this.sink = sink;
        this.counters = Map.copyOf(counters);
        Set<String> types = new LinkedHashSet<>(counters.keySet());
        EventKind.in(interest).forEach(kind -> types.add(kind.eventType()));
        types.add(DATA_LOSS);
        this.follower = new ChunkFollower(repository, fromNanos, WantedEvents.reading(types), this::learn, this::take);
    }

    /**
     * Begins to follow.
     *
     * @param repository the folder with the chunks; closed when the reading ends
     * @param from events that ended earlier are not wanted
     * @param interest the samples that are wanted, of those that events become
     * @param counters by event type, what takes the time of each event that is merely to be counted: such events may be
     *     very many, and become no samples
     * @param sink takes the samples; like the counters, on the thread that reads
     */
    public static RepositoryFollower of(
            HeldFolder repository,
            Instant from,
            Interest interest,
            Map<String, Consumer<Instant>> counters,
            Consumer<Sample> sink) {
        RepositoryFollower made = new RepositoryFollower(repository, from, interest, counters, sink);
        Thread.ofPlatform().daemon().name("loomweight-follower").start(made::follow);
        return made;
    }

    private void follow() {
        try (follower) {
            do {
                follower.poll();
            } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | UncheckedIOException e) {
            // The repository went away with its JVM.
        }
    }

    /**
     * When the newest chunk of a folder begins: the JVM writes the events about itself then.
     *
     * @return nothing if no chunk has begun there
     */
    public static Optional<Instant> newestStart(HeldFolder repository) {
        return repository.names().stream()
                .filter(name -> name.endsWith(".jfr"))
                .max(String::compareTo)
                .flatMap(name -> startOf(repository, name));
    }

    private static Optional<Instant> startOf(HeldFolder repository, String name) {
        try (HeldFile file = repository.open(name, Long.MAX_VALUE)) {
            ChunkHeader header = ChunkHeader.read(file.channel(), 0);
            return header == null
                    ? Optional.empty()
                    : Optional.of(EpochNanos.toInstant(header.start().nanos()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether the JVM gives reasons for its pins, so that monitors do not pin: known once a chunk was opened. */
    public boolean givesReasons() {
        return reasons;
    }

    /** What the JVM says that it could not write, in bytes. */
    public long lostBytes() {
        return lostBytes.sum();
    }

    /** Says that the JVM writes its next chunks elsewhere, as when its disk was nearly full. */
    public void moveTo(HeldFolder repository) {
        follower.moveTo(repository);
    }

    private void learn(EventType type) {
        if (type.name().equals(Pin.EVENT)) {
            reasons = type.fields().stream().anyMatch(field -> field.name().equals(Pin.REASON_FIELD));
        }
    }

    private void take(EventView event) {
        String type = event.typeName();
        Consumer<Instant> counter = counters.get(type);
        if (counter != null) {
            long nanos = event.startNanos();
            if (nanos >= fromNanos) {
                counter.accept(EpochNanos.toInstant(nanos));
            }
        } else if (event.startNanos() + event.durationNanos() < fromNanos) {
            return;
        } else if (type.equals(DATA_LOSS)) {
            lostBytes.add(event.longValue("amount"));
        } else {
            hand(event);
        }
    }

    private void hand(EventView event) {
        EventKind<?> kind = EventKind.of(event.typeName());
        if (kind != null) {
            try {
                Sample sample = kind.decoder().apply(event);
                if (sample != null) {
                    sink.accept(sample);
                }
            } catch (IllegalArgumentException e) {
                // An event unlike what this JDK should write: one less.
            }
        }
    }

    /** Ends the reading; what is being read is still passed on. */
    @Override
    public void close() {
        closed.countDown();
    }
}
