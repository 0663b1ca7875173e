package dev.loomweight.input.recording;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The committed recordings, and what reading one gives. */
public final class Recordings {

    /** Every kind of event that becomes a sample. */
    public static final Interest ALL_EVENTS = new Interest(
            EventKind.ALL.stream().map(EventKind::sample).collect(Collectors.toUnmodifiableSet()),
            Set.of(),
            Set.of(),
            Set.of(Pin.class, MonitorEnter.class, MonitorWait.class));

    private Recordings() {}

    /**
     * What one reading gave.
     *
     * @param samples in the order of the file
     * @param coverage of the one source
     */
    public record Reading(List<Sample> samples, Coverage.OfSource coverage) {

        /** The samples of one kind. */
        public <S extends Sample> List<S> of(Class<S> kind) {
            return samples.stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        /** The coverage of one event type. */
        public Coverage.OfEvent event(String eventType) {
            return coverage.events().stream()
                    .filter(event -> event.eventType().equals(eventType))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The committed recording of a scene by a JDK. */
    public static Path of(int jdk, Scene scene) {
        return root().resolve(Integer.toString(jdk))
                .resolve(scene.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".jfr");
    }

    /** The committed recording of a JDK that knows no virtual threads. */
    public static Path unknown() {
        return root().resolve("17/unknown.jfr");
    }

    /** The committed recording of many event types and shapes, in several chunks: by JDK 11, 17, 21 or 25. */
    public static Path variety(int jdk) {
        return root().resolve(jdk + "/variety.jfr");
    }

    /** The only chunk of a repository whose JVM, 21 or 25, was killed: it has events behind its last flush. */
    public static Path killed(int jdk) {
        return root().resolve(jdk + "/killed.jfr");
    }

    /** One committed recording of each shape that {@code scripts/make-recording} makes. */
    public static List<Path> shapes() {
        return committed().stream()
                .filter(file -> String.valueOf(file.getFileName()).startsWith("shape-"))
                .toList();
    }

    /** All committed recordings that were finished. */
    public static List<Path> all() {
        return committed().stream().filter(file -> !file.endsWith("killed.jfr")).toList();
    }

    /** All committed recordings, those of killed JVMs too: the JDK's reader would wait for their ends forever. */
    public static List<Path> committed() {
        try (Stream<Path> files = Files.walk(root())) {
            return files.filter(file -> file.toString().endsWith(".jfr"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything that our own reader gives of a recording. */
    public static Reading read(Path file) {
        return read(file, ReaderChoice.CHUNK);
    }

    /**
     * Everything that a reader gives of a recording, in the order of the file within each chunk.
     *
     * @param reader the reader
     */
    public static Reading read(Path file, ReaderChoice reader) {
        return read(file, reader, ALL_EVENTS);
    }

    /**
     * What a reader gives of a recording to those with an interest.
     *
     * @param reader the reader
     */
    public static Reading read(Path file, ReaderChoice reader, Interest interest) {
        List<List<Sample>> parts = Collections.synchronizedList(new ArrayList<>());
        Coverage coverage = RecordingSource.of(file, reader).read(interest, () -> {
            List<Sample> part = new ArrayList<>();
            parts.add(part);
            return (origin, sample) -> part.add(sample);
        });
        List<Sample> samples = parts.stream().flatMap(List::stream).toList();
        return new Reading(samples, coverage.sources().getFirst());
    }

    /** The folder of the committed recordings. */
    static Path root() {
        try {
            return Path.of(Objects.requireNonNull(Recordings.class.getResource("/recordings"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Samples without the names of notifiers: Mission Control has one name for a thread that was renamed within a chunk,
     * whichever name an event refers to.
     */
    public static List<Sample> withoutNotifiers(List<? extends Sample> samples) {
        return samples.stream()
                .<Sample>map(sample -> sample instanceof MonitorWait wait
                        ? new MonitorWait(
                                wait.start(),
                                wait.nanos(),
                                wait.thread(),
                                wait.monitorClass(),
                                withoutName(wait.notifier()),
                                wait.timedOut(),
                                wait.stack())
                        : sample)
                .toList();
    }

    private static @Nullable ThreadRef withoutName(@Nullable ThreadRef thread) {
        return thread == null ? null : new ThreadRef(thread.javaThreadId(), "", thread.osThreadId(), thread.virtual());
    }
}
