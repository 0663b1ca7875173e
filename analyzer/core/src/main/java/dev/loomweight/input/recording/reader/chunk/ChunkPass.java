package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkHeader.Clock;
import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.chunk.ChunkReader.DamageCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One pass over one chunk: its checkpoints, then its events.
 *
 * <p>Damage costs only what it hits. Where the head of an event is invalid, the walk continues at the next checkpoint,
 * which the chain of checkpoints gives. After the end that the header of an unfinished chunk gives, events are read as
 * long as they are valid: the JVM wrote them after its last flush.
 */
final class ChunkPass {

    private final RecordingChunk chunk;
    private final ChunkInput in;
    private final ChunkInput other;
    private final long size;
    private final long stated;
    private final boolean finished;
    private final Metadata metadata;
    private final WantedTypes wanted;
    private final Checkpoints checkpoints;
    private final ConstantPools pools;
    private final long from;
    // The checkpoints before are in the pools already.
    private final long knownTo;
    private final List<Gap> gaps = new ArrayList<>();
    private @Nullable EventCursor cursor;
    private boolean searched;
    private long reached;
    private int nextCheckpoint;
    private long brokenCheckpoints;
    private long passedOn;
    private long damagedEvents;
    private long unflushedEvents;
    private long unknownEvents;
    private long missingConstants;

    /**
     * @param chunk the chunk
     * @param windows its bytes
     * @param metadata its metadata
     * @param names the wanted event types
     * @param tables of a chunk that is not read any more
     */
    ChunkPass(
            RecordingChunk chunk,
            ChunkWindows windows,
            Metadata metadata,
            WantedEvents names,
            ConstantPools.Tables tables) {
        this(chunk, windows, metadata, names, tables, ChunkHeader.SIZE, null);
    }

    /**
     * A pass over what the JVM added to a chunk.
     *
     * @param from where that begins: an event
     * @param earlier positions of constants from a pass over the bytes before, or null to find them again
     */
    ChunkPass(
            RecordingChunk chunk,
            ChunkWindows windows,
            Metadata metadata,
            WantedEvents names,
            ConstantPools.Tables tables,
            long from,
            @Nullable ConstantPools earlier) {
        this.chunk = chunk;
        this.in = new ChunkInput(windows);
        this.other = new ChunkInput(windows);
        this.size = windows.size();
        this.stated = Math.min(size, Math.max(chunk.header().size(), ChunkHeader.SIZE));
        this.finished = chunk.header().finished();
        this.metadata = metadata;
        this.wanted = new WantedTypes(metadata, names);
        this.checkpoints = new Checkpoints(other, size);
        this.from = from;
        this.knownTo = earlier == null ? ChunkHeader.SIZE : from;
        this.pools = earlier == null ? new ConstantPools(metadata, wanted.types(), tables) : earlier;
    }

    /** Another walk over the same chunk, for types that were left unread. */
    private ChunkPass(ChunkPass first, WantedEvents names) {
        this.chunk = first.chunk;
        this.in = first.in;
        this.other = first.other;
        this.size = first.size;
        this.stated = first.stated;
        this.finished = first.finished;
        this.metadata = first.metadata;
        this.wanted = new WantedTypes(metadata, names);
        this.checkpoints = first.checkpoints;
        this.from = first.from;
        this.knownTo = first.knownTo;
        this.pools = first.pools;
        this.searched = true;
    }

    /** Bytes that could not be read. */
    List<Gap> gaps() {
        return gaps;
    }

    /** Counts of what could not be read. */
    DamageCounts damage() {
        return new DamageCounts(damagedEvents, missingConstants, brokenCheckpoints, unknownEvents, unflushedEvents);
    }

