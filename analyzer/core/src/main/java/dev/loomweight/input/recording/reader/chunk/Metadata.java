package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.chunk.Checkpoints.EventHeads;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the events and constants of a chunk look like. The chunks of one JVM mostly have the same metadata, byte for
 * byte, so one object serves many chunks.
 */
final class Metadata {

    /** The number of the event that holds the metadata itself. */
    static final long EVENT = 0;

    // With all fields of fields: far above any event type of a JVM, and what damage can make has no end.
    private static final int MAX_FIELDS = 10_000;

    private final Map<Long, ClassDef> byId;
    private final Strings strings;
    // Chunks that are read at the same time share it.
    private final Map<Long, Skip> skips = new ConcurrentHashMap<>();
    private final Map<ClassDef, Layout> layouts = new ConcurrentHashMap<>();
    private final Map<ClassDef, EventType> described = new ConcurrentHashMap<>();
    private final List<ClassDef> events;
    private final Set<String> unknown;

    /** @param unknown words of the metadata where no known JDK writes them */
    Metadata(Map<Long, ClassDef> byId, Strings strings, Set<String> unknown) {
        this.byId = Map.copyOf(byId);
        this.strings = strings;
        this.unknown = Set.copyOf(unknown);
        this.events = this.byId.values().stream().filter(ClassDef::isEvent).toList();
    }

    /** The class of that number, or null. */
    @Nullable
    ClassDef type(long id) {
        return byId.get(id);
    }

    /** Whether events of a type, by its full name, have a field. */
    boolean isRecorded(String eventType, String field) {
        for (ClassDef type : events) {
            if (type.name().equals(eventType)) {
                return layout(type).number(field) >= 0;
            }
        }
        return false;
    }

    /** All event types. */
    List<ClassDef> events() {
        return events;
    }

    /** How to skip a constant of a class; null for a number that no class has. */
    @Nullable
    Skip skip(long id) {
        ClassDef type = byId.get(id);
        return type == null ? null : skips.computeIfAbsent(id, key -> Skip.over(type));
    }

    /** The full names of all event types. */
    Set<String> names() {
        return events.stream().map(ClassDef::name).collect(Collectors.toUnmodifiableSet());
    }

    /** The layout of the fields of a class. */
    Layout layout(ClassDef type) {
        return layouts.computeIfAbsent(type, Layout::new);
    }

    /** Words of the metadata where no known JDK writes them. */
    Set<String> unknown() {
        return unknown;
    }

    /**
     * An event type as the outside knows it.
     *
     * @throws IndexOutOfBoundsException if it has more fields than a JVM can mean
     */
    EventType describe(ClassDef type) {
        return described.computeIfAbsent(
                type,
                event -> new EventType(
                        event.name(),
                        label(event.label(), event.name()),
                        fields(event, new HashSet<>(), new AtomicInteger())));
    }

    private List<EventField> fields(ClassDef type, Set<ClassDef> within, AtomicInteger count) {
        if (!within.add(type)) {
            return List.of();
        }
        if (count.addAndGet(type.fields().size()) > MAX_FIELDS) {
            throw new IndexOutOfBoundsException("fields nested endlessly");
        }
        List<EventField> fields = type.fields().stream()
                .map(field -> new EventField(
                        field.name(),
                        label(field.label(), field.name()),
                        field.type().unwrapped().name(),
                        field.array(),
                        field.meaning(),
                        fields(field.type().unwrapped(), within, count)))
                .toList();
        within.remove(type);
        return fields;
    }

    private String label(int index, String name) {
        return index < 0 ? name : strings.get(index);
    }

    /**
     * The strings of the metadata: names, labels, descriptions and values of annotations. Most are never asked for, so each
     * is decoded when it is.
     */
    static final class Strings {

        private final ChunkInput in;
        private final long[] positions;
        private final @Nullable String[] strings;

        /**
         * @param in the metadata, at the start of its strings; left after them. It is kept, and used by this object
         *     alone from then on.
         * @throws IndexOutOfBoundsException if the strings do not end within it
         */
        Strings(ChunkInput in) {
            this.in = in;
            int count = in.readInt();
            if (count < 0 || count > in.available()) {
                throw new IndexOutOfBoundsException("a count of " + count + " strings");
            }
            positions = new long[count];
            strings = new @Nullable String[count];
            for (int i = 0; i < count; i++) {
                positions[i] = in.position();
                ChunkTexts.skip(in);
            }
        }

        /**
         * One of them.
         *
         * @return an empty string where the metadata has null
         * @throws IndexOutOfBoundsException if there is none of that number
         */
        synchronized String get(int index) {
            String known = strings[index];
            if (known == null) {
                long back = in.position();
                in.seek(positions[index]);
                String decoded = ChunkTexts.read(in);
                in.seek(back);
                known = decoded == null ? "" : decoded;
                strings[index] = known;
            }
            return known;
        }
    }

