package dev.loomweight.input.text.lines;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Opens text files as people keep them. */
public final class TextFiles {

    /** What is looked at to find the encoding, in bytes. */
    private static final int LOOKED_AT = 128;

    private TextFiles() {}

    /**
     * Reads a file by its lines. It is taken as UTF-8 with malformed bytes replaced, or as UTF-16 if it begins with that
     * byte order mark or is evidently so: PowerShell 5 writes so what {@code jcmd PID VM.native_memory > nmt.txt} prints.
     *
     * @param name the file's name in messages
     * @throws DataException if it cannot be read
     */
    public static <T> T read(Path file, String name, Function<LineCursor, T> reading) {
        return read(file, name, LineCursor.LONGEST_LINE, reading);
    }

    /** The same of a text that has something around its lines, which can make one of many. */
    public static <T> T readDressed(Path file, String name, Function<LineCursor, T> reading) {
        return read(file, name, Dress.LONGEST_LINE, reading);
    }

    private static <T> T read(Path file, String name, int longestLine, Function<LineCursor, T> reading) {
        if (Files.isDirectory(file)) {
            throw new DataException(name + ": is a directory, not a text");
        }
        InputFile.check(file, name);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                Reader reader = new InputStreamReader(in, encoding(in))) {
            return reading.apply(new LineCursor(reader, name, longestLine));
        } catch (NoSuchFileException e) {
            throw new DataException(name + ": no such file", e);
        } catch (IOException e) {
            throw new DataException(name + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a text in gzip's format by its lines, without unpacking it to the disk. Where it is cut off or damaged, or
     * holds more than it may, it ends there.
     *
     * @param name the file's name in messages
     * @param mostBytes what it may hold, in bytes
     * @param notes gets why it ends before its end
     * @throws DataException if it cannot be read
     */
    public static <T> T readPacked(
            Path file, String name, long mostBytes, Consumer<String> notes, Function<LineCursor, T> reading) {
        InputFile.check(file, name);
        try (InputStream packed = Files.newInputStream(file);
                InputStream in = new UnpackedInput(packed, mostBytes, notes);
                Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            return reading.apply(new LineCursor(reader, name));
        } catch (NoSuchFileException e) {
            throw new DataException(name + ": no such file", e);
        } catch (IOException e) {
            throw new DataException(name + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** When a file was written, or null where that is unknown: all the time that a text of jcmd has. */
    public static @Nullable Instant writtenAt(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            return null;
        }
    }

    private static Charset encoding(InputStream in) throws IOException {
        in.mark(LOOKED_AT);
        byte[] begin = in.readNBytes(LOOKED_AT);
        in.reset();
        return InputFile.encoding(begin);
    }

    /** The content of a file in gzip's format, up to where it is cut off or damaged, and up to a limit. */
    public static final class UnpackedInput extends InputStream {

        private final InputStream in;
        private final Consumer<String> notes;
        private long leftBytes;
        private boolean ended;

        /**
         * @param mostBytes what is unpacked at most, in bytes
         * @param notes gets why it ends before its end, once
         * @throws IOException if it is not in that format
         */
        public UnpackedInput(InputStream packed, long mostBytes, Consumer<String> notes) throws IOException {
            this.in = new GZIPInputStream(packed, 1 << 16);
            this.leftBytes = mostBytes;
            this.notes = notes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (ended) {
                return -1;
            }
            int read;
            try {
                read = in.read(into, from, length);
            } catch (EOFException e) {
                return end("the compressed file is cut off");
            } catch (ZipException e) {
                return end("the compressed file is damaged");
            }
            leftBytes -= Math.max(0, read);
            if (leftBytes < 0) {
                return end(
                        "its content is larger than the limit, and was read up to that; raise it with --max-unpacked SIZE");
            }
            return read;
        }

        private int end(String why) {
            ended = true;
            notes.accept(why);
            return -1;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
