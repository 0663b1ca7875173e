package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.Recording;
import dev.loomweight.input.recording.reader.RecordingChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What several recordings have in common: chunks that are in more than one of them, and the JVM that wrote them. A dump of
 * a recording that goes on has the chunks of the dump before it; a copy has all.
 *
 * <p>A JVM begins one chunk at a time, so its start on both of the recording's clocks identifies a chunk. Of chunks with
 * the same start one is left out only if its bytes are those of the other, as far as it goes: {@code jfr scrub} writes
 * chunks with the same start and other events. The longest stays, since an unfinished chunk is an earlier state of the
 * finished one.
 */
public final class SharedChunks {

    private static final int BUFFER_BYTES = 1 << 16;

    private final List<Path> files;
    private final List<List<RecordingChunk>> chunks = new ArrayList<>();
    private final List<Set<Long>> leftOut = new ArrayList<>();
    // By file, those that have what was left out of it, and how many of its chunks.
    private final List<Map<Integer, Integer>> keptIn = new ArrayList<>();
    private final List<Set<Integer>> contradicting = new ArrayList<>();
    private final int[] jvm;

    private record Start(long nanos, long ticks, long ticksPerSecond) {

        static Start of(ChunkHeader header) {
            return new Start(header.startNanos(), header.startTicks(), header.ticksPerSecond());
        }

        /** That of the JVM's next chunk, without its ticks: as {@link ChunkHeader#continuedBy} has it. */
        static Start after(ChunkHeader header) {
            return new Start(header.endNanos(), 0, header.ticksPerSecond());
        }
    }

    private record Member(int file, RecordingChunk chunk) {}

    private SharedChunks(List<Path> files) {
        this.files = files;
        this.jvm = IntStream.range(0, files.size()).toArray();
        for (Path file : files) {
            chunks.add(chunks(file));
            leftOut.add(new TreeSet<>());
            keptIn.add(new TreeMap<>());
            contradicting.add(new TreeSet<>());
        }
    }

    /**
     * Compares recordings by the headers of their chunks, and the bytes of chunks whose headers say that they are the
     * same. A single recording can have a chunk twice, too: dumps that were put together in one file.
     *
     * @param files the recordings; one that cannot be read has nothing in common with others
     * @param preferred by file, whether what is in it stays where another has the same
     */
    public static SharedChunks of(List<Path> files, List<Boolean> preferred) {
        SharedChunks shared = new SharedChunks(List.copyOf(files));
        Map<Start, List<Member>> byStart = new LinkedHashMap<>();
        Map<Start, Integer> byEnd = new HashMap<>();
        for (int i = 0; i < files.size(); i++) {
            for (RecordingChunk chunk : shared.chunks.get(i)) {
                byStart.computeIfAbsent(Start.of(chunk.header()), start -> new ArrayList<>())
                        .add(new Member(i, chunk));
                if (chunk.header().finished()) {
                    byEnd.put(Start.after(chunk.header()), i);
                }
            }
        }
        Comparator<Member> best = Comparator.comparingLong((Member member) -> -member.chunk.length())
                .thenComparing(member -> !preferred.get(member.file))
                .thenComparingInt(member -> -shared.chunks.get(member.file).size())
                .thenComparing(member -> Files.isSymbolicLink(files.get(member.file)))
                .thenComparingInt(Member::file);
        byStart.forEach((start, members) -> {
            Integer before = byEnd.get(new Start(start.nanos, 0, start.ticksPerSecond));
            for (Member member : members) {
                shared.join(member.file, members.getFirst().file);
                if (before != null) {
                    shared.join(member.file, before);
                }
            }
            if (members.size() > 1) {
                members.sort(best);
                shared.choose(members);
            }
        });
        return shared;
    }

    private static List<RecordingChunk> chunks(Path file) {
        try {
            return Recording.of(file).chunks();
        } catch (IOException e) {
            // Its reading will say why.
            return List.of();
        }
    }