    /** Finds readable metadata that looks as if one of its bytes were wrong. */
    static final class Warnings {

        private static final int LONGEST = 60;

        private Warnings() {}

        /**
         * One sentence per finding.
         *
         * @param wanted the wanted event types
         */
        static List<String> find(Metadata metadata, WantedEvents wanted) {
            List<String> warnings = new ArrayList<>();
            if (!metadata.unknown().isEmpty()) {
                warnings.add("The recording's metadata has words that no known JDK writes ("
                        + quoted(metadata.unknown()) + "): it is damaged, or from a newer JDK.");
            }
            Set<String> names = metadata.names();
            List<String> asked = new ArrayList<>();
            wanted.read().forEach(asked::add);
            wanted.onRequest().keySet().forEach(asked::add);
            wanted.counted().forEach(asked::add);
            for (String name : asked) {
                String almost = names.contains(name)
                        ? null
                        : names.stream()
                                .filter(other -> isAlmost(name, other))
                                .findFirst()
                                .orElse(null);
                if (almost != null) {
                    warnings.add("The recording has no event type " + name + " but one named " + printable(almost)
                            + ": it is probably damaged there.");
                }
            }
            return warnings;
        }

        /** Whether the names differ in one letter. */
        private static boolean isAlmost(String name, String other) {
            if (name.length() != other.length()) {
                return false;
            }
            int different = 0;
            for (int i = 0; i < name.length() && different < 2; i++) {
                different += name.charAt(i) == other.charAt(i) ? 0 : 1;
            }
            return different == 1;
        }

        private static String quoted(Set<String> words) {
            String first = words.stream().sorted().findFirst().orElse("");
            return printable(first) + (words.size() > 1 ? " and " + (words.size() - 1) + " more" : "");
        }

        private static String printable(String text) {
            String shown = text.codePoints()
                    .limit(LONGEST)
                    .map(c -> Character.isISOControl(c) || !Character.isDefined(c) ? '?' : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            return shown.isEmpty() ? "nothing" : shown;
        }
    }

    /**
     * The metadata of chunks. Most chunks repeat that of the one before them byte for byte, and comparing is a hundred
     * times faster than parsing.
     */
    static final class MetadataCache {

        private static final int MAX_KEPT = 4;

        /** That of a JVM takes some hundred KB; what claims to be longer than this is damage. */
        private static final int LONGEST_BYTES = 64 << 20;

        private final Deque<Entry> kept = new ArrayDeque<>();

        // Nobody compares two of them.
        @SuppressWarnings("ArrayRecordComponent")
        private record Entry(byte[] bytes, Metadata metadata) {}

        /**
         * The metadata of a chunk: where its header says, or else where a walk over its events finds some.
         *
         * @return null if it has none that can be read
         */
        @Nullable
        Metadata of(RecordingChunk chunk, ChunkWindows windows) {
            ChunkInput in = new ChunkInput(windows);
            Metadata stated = at(in, chunk.header().metadataOffset(), windows.size());
            return stated == null ? search(in, windows.size()) : stated;
        }

        // The last one describes the most.
        private @Nullable Metadata search(ChunkInput in, long size) {
            AtomicReference<@Nullable Metadata> last = new AtomicReference<>();
            EventHeads.walk(in, ChunkHeader.SIZE, size, Metadata.EVENT, position -> {
                Metadata found = at(in, position, size);
                if (found != null) {
                    last.set(found);
                }
            });
            return last.get();
        }

        private @Nullable Metadata at(ChunkInput in, long position, long size) {
            if (position < ChunkHeader.SIZE || position >= size) {
                return null;
            }
            try {
                in.seek(position);
                long length = in.readLong();
                if (length <= 0
                        || length > Math.min(size - position, LONGEST_BYTES)
                        || in.readLong() != Metadata.EVENT) {
                    return null;
                }
                in.skipLongs(3);
                return of(in.bytes(position + length - in.position()));
            } catch (IndexOutOfBoundsException e) {
                return null;
            }
        }

        private synchronized Metadata of(ByteBuffer bytes) {
            for (Entry entry : kept) {
                if (entry.bytes.length == bytes.limit()
                        && ByteBuffer.wrap(entry.bytes).mismatch(bytes) < 0) {
                    return entry.metadata;
                }
            }
            byte[] copy = new byte[bytes.limit()];
            bytes.get(0, copy);
            Metadata metadata = MetadataParser.parse(new ChunkInput(new ChunkWindows(copy)));
            // Layouts are computed when they are asked for; what contradicts itself is to be found here.
            metadata.events().forEach(metadata::layout);
            kept.addFirst(new Entry(copy, metadata));
            if (kept.size() > MAX_KEPT) {
                kept.removeLast();
            }
            return metadata;
        }
    }
}
