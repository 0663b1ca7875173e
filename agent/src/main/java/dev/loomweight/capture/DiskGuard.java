package dev.loomweight.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Says when a disk is about to be full. It must be known before it happens: HotSpot ends the whole JVM when it cannot
 * write to a chunk ("An irrecoverable error in Jfr. Shutting down VM...", {@code jfrStreamWriterHost.inline.hpp}), so a
 * recording on a full disk costs the application its life.
 *
 * <p>Used by one thread.
 */
public final class DiskGuard {

    /** How many checks ahead the free space is followed as it falls. */
    private static final int AHEAD = 8;

    /** How many checks in a row show that there is room again; twice as many each time, since it was not for long. */
    private static final int FIRST_CHECKS = 40;

    private static final int MAX_CHECKS = 12_000;
    /** What a recording that goes on writes at once, its reserve included. */
    private static final long ROOM_BYTES = 16L << 20;

    private static final long MAX_ROOM_BYTES = 128L << 20;

    private final LongSupplier freeBytes;
    private final long leastBytes;
    private long before = Long.MAX_VALUE;
    private int wanted = FIRST_CHECKS;
    private int seen;

    DiskGuard(LongSupplier freeBytes, long leastBytes) {
        this.freeBytes = freeBytes;
        this.leastBytes = leastBytes;
    }

    /**
     * Guards the disk of a folder.
     *
     * @param folder an existing folder
     * @param leastBytes what must stay free, in bytes
     */
    public static DiskGuard of(Path folder, long leastBytes) {
        return new DiskGuard(() -> freeBytes(folder), leastBytes);
    }

    /**
     * Guards the disk of a folder into which so much is yet to be copied.
     *
     * @param leastBytes what must stay free, in bytes
     * @param toCopyBytes what is yet to be copied, in bytes; asked once a second or so
     */
    public static DiskGuard of(Path folder, long leastBytes, LongSupplier toCopyBytes) {
        LongSupplier seldom = new LongSupplier() {
            private static final int LOOKS = 20;
            private int looks;
            private long bytes;

            @Override
            public long getAsLong() {
                if (looks++ % LOOKS == 0) {
                    bytes = toCopyBytes.getAsLong();
                }
                return bytes;
            }
        };
        return new DiskGuard(
                () -> {
                    long free = freeBytes(folder);
                    return free == Long.MAX_VALUE ? free : free - seldom.getAsLong();
                },
                leastBytes);
    }

    /**
     * Looks at the disk; to be called some times a second.
     *
     * @return whether less than the limit is free, or soon will be at the rate since the last check
     */
    public boolean isNearlyFull() {
        long now = freeBytes.getAsLong();
        long fell = before == Long.MAX_VALUE ? 0 : Math.max(0, before - now);
        before = now;
        return now < leastBytes || now - AHEAD * fell < 0;
    }

    /**
     * Looks at a disk that was nearly full; to be called as often.
     *
     * @return whether there has been more free for some time than must stay, by an eighth or 128 MB, and what is
     *     written at once
     */
    public boolean hasRoomAgain() {
        boolean full = isNearlyFull() || before < leastBytes + Math.min(leastBytes / 8, MAX_ROOM_BYTES) + ROOM_BYTES;
        seen = full ? 0 : seen + 1;
        if (seen < wanted) {
            return false;
        }
        seen = 0;
        // What goes on takes its reserve at once, which is no disk that fills up.
        before = Long.MAX_VALUE;
        wanted = Math.min(MAX_CHECKS, 2 * wanted);
        return true;
    }

    /** What is free, in bytes: what an unprivileged process may still write. Where that is unknown, no limit. */
    public static long freeBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