    private void choose(List<Member> members) {
        List<Member> kept = new ArrayList<>();
        for (Member member : members) {
            Member same = null;
            for (Member other : kept) {
                if (isIn(member, other)) {
                    same = other;
                    break;
                }
            }
            if (same == null) {
                for (Member other : kept) {
                    contradicting.get(other.file).add(member.file);
                }
                kept.add(member);
            } else {
                leftOut.get(member.file).add(member.chunk.offset());
                keptIn.get(member.file).merge(same.file, 1, Integer::sum);
            }
        }
    }

    /** Whether the bytes of a chunk are those that a chunk begins with that is as long, or longer. */
    private boolean isIn(Member member, Member longer) {
        ChunkHeader header = member.chunk.header();
        ChunkHeader other = longer.chunk.header();
        if (header.finished() && !(other.finished() && header.equals(other.movedTo(header.offset())))) {
            return false;
        }
        // After the last flush the JVM may have been writing still when the copy was made.
        long end = header.finished() ? member.chunk.length() : Math.min(header.size(), member.chunk.length());
        try (FileChannel first = FileChannel.open(files.get(member.file));
                FileChannel second = FileChannel.open(files.get(longer.file))) {
            boolean place = header.offset() == other.offset();
            return (place && Files.isSameFile(files.get(member.file), files.get(longer.file)))
                    || isEqual(first, header.offset(), second, other.offset(), end);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isEqual(FileChannel first, long firstAt, FileChannel second, long secondAt, long length)
            throws IOException {
        ByteBuffer a = ByteBuffer.allocate(BUFFER_BYTES);
        ByteBuffer b = ByteBuffer.allocate(BUFFER_BYTES);
        long at = ChunkHeader.SIZE;
        while (at < length) {
            int count = (int) Math.min(BUFFER_BYTES, length - at);
            fill(a.clear().limit(count), first, firstAt + at);
            fill(b.clear().limit(count), second, secondAt + at);
            if (!a.flip().equals(b.flip()) || a.limit() < count) {
                return false;
            }
            at += count;
        }
        return true;
    }

    private static void fill(ByteBuffer buffer, FileChannel from, long at) throws IOException {
        int read = 0;
        while (read >= 0 && buffer.hasRemaining()) {
            read = from.read(buffer, at + buffer.position());
        }
    }

    private void join(int one, int other) {
        int a = jvm(one);
        int b = jvm(other);
        jvm[Math.max(a, b)] = Math.min(a, b);
    }

    /**
     * Which recordings are of one JVM, as far as the headers show: they have a chunk in common, or one goes on where the
     * other ends. What one file has is taken for that of one JVM.
     *
     * @param file its place in the list
     * @return the place of the first recording of the same JVM
     */
    public int jvm(int file) {
        int root = file;
        while (jvm[root] != root) {
            root = jvm[root];
        }
        return root;
    }

    /** When a recording begins, in nanoseconds since 1970; the greatest number for one that cannot be read. */
    public long startNanos(int file) {
        return chunks.get(file).stream()
                .mapToLong(chunk -> chunk.header().startNanos())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The number of chunks of a recording; 0 if it cannot be read. */
    public int chunks(int file) {
        return chunks.get(file).size();
    }

    /** The chunks of a recording; empty if it cannot be read. */
    public List<RecordingChunk> all(int file) {
        return List.copyOf(chunks.get(file));
    }

    /** The chunks of a recording that others have as well, or that it has itself before: by their offsets, in bytes. */
    public Set<Long> leftOut(int file) {
        return leftOut.get(file);
    }

    /** Whether all of a recording is left out. */
    public boolean isLeftOut(int file) {
        return !chunks.get(file).isEmpty()
                && leftOut.get(file).size() == chunks.get(file).size();
    }

    /** Which recordings have what is left out of this one. */
    public Set<Integer> keptIn(int file) {
        return keptIn.get(file).keySet();
    }

    /** The recordings later in preference that have a chunk of the same start as this one, with other contents. */
    public Set<Integer> contradicting(int file) {
        return contradicting.get(file);
    }
}
