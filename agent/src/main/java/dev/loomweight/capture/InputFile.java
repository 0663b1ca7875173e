package dev.loomweight.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Locale;

/** Files that a user names: what never ends, or would wait for another program, is refused before it is opened. */
public final class InputFile {

    private InputFile() {}

    /**
     * Whether a path names a pipe, a device or a socket. Links are followed; a missing file is none of these.
     *
     * @param file any path
     */
    public static boolean isSpecial(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isOther();
        } catch (IOException e) {
            // Not there, or not to be seen: opening it says so.
            return false;
        }
    }

    /** Whether a path is a jar: the name of a program, and no input. */
    public static boolean isJar(Path path) {
        return path.toString().toLowerCase(Locale.ROOT).endsWith(".jar") && Files.isRegularFile(path);
    }

    /** Whether it is a log of the kernel, which is read for ever, or its memory: to the file system they are ordinary files. */
    private static boolean isOfKernel(Path file) {
        try {
            String real = file.toRealPath().toString();
            return real.equals("/proc/kmsg")
                    || real.equals("/proc/kcore")
                    || real.startsWith("/sys/kernel/debug/")
                    || real.startsWith("/sys/kernel/tracing/");
        } catch (IOException e) {
            // Not there, or not to be seen: opening it says so.
            return false;
        }
    }

    /**
     * Refuses a pipe, a device, a socket, and logs of the kernel.
     *
     * @param file where it is; need not exist
     * @param shown what messages call it
     * @throws DataException if it is one of those
     */
    public static void check(Path file, String shown) {
        if (isOfKernel(file)) {
            throw new DataException(shown + " is of the kernel and has no end; of a process, Loomweight reads"
                    + " /proc/PID/status, smaps and smaps_rollup");
        }
        if (isSpecial(file)) {
            throw new DataException(
                    shown + " is a pipe, a device or a socket, not a file; copy it to a file, or give its"
                            + " content on standard input where - is an input");
        }
    }

    /** That a file cannot be read, why, and what to do where it is another user's. */
    public static DataException unreadable(Path file, IOException e) {
        return new DataException("cannot read " + file + ": " + CaptureFolder.reason(e) + ofOther(file, e), e);
    }

    private static String ofOther(Path file, IOException e) {
        if (e instanceof AccessDeniedException) {
            try {
                UserPrincipal owner = Files.getOwner(file);
                UserPrincipal own = ProcessUser.own();
                return own == null || owner.equals(own)
                        ? ""
                        : "; it belongs to the user " + owner.getName() + ", run loomweight as " + owner.getName()
                                + " or name a copy that this user can read";
            } catch (IOException | UnsupportedOperationException unknown) {
                // It is in a folder of another user.
            }
        }
        return "";
    }

    /**
     * The text of a file that is read at once.
     *
     * @param file where it is
     * @param most how long it may be, in bytes; what is longer is not what it is taken for
     * @return the text without a mark of its byte order, by {@link #encoding}, with malformed bytes replaced
     * @throws DataException if it is a pipe, a device or a socket, or is longer
     * @throws IOException if it cannot be read
     */
    public static String text(Path file, int most) throws IOException {
        check(file, file.toString());
        try (InputStream in = Files.newInputStream(file)) {
            return text(in, file.toString(), most);
        }
    }

    /**
     * The text of a stream that is read at once.
     *
     * @param in read to its end, and not closed
     * @param shown what messages call it
     * @param most how long it may be, in bytes
     * @return the text without a mark of its byte order, by {@link #encoding}, with malformed bytes replaced
     * @throws DataException if it is longer
     * @throws IOException if it cannot be read
     */
    public static String text(InputStream in, String shown, int most) throws IOException {
        byte[] bytes = in.readNBytes(most);
        if (bytes.length == most && in.read() >= 0) {
            throw new DataException(
                    shown + " is larger than " + (most >> 10) + " KB, the limit for such a file; is it the right one?");
        }
        String text = new String(bytes, encoding(bytes));
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * The encoding of a text by its first bytes: UTF-16 where a mark or zeros show it, as editors on Windows write it, else
     * UTF-8.
     */
    public static Charset encoding(byte[] begin) {
        int mark = begin.length < 2 ? 0 : ((begin[0] & 0xFF) << 8) | (begin[1] & 0xFF);
        if (mark == 0xFFFE || mark == 0xFEFF) {
            return StandardCharsets.UTF_16;
        }
        // Without the mark: of what is nearly all ASCII, each second byte is 0.
        int[] zeros = new int[2];
        for (int i = 0; i < begin.length; i++) {
            zeros[i % 2] += begin[i] == 0 ? 1 : 0;
        }
        int half = begin.length / 2;
        return half == 0 || Math.max(zeros[0], zeros[1]) < half - half / 8 || Math.min(zeros[0], zeros[1]) > 0
                ? StandardCharsets.UTF_8
                : zeros[0] > zeros[1] ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    }
}
