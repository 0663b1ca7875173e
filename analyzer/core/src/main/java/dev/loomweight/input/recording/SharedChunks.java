package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a recording has in common with others that are read with it: chunks that are in more than one of them. A dump of a
 * recording that goes on has the chunks of the dump before it; a copy has all.
 *
 * <p>A JVM begins one chunk at a time, so its start on both of the recording's clocks identifies a chunk. Of chunks with
 * the same start one is left out only if its bytes are those of the other, as far as it goes: {@code jfr scrub} writes
 * chunks with the same start and other events. The longest stays, since an unfinished chunk is an earlier state of the
 * finished one.
 */
public final class SharedChunks {

    private static final int BUFFER_BYTES = 1 << 16;

    private final int place;
    private final Path file;
    private final boolean preferred;
    private final List<RecordingChunk> all;
    private final Set<Long> leftOut = new TreeSet<>();
    private final Set<Integer> keptIn = new TreeSet<>();
    private final Set<Integer> contradicting = new TreeSet<>();

    private record Member(SharedChunks of, RecordingChunk chunk) {
        private static final Comparator<Member> BEST = Comparator.comparingLong(
                        (Member member) -> -member.chunk.length())
                .thenComparing(member -> !member.of.preferred)
                .thenComparingInt(member -> -member.of.all.size())
                .thenComparing(member -> Files.isSymbolicLink(member.of.file))
                .thenComparingInt(member -> member.of.place);

        /** Those after its header, and what follows it in the file. */
        private InputStream bytes() throws IOException {
            InputStream bytes = Files.newInputStream(of.file);
            bytes.skipNBytes(chunk.offset() + ChunkHeader.SIZE);
            return bytes;
        }
    }

    private SharedChunks(int place, Path file, boolean preferred) {
        this.place = place;
        this.file = file;
        this.preferred = preferred;
        this.all = chunks(file);
    }

    /**
     * Compares recordings by the headers of their chunks, and the bytes of chunks whose headers say that they are the
     * same. A single recording can have a chunk twice, too: dumps that were put together in one file.
     *
     * @param files the recordings; one that cannot be read has nothing in common with others
     * @param preferred by file, whether what is in it stays where another has the same
     * @return what each has in common with others, which are named by their places
     */
    public static List<SharedChunks> of(List<Path> files, List<Boolean> preferred) {
        List<SharedChunks> shared = new ArrayList<>();
        Map<ChunkHeader.Start, List<Member>> byStart = new LinkedHashMap<>();
        for (int i = 0; i < files.size(); i++) {
            SharedChunks one = new SharedChunks(i, files.get(i), preferred.get(i));
            shared.add(one);
            for (RecordingChunk chunk : one.all) {
                byStart.computeIfAbsent(chunk.header().start(), start -> new ArrayList<>())
                        .add(new Member(one, chunk));
            }
        }
        byStart.values().stream().filter(members -> members.size() > 1).forEach(members -> {
            members.sort(Member.BEST);
            choose(members);
        });
        return shared;
    }

    private static List<RecordingChunk> chunks(Path file) {
        try {
            return ChunkedFile.of(file).chunks();
        } catch (IOException e) {
            // Its reading will say why.
            return List.of();
        }
    }

    private static void choose(List<Member> members) {
        List<Member> kept = new ArrayList<>();
        for (Member member : members) {
            Member same = kept.stream()
                    .filter(other -> isIn(member, other))
                    .findFirst()
                    .orElse(null);
            if (same == null) {
                kept.forEach(other -> other.of.contradicting.add(member.of.place));
                kept.add(member);
            } else {
                member.of.leftOut.add(member.chunk.offset());
                member.of.keptIn.add(same.of.place);
            }
        }
    }

    /** Whether the bytes of a chunk are those that a chunk begins with that is as long, or longer. */
    private static boolean isIn(Member member, Member longer) {
        ChunkHeader header = member.chunk.header();
        ChunkHeader other = longer.chunk.header();
        if (header.finished() && !(other.finished() && header.equals(other.movedTo(header.offset())))) {
            return false;
        }
        // After the last flush the JVM may have been writing still when the copy was made.
        long end = header.finished() ? member.chunk.length() : Math.min(header.size(), member.chunk.length());
        try {
            boolean place = header.offset() == other.offset();
            return (place && Files.isSameFile(member.of.file, longer.of.file))
                    || isEqual(member, longer, end - ChunkHeader.SIZE);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isEqual(Member one, Member other, long length) throws IOException {
        byte[] a = new byte[BUFFER_BYTES];
        byte[] b = new byte[BUFFER_BYTES];
        try (InputStream first = one.bytes();
                InputStream second = other.bytes()) {
            for (long left = length; left > 0; left -= BUFFER_BYTES) {
                int count = (int) Math.min(BUFFER_BYTES, left);
                if (first.readNBytes(a, 0, count) < count
                        || second.readNBytes(b, 0, count) < count
                        || !Arrays.equals(a, 0, count, b, 0, count)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** When it begins, in nanoseconds since 1970; the greatest number for one that cannot be read. */
    public long startNanos() {
        return all.stream()
                .mapToLong(chunk -> chunk.header().start().nanos())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Its chunks; empty if it cannot be read. */
    public List<RecordingChunk> all() {
        return all;
    }

    /** The chunks that others have as well, or that it has itself before: by their offsets, in bytes. */
    public Set<Long> leftOut() {
        return leftOut;
    }

    /** Whether all of it is left out. */
    public boolean isLeftOut() {
        return !all.isEmpty() && leftOut.size() == all.size();
    }

    /** Which other recordings have what is left out of this one. */
    public List<Integer> keptIn() {
        return keptIn.stream().filter(other -> other != place).toList();
    }

    /** The other recordings, later in preference, that have a chunk of the same start as this one, with other contents. */
    public List<Integer> contradicting() {
        return contradicting.stream().filter(other -> other != place).toList();
    }
}
