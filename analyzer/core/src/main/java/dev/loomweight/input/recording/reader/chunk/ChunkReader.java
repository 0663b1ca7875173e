package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.Workers;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.UnreadableRecordingException;
import dev.loomweight.input.recording.reader.chunk.Metadata.MetadataCache;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loomweight's own reader of recordings. Chunks are read in parallel; of unwanted events, only the size and type are
 * read; constants are found by number and decoded when a wanted event refers to them; equal stacks and names are one
 * object, in however many chunks they are.
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
    public Reading read(ChunkedFile recording, WantedEvents wanted, Supplier<? extends EventSink> sinks)
            throws IOException {
        for (RecordingChunk chunk : recording.chunks()) {
            if (!chunk.header().compressed()) {
                throw new UnreadableRecordingException(
                        "the chunk at " + chunk.offset() + " has integers of fixed length");
            }
        }
        try (FileChannel channel = FileChannel.open(recording.file())) {
            ChunkWindows.Share share = share(recording);
            ParallelRead read = new ParallelRead(recording, channel, stride, wanted, share.oneWindow());
            read.run(sinks, share.threads());
            read.runRequested(sinks, share.threads());
            return read.reading();
        }
    }

    // Where this is one of several that are read at a time, it does not have the heap for itself.
    private ChunkWindows.Share share(ChunkedFile recording) {
        long longest = recording.chunks().stream()
                .mapToLong(RecordingChunk::length)
                .max()
                .orElse(0);
        int all = Runtime.getRuntime().availableProcessors();
        ChunkWindows.Share share =
                ChunkWindows.Share.of(Runtime.getRuntime().maxMemory(), all, processors < all ? 0 : longest);
        return share.threads() < all ? share : new ChunkWindows.Share(processors, share.oneWindow());
    }

    /** The result of reading one chunk. */
    private record ChunkResult(
            Map<String, EventType> types,
            Map<String, Long> counts,
            List<Gap> gaps,
            DamageCounts damage,
            boolean read,
            List<String> warnings) {

        /** The result of a chunk that cannot be read. */
        static ChunkResult none(RecordingChunk chunk, String reason) {
            Gap all = new Gap(chunk.offset(), chunk.length(), reason);
            return new ChunkResult(Map.of(), Map.of(), List.of(all), DamageCounts.NONE, false, List.of());
        }
    }

    /** One reading of one recording, by several threads. */
    private static final class ParallelRead {
        private final ChunkedFile recording;
        private final FileChannel channel;
        private final int stride;
        private final WantedEvents wanted;
        private final int oneWindow;
        private final MetadataCache metadata = new MetadataCache();
        private final StackTable stacks = new StackTable();
        // Per chunk: the number of the JVM that wrote it, as far as the headers show.
        private final int[] jvms;
        private final @Nullable ChunkResult[] results;
        // By the number of the chunk: what it requests, and which types it leaves unread unless they are requested.
        private final Map<Integer, Map<String, EventSink.Request>> requests = new ConcurrentHashMap<>();
        private final Map<Integer, Set<String>> unread = new ConcurrentHashMap<>();
        private final AtomicInteger next = new AtomicInteger();

        ParallelRead(ChunkedFile recording, FileChannel channel, int stride, WantedEvents wanted, int oneWindow) {
            this.recording = recording;
            this.channel = channel;
            this.stride = stride;
            this.wanted = wanted;
            this.oneWindow = oneWindow;
            this.jvms = jvms(recording.chunks());
            this.results = new @Nullable ChunkResult[recording.chunks().size()];
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

        void run(Supplier<? extends EventSink> sinks, int threads) throws IOException {
            run(threads, results.length, () -> work(sinks.get()));
        }

        private void run(int threads, int chunks, Runnable work) throws IOException {
            try {
                Workers.run(Math.min(threads, chunks), "loomweight-reader-", work, () -> next.set(chunks));
            } catch (ChunkWindows.UnmappedException e) {
                throw e.reason();
            }
        }

        private void work(EventSink sink) {
            Constants.Kept kept = new Constants.Kept(stacks);
            ChunkWindows.Store store = new ChunkWindows.Store(oneWindow);
            for (int i = next.getAndIncrement(); i < results.length; i = next.getAndIncrement()) {
                results[i] = read(i, sink, kept, store);
            }
        }

        /**
         * Reads what chunks have requested of others. That is rare: an event in need of another is mostly written with it.
         */
        void runRequested(Supplier<? extends EventSink> sinks, int threads) throws IOException {
            Set<String> everywhere = new HashSet<>();
            requests.values()
                    .forEach(ofChunk -> ofChunk.forEach((type, request) -> {
                        if (request == EventSink.Request.RECORDING) {
                            everywhere.add(type);
                        }
                    }));
            Map<Integer, Set<String>> left = new TreeMap<>();
            for (int i = 0; i < results.length; i++) {
                Set<String> types = new HashSet<>(everywhere);
                if (i + 1 < results.length && jvms[i] == jvms[i + 1]) {
                    requests.getOrDefault(i + 1, Map.of()).forEach((type, request) -> {
                        if (request == EventSink.Request.CHUNK_AND_BEFORE) {
                            types.add(type);
                        }
                    });
                }
                types.retainAll(unread.getOrDefault(i, Set.of()));
                requests.getOrDefault(i, Map.of()).forEach((type, request) -> {
                    if (request.isAtOnce()) {
                        types.remove(type);
                    }
                });
                if (!types.isEmpty()) {
                    left.put(i, types);
                }
            }
            if (!left.isEmpty()) {
                List<Map.Entry<Integer, Set<String>>> chunks = List.copyOf(left.entrySet());
                next.set(0);
                run(threads, chunks.size(), () -> {
                    EventSink sink = sinks.get();
                    sink.answers();
                    Constants.Kept kept = new Constants.Kept(stacks);
                    ChunkWindows.Store store = new ChunkWindows.Store(oneWindow);
                    for (int i = next.getAndIncrement(); i < chunks.size(); i = next.getAndIncrement()) {
                        reread(chunks.get(i).getKey(), chunks.get(i).getValue(), sink, kept, store);
                    }
                });
            }
        }

        private void reread(
                int number, Set<String> types, EventSink sink, Constants.Kept kept, ChunkWindows.Store store) {
            RecordingChunk chunk = recording.chunks().get(number);
            ChunkWindows windows = windows(chunk, store);
            Metadata found = metadataOf(number, windows);
            if (found == null) {
                return;
            }
            try {
                new ChunkPass(chunk, windows, found, WantedEvents.reading(types), kept.tables())
                        .run(sink, kept.of(jvms[number]));
            } catch (InternalError e) {
                // The file became shorter since the first time: what is left was read.
                if (!isFault(e)) {
                    throw e;
                }
            }
        }

        private ChunkWindows windows(RecordingChunk chunk, ChunkWindows.Store store) {
            return new ChunkWindows(channel, chunk.offset(), chunk.length(), stride, store);
        }

        private ChunkResult read(int number, EventSink sink, Constants.Kept kept, ChunkWindows.Store store) {
            RecordingChunk chunk = recording.chunks().get(number);
            ChunkWindows windows = windows(chunk, store);
            Metadata found = metadataOf(number, windows);
            if (found == null) {
                return ChunkResult.none(chunk, chunk.unreadable("the chunk there has no readable metadata"));
            }
            Map<String, EventType> types = new HashMap<>();
            ChunkPass pass;
            try {
                for (ClassDef type : found.events()) {
                    if (wanted.covers(type.name())) {
                        types.put(type.name(), found.describe(type));
                    }
                }
                pass = new ChunkPass(chunk, windows, found, wanted, kept.tables());
            } catch (IndexOutOfBoundsException e) {
                // Each type can be read, but not all together: a damaged number made one the field of another.
                return ChunkResult.none(chunk, "the metadata of the chunk there is inconsistent");
            }
            Map<String, Long> counts = new HashMap<>();
            try {
                requests.put(number, pass.run(sink, kept.of(jvms[number])));
            } catch (InternalError e) {
                if (!isFault(e)) {
                    throw e;
                }
                Gap lost = new Gap(chunk.offset(), chunk.length(), "the file became shorter while it was read");
                pass.addCounts(counts);
                return new ChunkResult(types, counts, List.of(lost), pass.damage(), true, List.of());
            } finally {
                unread.put(number, pass.onRequest());
            }
            pass.addCounts(counts);
            sink.passed(pass.onlyCounted());
            return new ChunkResult(
                    types, counts, pass.gaps(), pass.damage(), true, Metadata.Warnings.find(found, wanted));
        }

        // What the JVM throws for a mapped page that no longer exists.
        private static boolean isFault(InternalError e) {
            return String.valueOf(e.getMessage()).contains("unsafe memory access");
        }

        private @Nullable Metadata metadataOf(int number, ChunkWindows windows) {
            Metadata own = metadata.of(recording.chunks().get(number), windows);
            return own == null ? ofChunkBefore(number) : own;
        }

        // A JVM numbers its types once, so a chunk that was truncated before its metadata can use that of the one
        // before.
        private @Nullable Metadata ofChunkBefore(int number) {
            if (number == 0) {
                return null;
            }
            RecordingChunk before = recording.chunks().get(number - 1);
            if (!before.header().continuedBy(recording.chunks().get(number).header())) {
                return null;
            }
            return metadata.of(before, windows(before, new ChunkWindows.Store(oneWindow)));
        }

        Reading reading() {
            Map<String, EventType> types = new HashMap<>();
            Map<String, Long> counts = new HashMap<>();
            List<Gap> gaps = new ArrayList<>();
            DamageCounts damage = DamageCounts.NONE;
            Set<String> notes = new LinkedHashSet<>();
            int read = 0;
            for (ChunkResult result : results) {
                if (result != null) {
                    types.putAll(result.types);
                    result.counts.forEach((type, count) -> counts.merge(type, count, Long::sum));
                    gaps.addAll(result.gaps);
                    damage = damage.and(result.damage);
                    read += result.read ? 1 : 0;
                    notes.addAll(result.warnings);
                }
            }
            notes.addAll(damage.sentences());
            return new Reading(types, counts, read, gaps, List.copyOf(notes));
        }
    }

    /**
     * Counts of what could not be read in a chunk, or was read unexpectedly.
     *
     * @param damagedEvents wanted events that contradict the metadata, or themselves
     * @param missingConstants how often a wanted event refers to a constant that its chunk does not hold
     * @param brokenCheckpoints checkpoints of which a part could not be read
     * @param unknownEvents events of types that the metadata does not describe, because what described them was not written
     *     or is damaged
     * @param unflushedEvents wanted events that were written after the last flush of an unfinished chunk, and read
     */
    record DamageCounts(
            long damagedEvents,
            long missingConstants,
            long brokenCheckpoints,
            long unknownEvents,
            long unflushedEvents) {

        static final DamageCounts NONE = new DamageCounts(0, 0, 0, 0, 0);

        /** The sums. */
        DamageCounts and(DamageCounts other) {
            return new DamageCounts(
                    damagedEvents + other.damagedEvents,
                    missingConstants + other.missingConstants,
                    brokenCheckpoints + other.brokenCheckpoints,
                    unknownEvents + other.unknownEvents,
                    unflushedEvents + other.unflushedEvents);
        }

        /** One sentence for each count that is not 0. */
        List<String> sentences() {
            List<String> sentences = new ArrayList<>();
            add(sentences, damagedEvents, "event was", "events were", "not read: the recording is damaged there.");
            add(
                    sentences,
                    brokenCheckpoints,
                    "checkpoint was",
                    "checkpoints were",
                    "read in part: names, threads and stacks of events can be missing.");
            add(
                    sentences,
                    missingConstants,
                    "reference of an event leads",
                    "references of events lead",
                    "to a name, thread or stack that the recording does not contain.");
            add(
                    sentences,
                    unknownEvents,
                    "event is",
                    "events are",
                    "of types that the recording does not describe, and were skipped.");
            add(
                    sentences,
                    unflushedEvents,
                    "event was",
                    "events were",
                    "written after the last flush, but could be read.");
            return sentences;
        }

        private static void add(List<String> sentences, long count, String one, String many, String rest) {
            if (count > 0) {
                sentences.add(count + " " + (count == 1 ? one : many) + " " + rest);
            }
        }
    }
}
