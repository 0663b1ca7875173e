package dev.loomweight.input.recording.reader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what a file looks like that is not a recording, so that its owner knows which file was taken for which. */
public final class FileLook {

    private static final int LOOK_BYTES = 512;

    private FileLook() {}

    /**
     * A few words on the file, with its article: {@code a gzip file; unpack it first}.
     *
     * @throws IOException if the file cannot be read
     */
    public static String of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in.readNBytes(LOOK_BYTES));
        }
    }

    private static String of(byte[] first) {
        String start = new String(first, StandardCharsets.ISO_8859_1);
        if (start.startsWith("\u001f\u008b")) {
            return "a gzip file; unpack it first";
        }
        if (start.startsWith("PK\u0003\u0004")) {
            return "a zip or jar file; unpack it first";
        }
        if (start.startsWith("(\u00b5/\u00fd")
                || start.startsWith("\u0004\"M\u0018")
                || start.startsWith("\u00fd7zXZ")) {
            return "a compressed file; unpack it first";
        }
        if (start.startsWith("JAVA PROFILE")) {
            return "a heap dump";
        }
        if (start.startsWith("\u00ca\u00fe\u00ba\u00be")) {
            return "a Java class file";
        }
        if (start.startsWith("\u007fELF")) {
            return "an ELF program or core dump";
        }
        if (start.chars().allMatch(c -> c == 0)) {
            return "zeros: it was never written, or its disk was full";
        }
        return start.chars().allMatch(FileLook::isText) ? "text" : "data of another kind";
    }

    private static boolean isText(int c) {
        return (c >= ' ' && c != 0x7F) || c == '\n' || c == '\r' || c == '\t' || c == '\f';
    }
}