    /**
     * The full names of the types whose events were left unread unless the sink requested them, of which there are
     * some.
     */
    Set<String> onRequest() {
        return wanted.onRequest().stream()
                .filter(type -> wanted.count(type) > 0)
                .map(ClassDef::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Adds the numbers of the events of wanted types, by name. */
    void addCounts(Map<String, Long> to) {
        for (ClassDef type : wanted.counted()) {
            long count = wanted.count(type);
            if (count > 0) {
                to.merge(type.name(), count, Long::sum);
            }
        }
    }

    /** How many events were counted and not passed on. */
    long onlyCounted() {
        return wanted.counted().stream().mapToLong(wanted::count).sum() - passedOn;
    }

    /** The positions of the constants, for a pass over what the JVM adds. */
    ConstantPools pools() {
        return pools;
    }

    /**
     * Passes on the wanted events. What the sink throws is rethrown.
     *
     * @return what the sink requests of the events that were left unread, by type; those of this chunk have been passed on,
     *     unless they are requested of the whole recording
     */
    Map<String, EventSink.Request> run(EventSink sink, Constants.Kept kept) {
        sink.chunk(chunk.header().start().nanos());
        Map<String, EventSink.Request> requests = new HashMap<>();
        if (walkOver(sink, kept)) {
            Set<String> atOnce = new HashSet<>();
            for (ClassDef type : wanted.onRequest()) {
                EventSink.Request request = sink.requests(type.name());
                if (request != EventSink.Request.NONE) {
                    requests.put(type.name(), request);
                }
                if (request.isAtOnce()) {
                    atOnce.add(type.name());
                }
            }
            if (!atOnce.isEmpty()) {
                walkAgain(sink, atOnce);
            }
        }
        return requests;
    }

    /** Passes on the events of some types, which are wanted at least on request; everything else is passed over again. */
    void walkAgain(EventSink sink, Set<String> types) {
        ChunkPass again = new ChunkPass(this, WantedEvents.reading(types));
        Layout any = again.wanted.any();
        if (any != null && cursor != null) {
            again.walk(sink, cursor);
            // What else is damaged is known already.
            damagedEvents += again.damagedEvents;
            passedOn += again.passedOn;
        }
    }

    private boolean walkOver(EventSink sink, Constants.Kept kept) {
        if (wanted.counted().isEmpty()) {
            return false;
        }
        boolean chained = checkpoints.follow(chunk.header().constantPoolOffset(), knownTo);
        if (!chained) {
            checkpoints.search(knownTo, size);
            searched = true;
        } else if (size > stated) {
            checkpoints.search(stated, size);
        }
        // Without a type to read, nothing refers to the constants.
        Layout any = wanted.any();
        if (any == null) {
            checkpoints.sort();
        } else {
            takeCheckpoints();
        }
        Constants constants = new Constants(metadata, pools, other, kept, this::searchAll, this::placeThreads);
        cursor = any == null ? null : new EventCursor(in, constants, new Clock(chunk.header()), any);
        walk(sink, cursor);
        missingConstants = constants.missing();
        return true;
    }

    private void takeCheckpoints() {
        checkpoints.sort();
        for (int i = 0; i < checkpoints.count(); i++) {
            try {
                pools.add(other, checkpoints.enter(i));
            } catch (IndexOutOfBoundsException e) {
                brokenCheckpoints++;
            }
        }
    }

    // A constant is missing: a checkpoint may not be part of the chain.
    private void searchAll() {
        if (searched) {
            return;
        }
        searched = true;
        long back = other.position();
        int known = checkpoints.count();
        checkpoints.search(ChunkHeader.SIZE, size);
        checkpoints.sort();
        if (checkpoints.count() > known) {
            // Earlier positions stay: the first position of a constant counts.
            brokenCheckpoints = 0;
            takeCheckpoints();
        }
        other.seek(back);
    }

    // Someone asks for more of a thread than most do.
    private void placeThreads() {
        long back = other.position();
        long broken = brokenCheckpoints;
        pools.placeThreads();
        takeCheckpoints();
        brokenCheckpoints = broken;
        other.seek(back);
    }

    private void walk(EventSink sink, @Nullable EventCursor cursor) {
        long at = from;
        while (at < size) {
            String problem = walkFrom(at, sink, cursor);
            if (problem == null) {
                return;
            }
            at = skipDamage(reached, problem);
        }
    }

    /**
     * Walks from an event to the end of the chunk, or to where there is no event: {@link #reached}.
     *
     * @return the problem there, or null at the end of the chunk
     */
    private @Nullable String walkFrom(long from, EventSink sink, @Nullable EventCursor cursor) {
        long at = from;
        while (at < size) {
            long checkpoint = nextCheckpointAfter(at);
            long stop = finished && at < stated ? Math.min(checkpoint, stated) : checkpoint;
            at = in.passUnwanted(at, stop, wanted.low(), wanted.counts());
            reached = at;
            if (at == stop) {
                if (finished && at == stated && at < size) {
                    return "no chunk starts there";
                }
                continue;
            }
            long length;
            long type;
            int action;
            try {
                in.seek(at);
                length = in.readLong();
                type = in.readLong();
                action = wanted.action(type);
            } catch (IndexOutOfBoundsException e) {
                return "the event there is truncated";
            }
            if (length <= 0 || length > checkpoint - at) {
                return "the event there has a length of " + length + " bytes";
            }
            if (action == WantedTypes.UNKNOWN) {
                if (!isEvent(at + length, checkpoint)) {
                    return "no event of a known type starts there";
                }
                unknownEvents++;
            } else {
                wanted.count(type);
                if (action != WantedTypes.SKIP && cursor != null) {
                    cursor.on(wanted.layout(action), in.position(), at + length);
                    passOn(sink, cursor, at);
                }
            }
            at += length;
        }
        return null;
    }

    // No event reaches past the start of a checkpoint, or past the end of the chunk. Checkpoints come in order.
    private long nextCheckpointAfter(long at) {
        while (nextCheckpoint < checkpoints.count() && checkpoints.position(nextCheckpoint) <= at) {
            nextCheckpoint++;
        }
        return nextCheckpoint < checkpoints.count() ? checkpoints.position(nextCheckpoint) : size;
    }

    // Whether a valid event follows an event of an unknown type: then that one was valid too.
    private boolean isEvent(long at, long checkpoint) {
        if (at == checkpoint) {
            return true;
        }
        try {
            in.seek(at);
            long length = in.readLong();
            return length > 0 && length <= checkpoint - at && wanted.action(in.readLong()) != WantedTypes.UNKNOWN;
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    private void passOn(EventSink sink, EventCursor cursor, long at) {
        passedOn++;
        try {
            sink.accept(cursor);
            if (!finished && at >= stated) {
                unflushedEvents++;
            }
        } catch (DamagedEventException e) {
            damagedEvents++;
        }
    }

    /** Notes the bytes that cannot be read from here on, and returns where to continue. */
    private long skipDamage(long at, String problem) {
        // After the stated end of a chunk there need not be events.
        long next = at == stated ? size : checkpoints.after(at);
        String reason = chunk.missingBytes() > 0 && next == size
                ? "the file is truncated, " + chunk.missingBytes() + " bytes of the chunk are missing"
                : problem;
        gaps.add(new Gap(chunk.offset() + at, next - at, reason));
        return next;
    }
}
