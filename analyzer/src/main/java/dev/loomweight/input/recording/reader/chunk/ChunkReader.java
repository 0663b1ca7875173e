package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.input.recording.reader.Reading;
import dev.loomweight.input.recording.reader.Recording;
import dev.loomweight.input.recording.reader.Recording.Gap;
import dev.loomweight.input.recording.reader.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.UnreadableRecordingException;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loomweight's own reader of recordings. Chunks are mapped and read in parallel; of the events, only heads are looked at
 * unless their type is wanted; constants are found by number and decoded when a wanted event leads to them; stacks and
 * names are one object each, however many chunks repeat them.
 *
 * <p>The format is that of HotSpot's {@code jfrChunkWriter.cpp} and {@code jfrCheckpointWriter.cpp}, as
 * {@code jdk.jfr.internal.consumer.ChunkParser} reads it.
 */
public final class ChunkReader implements RecordingReader {

    private final int processors;
    private final int stride;

    /** A reader that uses all processors. */
    public ChunkReader() {
        this(Runtime.getRuntime().availableProcessors());
    }

    /** @param processors how many chunks are read at a time, at most; positive */
    public ChunkReader(int processors) {
        this(processors, ChunkWindows.STRIDE);
    }

    /** @param stride how far the windows over a chunk are apart, in bytes */
    ChunkReader(int processors, int stride) {
        this.processors = processors;
        this.stride = stride;
    }

    @Override
    public Reading read(Recording recording, Set<String> eventTypes, Supplier<? extends EventSink> sinks)
            throws IOException {
        for (RecordingChunk chunk : recording.chunks()) {
            if (!chunk.header().compressed()) {
                throw new UnreadableRecordingException(
                        "the chunk at " + chunk.offset() + " is written with integers of fixed length");
            }
        }
        try (FileChannel channel = FileChannel.open(recording.file())) {
            Run run = new Run(recording, channel, stride, eventTypes);
            run.all(sinks, Math.min(processors, recording.chunks().size()));
            return run.reading();
        }
    }

    /** What one chunk gave. */
    private record Outcome(
            Map<String, EventType> types, List<Gap> gaps, Losses losses, boolean read, List<String> doubts) {

        /** A chunk that gave nothing. */
        static Outcome none(RecordingChunk chunk, String reason) {
            Gap all = new Gap(chunk.offset(), chunk.length(), reason);
            return new Outcome(Map.of(), List.of(all), Losses.NONE, false, List.of());
        }
    }

    /** One reading of one recording, by several threads. */
    private static final class Run {
        private final Recording recording;
        private final FileChannel channel;
        private final int stride;
        private final Set<String> names;
        private final MetadataCache metadata = new MetadataCache();
        // By chunk: which JVM wrote it, as far as the headers tell.
        private final int[] jvms;
        private final @Nullable Outcome[] outcomes;
        private final AtomicInteger next = new AtomicInteger();

        Run(Recording recording, FileChannel channel, int stride, Set<String> names) {
            this.recording = recording;
            this.channel = channel;
            this.stride = stride;
            this.names = names;
            this.jvms = jvms(recording.chunks());
            this.outcomes = new @Nullable Outcome[recording.chunks().size()];
        }

        private static int[] jvms(List<RecordingChunk> chunks) {
            int[] jvms = new int[chunks.size()];
            for (int i = 1; i < jvms.length; i++) {
                boolean same =
                        chunks.get(i - 1).header().continuedBy(chunks.get(i).header());
                jvms[i] = same ? jvms[i - 1] : i;
            }
            return jvms;
        }

        void all(Supplier<? extends EventSink> sinks, int threads) throws IOException {
            try {
                Workers.run(threads, () -> work(sinks.get()), () -> next.set(outcomes.length));
            } catch (ChunkWindows.UnmappedException e) {
                throw e.reason();
            }
        }

        private void work(EventSink sink) {
            Constants.Kept kept = new Constants.Kept();
            ChunkWindows.Store store = new ChunkWindows.Store();
            for (int i = next.getAndIncrement(); i < outcomes.length; i = next.getAndIncrement()) {
                outcomes[i] = read(i, sink, kept, store);
            }
        }

        private ChunkWindows windows(RecordingChunk chunk, ChunkWindows.Store store) {
            return new ChunkWindows(channel, chunk.offset(), chunk.length(), stride, store);
        }

        private Outcome read(int number, EventSink sink, Constants.Kept kept, ChunkWindows.Store store) {
            RecordingChunk chunk = recording.chunks().get(number);
            ChunkWindows windows = windows(chunk, store);
            Metadata found = metadata.of(chunk, windows);
            if (found == null) {
                found = ofChunkBefore(number);
            }
            if (found == null) {
                return Outcome.none(chunk, "the chunk there has no metadata that can be read");
            }
            Map<String, EventType> types = new HashMap<>();
            ChunkPass pass;
            try {
                for (ClassDef type : found.events()) {
                    if (names.contains(type.name())) {
                        types.put(type.name(), found.describe(type));
                    }
                }
                pass = new ChunkPass(chunk, windows, found, names);
            } catch (IndexOutOfBoundsException e) {
                // Types that were read whole, and cannot be: a damaged number made one the field of another.
                return Outcome.none(chunk, "the metadata of the chunk there contradicts itself");
            }
            try {
                pass.run(sink, kept.of(jvms[number]));
            } catch (InternalError e) {
                if (!isFault(e)) {
                    throw e;
                }
                Gap lost = new Gap(chunk.offset(), chunk.length(), "the file became shorter while it was read");
                return new Outcome(types, List.of(lost), pass.losses(), true, List.of());
            }
            return new Outcome(types, pass.gaps(), pass.losses(), true, Doubts.of(found, names));
        }

        // What the JVM makes of a mapped page that is not there any more.
        private static boolean isFault(InternalError e) {
            return String.valueOf(e.getMessage()).contains("unsafe memory access");
        }

        // One JVM numbers its types once. A chunk that was cut off before its metadata can borrow it.
        private @Nullable Metadata ofChunkBefore(int number) {
            if (number == 0) {
                return null;
            }
            RecordingChunk before = recording.chunks().get(number - 1);
            if (!before.header().continuedBy(recording.chunks().get(number).header())) {
                return null;
            }
            return metadata.of(before, windows(before, new ChunkWindows.Store()));
        }

        Reading reading() {
            Map<String, EventType> types = new HashMap<>();
            List<Gap> gaps = new ArrayList<>();
            Losses losses = Losses.NONE;
            Set<String> notes = new LinkedHashSet<>();
            int read = 0;
            for (Outcome outcome : outcomes) {
                if (outcome != null) {
                    types.putAll(outcome.types);
                    gaps.addAll(outcome.gaps);
                    losses = losses.and(outcome.losses);
                    read += outcome.read ? 1 : 0;
                    notes.addAll(outcome.doubts);
                }
            }
            notes.addAll(losses.sentences());
            return new Reading(types, read, gaps, List.copyOf(notes));
        }
    }
}
