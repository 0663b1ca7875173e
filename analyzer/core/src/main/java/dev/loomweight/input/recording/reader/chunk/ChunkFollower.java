package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.capture.HeldFile;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.chunk.Metadata.MetadataCache;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
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

    /** A chunk has 12 MB; one that is so large was not written by JFR. */
    private static final long MAX_BYTES = 4L << 30;

    /** The last two; the newest last. */
    private final List<HeldFolder> repositories = new ArrayList<>();
    /** Those that the JVM has moved to since, until they are read. */
    private final Queue<HeldFolder> moves = new ConcurrentLinkedQueue<>();

    private final long fromNanos;
    private final WantedEvents wanted;
    private final Consumer<EventType> known;
    private final EventSink sink;
    private final ChunkWindows.Store store = new ChunkWindows.Store();
    private final MetadataCache metadata = new MetadataCache();
    // When a chunk begins, in nanoseconds since 1970.
    private final Map<ChunkFile, Long> starts = new HashMap<>();
    private @Nullable Open open;
    private @Nullable Metadata described;

    /** Where a chunk is. */
    private record ChunkFile(HeldFolder folder, String name) {

        HeldFile open() throws IOException {
            return folder.open(name, MAX_BYTES);
        }
    }

    /** The chunk that is being read. */
    private static final class Open implements AutoCloseable {
        final HeldFile file;
        final FileChannel channel;
        // Anew for each chunk: what a process has ever said must not pile up.
        final Constants.Kept kept = new Constants.Kept(new StackTable());

        @Nullable
        Metadata metadata;

        @Nullable
        ConstantPools pools;

        long startNanos;
        long position = ChunkHeader.SIZE;
        boolean done;

        Open(HeldFile file) {
            this.file = file;
            this.channel = file.channel();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /**
     * Prepares to follow; nothing is read yet.
     *
     * @param repository the folder with the chunks; closed with this
     * @param fromNanos the beginning: the chunk that was being written then is the first to be read, and events that
     *     began earlier are among what it gives; in nanoseconds since 1970
     * @param wanted the event types; those that are only counted are not of use here
     * @param known takes each wanted type that the JVM describes, before events of it; again when descriptions change
     * @param sink takes the events
     */
    public ChunkFollower(
            HeldFolder repository, long fromNanos, WantedEvents wanted, Consumer<EventType> known, EventSink sink) {
        this.repositories.add(repository);
        this.fromNanos = fromNanos;
        this.wanted = wanted;
        this.known = known;
        this.sink = sink;
    }

    /**
     * Says that the JVM writes its next chunks elsewhere. May be called by another thread.
     *
     * @param repository the folder with the chunks; closed with this
     */
    public void moveTo(HeldFolder repository) {
        moves.add(repository);
    }

    /**
     * Reads what the JVM has flushed since the last call.
     *
     * @throws IOException if the folder or a chunk cannot be read any more
     */
    public void poll() throws IOException {
        move();
        while (true) {
            Open at = open;
            if (at == null || at.done) {
                ChunkFile next = next(at);
                if (next == null) {
                    return;
                }
                Open opened;
                try {
                    opened = new Open(next.open());
                } catch (NoSuchFileException e) {
                    // JFR has removed it since the folder was listed: it keeps no more than it was configured to.
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

    /** The chunk after the given one; at first, the newest that began before the requested time. */
    private @Nullable ChunkFile next(@Nullable Open before) {
        ChunkFile first = null;
        ChunkFile last = null;
        List<ChunkFile> files = files();
        // JFR removes the oldest for as long as it runs.
        starts.keySet().retainAll(files);
        for (ChunkFile file : files) {
            long start = startOf(file);
            if (start == 0 || (before != null && start <= before.startNanos)) {
                continue;
            }
            first = first == null || start < startOf(first) ? file : first;
            last = start <= fromNanos && (last == null || start > startOf(last)) ? file : last;
        }
        return before == null && last != null ? last : first;
    }

    private List<ChunkFile> files() {
        List<ChunkFile> files = new ArrayList<>();
        for (HeldFolder repository : repositories) {
            for (String name : repository.names()) {
                if (name.endsWith(".jfr")) {
                    files.add(new ChunkFile(repository, name));
                }
            }
        }
        return files;
    }

    /** Takes the folders that the JVM has moved to; of those that it has left, the last is read to its end. */
    private void move() throws IOException {
        for (HeldFolder next = moves.poll(); next != null; next = moves.poll()) {
            repositories.add(next);
            if (repositories.size() > 2) {
                repositories.removeFirst().close();
            }
        }
    }

    /** When a file's chunk begins; 0 if none does yet. */
    private long startOf(ChunkFile file) {
        Long known = starts.get(file);
        if (known != null) {
            return known;
        }
        try (HeldFile opened = file.open()) {
            ChunkHeader header = header(opened.channel());
            if (header != null && header.start().nanos() > 0) {
                starts.put(file, header.start().nanos());
                return header.start().nanos();
            }
        } catch (IOException e) {
            // JFR has removed it since the folder was listed; or it is not one of JFR's files.
        }
        return 0;
    }

    private void read(Open at) throws IOException {
        ChunkHeader header = header(at.channel);
        if (header == null || !header.plausible() || header.size() > Math.min(at.channel.size(), MAX_BYTES)) {
            return;
        }
        if (header.size() > at.position) {
            // Only what the JVM has vouched for.
            RecordingChunk chunk = new RecordingChunk(header, header.size());
            ChunkWindows windows = new ChunkWindows(at.channel, 0, header.size(), ChunkWindows.STRIDE, store);
            Metadata found = metadata.of(chunk, windows);
            if (found != null) {
                describe(found);
                ConstantPools earlier = found == at.metadata ? at.pools : null;
                ChunkPass pass = new ChunkPass(chunk, windows, found, wanted, at.kept.tables(), at.position, earlier);
                // The pools serve later passes, which do not read these checkpoints again.
                pass.pools().placeThreads();
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
                if (wanted.covers(type.name())) {
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
        repositories.addAll(moves);
        for (HeldFolder repository : repositories) {
            repository.close();
        }
    }
}
