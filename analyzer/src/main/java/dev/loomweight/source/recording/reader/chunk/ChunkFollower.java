package dev.loomweight.source.recording.reader.chunk;

import dev.loomweight.sample.EventType;
import dev.loomweight.source.recording.reader.ChunkHeader;
import dev.loomweight.source.recording.reader.EventSink;
import dev.loomweight.source.recording.reader.RecordingChunk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a repository while a JVM writes it. About once a second the JVM flushes: it appends what was recorded, with the
 * constants that it needs, and then says in the chunk's header how far the chunk may be read. What lies between two such
 * marks is read like any chunk, its unwanted events by their heads alone. Not for use by several threads.
 *
 * <p>The header's state is 255 while the JVM writes it, and another number afterwards ({@code jfrChunk.cpp}; {@code
 * jdk.jfr.internal.consumer.ChunkHeader} reads it the same way).
 */
public final class ChunkFollower implements AutoCloseable {

    private static final int BEING_WRITTEN = 255;

    private final Path repository;
    private final long fromNanos;
    private final Set<String> wanted;
    private final Consumer<EventType> known;
    private final EventSink sink;
    private final ChunkWindows.Store store = new ChunkWindows.Store();
    private final MetadataCache metadata = new MetadataCache();
    // By file: when the chunk begins, in nanoseconds since 1970.
    private final Map<Path, Long> starts = new HashMap<>();
    private @Nullable Open open;
    private @Nullable Metadata described;

    /** The chunk that is being read. */
    private static final class Open implements AutoCloseable {
        final FileChannel channel;
        // Anew for each chunk: what a process has ever said must not pile up.
        final Constants.Kept kept = new Constants.Kept();

        @Nullable
        Metadata metadata;

        @Nullable
        Pools pools;

        long startNanos;
        long position = ChunkHeader.SIZE;
        boolean done;

        Open(Path file) throws IOException {
            this.channel = FileChannel.open(file);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /**
     * Prepares to follow; nothing is read yet.
     *
     * @param repository the folder with the chunks
     * @param fromNanos the beginning: the chunk that was being written then is the first to be read, and events that
     *     began earlier are among what it gives; in nanoseconds since 1970
     * @param wanted the full names of the event types
     * @param known takes each wanted type that the JVM describes, before events of it; again when descriptions change
     * @param sink takes the events
     */
    public ChunkFollower(
            Path repository, long fromNanos, Set<String> wanted, Consumer<EventType> known, EventSink sink) {
        this.repository = repository;
        this.fromNanos = fromNanos;
        this.wanted = Set.copyOf(wanted);
        this.known = known;
        this.sink = sink;
    }

    /**
     * Reads what the JVM has flushed since the last call.
     *
     * @throws IOException if the folder or a chunk cannot be read any more
     */
    public void poll() throws IOException {
        while (true) {
            Open at = open;
            if (at == null || at.done) {
                Path next = next(at);
                if (next == null) {
                    return;
                }
                Open opened;
                try {
                    opened = new Open(next);
                } catch (NoSuchFileException e) {
                    // JFR has removed it since the folder was listed: it keeps no more than it was told to.
                    continue;
                }
                if (at != null) {
                    at.close();
                }
                opened.startNanos = starts.getOrDefault(next, 0L);
                at = opened;
                open = opened;
            }
            try {
                read(at);
            } catch (ChunkWindows.UnmappedException e) {
                throw e.reason();
            }
            if (!at.done) {
                return;
            }
        }
    }

    /** The chunk behind the given one; at the beginning, the newest that began before the time that was asked for. */
    private @Nullable Path next(@Nullable Open before) throws IOException {
        Path first = null;
        Path last = null;
        try (Stream<Path> all = Files.list(repository)) {
            List<Path> files =
                    all.filter(file -> file.toString().endsWith(".jfr")).toList();
            // JFR removes the oldest for as long as it runs.
            starts.keySet().retainAll(files);
            for (Path file : files) {
                long start = startOf(file);
                if (start == 0 || (before != null && start <= before.startNanos)) {
                    continue;
                }
                first = first == null || start < startOf(first) ? file : first;
                last = start <= fromNanos && (last == null || start > startOf(last)) ? file : last;
            }
        }
        return before == null && last != null ? last : first;
    }

    /** When a file's chunk begins; 0 if none does yet. */
    private long startOf(Path file) {
        Long known = starts.get(file);
        if (known != null) {
            return known;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkHeader header = header(channel);
            if (header != null && header.startNanos() > 0) {
                starts.put(file, header.startNanos());
                return header.startNanos();
            }
        } catch (IOException e) {
            // JFR has removed it since the folder was listed.
        }
        return 0;
    }

    private void read(Open at) throws IOException {
        ChunkHeader header = header(at.channel);
        if (header == null || !header.plausible() || header.size() > at.channel.size()) {
            return;
        }
        if (header.size() > at.position) {
            // Only what the JVM has vouched for.
            RecordingChunk chunk = new RecordingChunk(header, header.size());
            ChunkWindows windows = new ChunkWindows(at.channel, 0, header.size(), ChunkWindows.STRIDE, store);
            Metadata found = metadata.of(chunk, windows);
            if (found != null) {
                describe(found);
                Pools earlier = found == at.metadata ? at.pools : null;
                ChunkPass pass = new ChunkPass(chunk, windows, found, wanted, at.position, earlier);
                pass.run(sink, at.kept);
                at.metadata = found;
                at.pools = pass.pools();
            }
            at.position = header.size();
        }
        at.done = header.finished();
    }

    private void describe(Metadata found) {
        if (found != described) {
            described = found;
            for (ClassDef type : found.events()) {
                if (wanted.contains(type.name())) {
                    known.accept(found.describe(type));
                }
            }
        }
    }

    /** The header, or null while the JVM writes it. */
    private static @Nullable ChunkHeader header(FileChannel channel) throws IOException {
        ChunkHeader first = ChunkHeader.read(channel, 0);
        if (first == null || first.state() == BEING_WRITTEN) {
            return null;
        }
        // What is not decoded changes only together with the state.
        return first.equals(ChunkHeader.read(channel, 0)) ? first : null;
    }

    @Override
    public void close() throws IOException {
        Open at = open;
        if (at != null) {
            at.close();
        }
    }
}
