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
    /** Folds of processes. */
    FOLD,
    /** A heap dump. */
    HEAP_DUMP,
    /** A text, or what is none of these. */
    OTHER;

    private static final int START_BYTES = 16;

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
        return FoldedUnits.isOne(start) ? FOLD : HeapSource.isHeapDump(start) ? HEAP_DUMP : OTHER;
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
