package dev.loomweight.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * For how long a JVM has stopped all its threads since it began: its own counter of the time at safepoints, garbage
 * collections among them. It is in the file that HotSpot shares with tools, {@code /tmp/hsperfdata_USER/PID}, and
 * costs the JVM nothing to read. There is none where the JVM runs with {@code -XX:-UsePerfData} or
 * {@code -XX:+PerfDisableSharedMem}, has another {@code /tmp}, or on systems without {@code /proc}.
 *
 * <p>The format is that of {@code perfMemory.hpp} and of {@code sun.jvmstat.perfdata.monitor.v2_0.PerfDataBuffer}.
 */
public final class Safepoints {

    private static final String TIME = "sun.rt.safepointTime";
    private static final String COUNT = "sun.rt.safepoints";
    private static final String FREQUENCY = "sun.os.hrt.frequency";

    private static final Path FOLDER = Path.of("/tmp");
    /** The JVM's own default is 32 KB. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int MAGIC = 0xcafec0c0;
    private static final int PROLOGUE_BYTES = 32;
    private static final int ENTRY_BYTES = 20;
    private static final double NANOS = 1e9;

    private Safepoints() {}

    /**
     * What a JVM has counted since it began.
     *
     * @param nanos for how long all threads stood, in nanoseconds
     * @param count how often
     */
    public record Stops(long nanos, long count) {

        /** They cannot be read. */
        public static final Stops UNKNOWN = new Stops(-1, -1);
    }

    /**
     * Reads the time alone.
     *
     * @param pid the process, as it is numbered here
     * @return the time in nanoseconds, or -1 where it is not known
     */
    static long nanos(long pid) {
        return of(pid).nanos();
    }

    /**
     * Reads them.
     *
     * @param pid the process, as it is numbered here
     * @return what is counted, or {@link Stops#UNKNOWN}
     */
    public static Stops of(long pid) {
        try {
            String user = user(pid);
            if (user == null) {
                return Stops.UNKNOWN;
            }
            // The folder is the target's, who may put there what it likes.
            try (HeldFolder folder = HeldFolder.open(FOLDER.resolve("hsperfdata_" + user));
                    HeldFile file = folder.open(Long.toString(pid), MAX_BYTES)) {
                return parse(read(file.channel()));
            }
        } catch (IOException | RuntimeException e) {
            return Stops.UNKNOWN;
        }
    }

    private static @Nullable String user(long pid) throws IOException {
        Path process = Proc.of(pid);
        UserPrincipal owner = Files.exists(process) ? Files.getOwner(process) : null;
        return owner == null || owner.getName().contains("/") ? null : owner.getName();
    }

    private static ByteBuffer read(SeekableByteChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_BYTES, channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // One read may not be all.
        }
        return bytes.flip();
    }

    /** What the content of such a file says, or {@link Stops#UNKNOWN}. */
    static Stops parse(ByteBuffer bytes) {
        if (bytes.limit() < PROLOGUE_BYTES || bytes.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC) {
            return Stops.UNKNOWN;
        }
        bytes.order(bytes.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int at = bytes.getInt(24);
        int left = bytes.getInt(28);
        long time = -1;
        long count = -1;
        long frequency = -1;
        while (left-- > 0 && at >= PROLOGUE_BYTES && at <= bytes.limit() - ENTRY_BYTES) {
            int length = bytes.getInt(at);
            if (length < ENTRY_BYTES || length > bytes.limit() - at) {
                break;
            }
            String name = name(bytes, at, length);
            if (name.equals(TIME)) {
                time = number(bytes, at, length);
            } else if (name.equals(COUNT)) {
                count = number(bytes, at, length);
            } else if (name.equals(FREQUENCY)) {
                frequency = number(bytes, at, length);
            }
            at += length;
        }
        return time < 0 || frequency <= 0 ? Stops.UNKNOWN : new Stops(Math.round(time * (NANOS / frequency)), count);
    }

    private static String name(ByteBuffer bytes, int at, int length) {
        int begin = bytes.getInt(at + 4);
        if (begin < 0 || begin >= length) {
            return "";
        }
        int end = begin;
        while (end < length && bytes.get(at + end) != 0) {
            end++;
        }
        byte[] name = new byte[end - begin];
        bytes.get(at + begin, name);
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    /** A single number, type {@code J}; what is another kind is none. */
    private static long number(ByteBuffer bytes, int at, int length) {
        int offset = bytes.getInt(at + 16);
        boolean isLong = bytes.getInt(at + 8) == 0 && bytes.get(at + 12) == 'J';
        return isLong && offset >= 0 && offset <= length - Long.BYTES ? bytes.getLong(at + offset) : -1;
    }
}
