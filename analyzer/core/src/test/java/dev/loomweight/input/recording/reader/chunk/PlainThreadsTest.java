package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.ThreadRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Virtual threads without a name, of which a chunk has very many, take no place each until someone asks for more. */
class PlainThreadsTest {

    /** What each event gives of its thread, where it has one. */
    private static <T> List<T> read(Function<EventView, @Nullable T> each) throws IOException {
        List<T> all = new ArrayList<>();
        new ChunkReader(1)
                .read(
                        ChunkedFile.of(Recordings.variety(25)),
                        WantedEvents.reading(WantedEvents.All.INSTANCE),
                        () -> event -> {
                            T read = event.has("eventThread") ? each.apply(event) : null;
                            if (read != null) {
                                all.add(read);
                            }
                        });
        return all;
    }

    private static @Nullable ThreadRef thread(EventView event) {
        return event.thread("eventThread");
    }

    /** The fields of the thread one by one; null where it has a name or is no virtual thread. */
    private static @Nullable ThreadRef fields(EventView event) {
        boolean plain = Objects.equals(event.value("eventThread.javaName"), "")
                && Objects.equals(event.value("eventThread.virtual"), true);
        return plain && event.value("eventThread.javaThreadId") instanceof Long id
                ? new ThreadRef(id, "", 0, true)
                : null;
    }

    @Test
    void theirFieldsAreWhatTheEventSaysOfThem() throws IOException {
        List<ThreadRef> plain = read(event -> {
            ThreadRef whole = thread(event);
            ThreadRef fields = fields(event);
            assertThat(fields == null || fields.equals(whole)).isTrue();
            return fields;
        });

        assertThat(plain).hasSizeGreaterThan(10);
    }

    @Test
    void theyAreTheSameBeforeAndAfterSomeoneAsksForMore() throws IOException {
        List<ThreadRef> before = read(PlainThreadsTest::thread);

        assertThat(before).contains(read(PlainThreadsTest::fields).toArray(new ThreadRef[0]));
        assertThat(read(event -> {
                    fields(event);
                    return thread(event);
                }))
                .isEqualTo(before);
        assertThat(read(event -> event.oneOfMany("eventThread")))
                .isEqualTo(before.stream().map(ThreadRef::asOneOfMany).toList());
    }
}
