package dev.loomweight.source.recording;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.source.recording.reader.jdk.JdkFollower;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.EventType;

/** The samples of a recording that a JVM is writing: read from its repository. */
public final class RepositoryFollower implements AutoCloseable {

    private static final String DATA_LOSS = "jdk.DataLoss";
    private static final String REASON = "pinnedReason";

    private final JdkFollower follower;
    private final Consumer<Sample> sink;
    private volatile boolean reasons = false;
    private final LongAdder lostBytes = new LongAdder();

    private RepositoryFollower(Path repository, Instant from, Interest interest, Consumer<Sample> sink)
            throws IOException {
        this.sink = sink;
        Set<String> types = new LinkedHashSet<>();
        EventKind.in(interest).forEach(kind -> types.add(kind.eventType()));
        types.add(DATA_LOSS);
        this.follower = new JdkFollower(repository, from, types, this::learn, event -> {
            if (event.typeName().equals(DATA_LOSS)) {
                lostBytes.add(event.longValue("amount"));
            } else {
                hand(event);
            }
        });
    }

    /**
     * Begins to follow.
     *
     * @param repository the folder with the chunks
     * @param from events that ended earlier are not wanted
     * @param interest the samples that are wanted, of those that events become
     * @param sink takes them, on a thread of its own
     * @throws DataException if the folder cannot be read
     */
    public static RepositoryFollower of(Path repository, Instant from, Interest interest, Consumer<Sample> sink) {
        try {
            RepositoryFollower made = new RepositoryFollower(repository, from, interest, sink);
            made.follower.start();
            return made;
        } catch (IOException e) {
            throw new DataException("cannot follow the recording in " + repository + ": " + e.getMessage(), e);
        }
    }

    /**
     * The newest chunk below a capture's repository; a JVM makes a folder of its own there.
     *
     * @return nothing if there is no chunk yet
     * @throws DataException if the folder cannot be read
     */
    public static Optional<Path> newestChunk(Path repository) {
        try (Stream<Path> files = Files.walk(repository, 2)) {
            return files.filter(file -> file.toString().endsWith(".jfr"))
                    .max((one, other) -> one.toString().compareTo(other.toString()));
        } catch (NotDirectoryException | NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new DataException("cannot read " + repository + ": " + e.getMessage(), e);
        }
    }

    /**
     * When a chunk begins: what a JVM tells of itself it tells then.
     *
     * @throws DataException if the file cannot be read
     */
    public static Instant startOf(Path chunk) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(chunk))) {
            // Magic, version, size, and where the checkpoint and the metadata are; then nanoseconds since 1970.
            in.skipNBytes(32);
            return Instant.ofEpochSecond(0, in.readLong());
        } catch (IOException e) {
            throw new DataException("cannot read " + chunk + ": " + e.getMessage(), e);
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

    private void learn(EventType type) {
        if (type.getName().equals(Pin.EVENT)) {
            reasons = type.getField(REASON) != null;
        }
    }

    private void hand(EventView event) {
        EventKind<?> kind = EventKind.of(event.typeName());
        if (kind != null) {
            try {
                sink.accept(kind.decoder().apply(event));
            } catch (IllegalArgumentException e) {
                // An event unlike what this JDK should write: one less.
            }
        }
    }

    @Override
    public void close() {
        follower.close();
    }
}
