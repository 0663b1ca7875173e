package dev.loomweight.input.capture;

import dev.loomweight.capture.InputFile;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.heap.HeapSource;
import dev.loomweight.input.recording.reader.ChunkedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a file is, by its first bytes. */
enum FileKind {
    /** A recording. */
    RECORDING,
    /** One file, packed. */
    GZIP,
    /** One file, packed in LZ4's frame format. */
    LZ4,
    /** Any number of files and folders, packed. */
    ZIP,
    /** One file, packed by xz, which is not unpacked here. */
    XZ,
    /** One file, packed by zstd, which is not unpacked here. */
    ZSTD,
    /** One file, packed by bzip2, which is not unpacked here. */
    BZIP2,
    /** Folds of processes. */
    FOLD,
    /** A heap dump. */
    HEAP_DUMP,
    /** A text, or what is none of these. */
    OTHER;

    private static final int START_BYTES = 16;

    // The size of its blocks, and the number that each begins with, or the one at its end.
    private static final Pattern BZIP2_START = Pattern.compile("BZh[1-9](1AY&SY|\u0017rE8P\u0090)");

    /**
     * The kind of a file.
     *
     * @throws dev.loomweight.capture.DataException if it cannot be read
     */
    static FileKind of(Path file) {
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(START_BYTES);
        } catch (IOException e) {
            throw InputFile.unreadable(file, e);
        }
        if (ChunkedFile.isBegunIn(start)) {
            return RECORDING;
        }
        String begin = new String(start, StandardCharsets.ISO_8859_1);
        if (begin.startsWith("\u001f\u008b")) {
            return GZIP;
        }
        if (begin.startsWith("\u0004\"M\u0018")) {
            return LZ4;
        }
        if (begin.startsWith("PK\u0003\u0004")) {
            return ZIP;
        }
        if (begin.startsWith("\u00fd7zXZ\0")) {
            return XZ;
        }
        if (begin.startsWith("(\u00b5/\u00fd")) {
            return ZSTD;
        }
        if (BZIP2_START.matcher(begin).lookingAt()) {
            return BZIP2;
        }
        return FoldedUnits.isOne(start) ? FOLD : HeapSource.isHeapDump(start) ? HEAP_DUMP : OTHER;
    }

    /** The program that unpacks files of a kind that is not unpacked here, with its option; null where it is. */
    @Nullable
    String unpacker() {
        return switch (this) {
            case XZ -> "xz -d";
            case ZSTD -> "zstd -d";
            case BZIP2 -> "bzip2 -d";
            default -> null;
        };
    }

    /**
     * Whether a file is a recording: begins as one, or has a chunk further on. Bytes before the first chunk do not make it a
     * text.
     *
     * @throws dev.loomweight.capture.DataException if it cannot be read
     */
    static boolean isRecording(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try {
            return ChunkedFile.isBegunIn(file) || !ChunkedFile.of(file).chunks().isEmpty();
        } catch (NoSuchFileException e) {
            // Of a capture that is being written: it has gone since the folder was listed.
            return false;
        } catch (IOException e) {
            throw InputFile.unreadable(file, e);
        }
    }
}
