package dev.loomweight.capture.own;

import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The finished chunks of a repository that were not taken before. A chunk is a file of its own there, which JFR writes no
 * more and deletes when the recording outgrows its size; a second name for the same file keeps it without a byte more on
 * the disk. JFR writes each event into one chunk, so that all that was taken has every event once. Chunks are told apart
 * and ordered by the ticks at which they begin, a clock that is never set back.
 *
 * <p>Used by one thread.
 */
final class NewChunks {

    // Magic number, version, size, offsets of constants and metadata, start, duration, start in ticks, speed of the
    // ticks,
    // state, features: hotspot's jfrChunkWriter.cpp.
    private static final int HEADER_BYTES = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int START_NANOS = 32;
    private static final int DURATION_NANOS = 40;
    private static final int START_TICKS = 48;
    private static final int STATE = 64;
    private static final String ENDING = ".jfr";

    private final Path repository;
    private final Linker linker;
    private @Nullable Long last;

    /** Gives a file a second name. */
    interface Linker {
        /** As {@link Files#createLink}. */
        void link(Path name, Path file) throws IOException;
    }

    /** @param repository where JFR makes a folder for the JVM */
    NewChunks(Path repository) {
        this(repository, Files::createLink);
    }

    NewChunks(Path repository, Linker linker) {
        this.repository = repository;
        this.linker = linker;
    }

    /** A finished chunk. */
    private record Chunk(Path file, long startTicks, long endNanos, long bytes) {

        private Path in(Path folder) {
            return folder.resolve(String.valueOf(file.getFileName()));
        }
    }

    /**
     * Takes what follows the chunk that was taken last, or all if none was taken or that one is no longer there. After an
     * error, the next call takes what this one should have.
     *
     * @param to a folder to be made, in which each chunk is a file; it is not made where there are none
     * @param hasRoom whether the disk has room for so many bytes more: asked where the file system has no second names,
     *     so that chunks are copied
     * @throws IOException if chunks cannot be read or taken; a part of them may be left in the folder
     */
    Stretch take(Path to, LongPredicate hasRoom) throws IOException {
        List<Chunk> all = finished();
        Long before = last;
        boolean follows = before == null || all.stream().anyMatch(chunk -> chunk.startTicks == before);
        List<Chunk> wanted = all.stream()
                .filter(chunk -> before == null || chunk.startTicks > before)
                .toList();
        if (wanted.isEmpty()) {
            return new Stretch(0, 0, follows);
        }
        Files.createDirectory(to, OwnerOnly.folder(to));
        link(wanted, to, hasRoom);
        last = wanted.getLast().startTicks;
        return new Stretch(bytes(wanted), wanted.getLast().endNanos, follows);
    }

    private void link(List<Chunk> wanted, Path to, LongPredicate hasRoom) throws IOException {
        try {
            for (Chunk chunk : wanted) {
                linker.link(chunk.in(to), chunk.file);
            }
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            copy(wanted, to, hasRoom);
        }
    }

    private static void copy(List<Chunk> wanted, Path to, LongPredicate hasRoom) throws IOException {
        if (!hasRoom.test(bytes(wanted))) {
            throw new IOException(
                    "the file system has no hard links, and the disk has too little room for a copy of what"
                            + " is new; the next fold has it");
        }
        for (Chunk chunk : wanted) {
            Files.copy(chunk.file, chunk.in(to), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static long bytes(List<Chunk> chunks) {
        return chunks.stream().mapToLong(Chunk::bytes).sum();
    }

    /** All that are there, in the order in which they were written. */
    private List<Chunk> finished() throws IOException {
        List<Chunk> all = new ArrayList<>();
        // JFR makes a folder in it; files come and go meanwhile.
        for (Path folder : FolderTree.list(repository)) {
            for (Path file : inside(folder)) {
                Chunk chunk = file.toString().endsWith(ENDING) ? finished(file) : null;
                if (chunk != null) {
                    all.add(chunk);
                }
            }
        }
        all.sort(Comparator.comparingLong(Chunk::startTicks));
        return all;
    }

    private static List<Path> inside(Path folder) throws IOException {
        try {
            return Files.isDirectory(folder) ? FolderTree.list(folder) : List.of();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** Null for a chunk that is being written or begun, and for one that JFR removes now. */
    private static @Nullable Chunk finished(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(HEADER_BYTES);
        } catch (NoSuchFileException e) {
            return null;
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || header.getInt(0) != MAGIC || header.get(STATE) != 0) {
            return null;
        }
        return new Chunk(
                file,
                header.getLong(START_TICKS),
                header.getLong(START_NANOS) + header.getLong(DURATION_NANOS),
                file.toFile().length());
    }
}
