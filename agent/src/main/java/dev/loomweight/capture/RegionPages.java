package dev.loomweight.capture;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resident pages of the regions that {@code VM.native_memory detail} lists, from {@code /proc/PID/pagemap}; see
 * proc_pid_pagemap(5). The kernel joins neighbouring mappings, whoever made them, and {@code smaps} has only the sum. The
 * pages say what is whose.
 */
public final class RegionPages {

    /** The first line of the file, by which it is known. */
    public static final String TITLE = "Resident pages of the regions of VM.native_memory detail:";

    private static final Pattern REGION =
            Pattern.compile("\\[0x([0-9a-f]{1,16}) - 0x([0-9a-f]{1,16})\\] reserved .*? for (.*?)(?: from)?\\s*");

    /** The heap is by far the largest, and its addresses are known without pages. */
    private static final String HEAP = "Java Heap";

    /** Larger regions are left out: a region of 4 GB has 8 MB of page map. */
    private static final long MAX_BYTES = 4L << 30;

    private static final long PAGE = 4096;
    private static final long PRESENT = 1L << 63;

    private RegionPages() {}

    /**
     * Writes them, in the order of the report.
     *
     * @param nmt a report of NMT
     * @param pageMap the page map of the process
     * @param file the file to make; not made if the report has no map of memory
     * @throws IOException if one cannot be read or the other not be written
     */
    static void write(Path nmt, Path pageMap, Path file) throws IOException {
        try (BufferedReader report = Files.newBufferedReader(nmt)) {
            String line = report.readLine();
            while (line != null && !REGION.matcher(line).matches()) {
                line = report.readLine();
            }
            if (line == null) {
                return;
            }
            try (RandomAccessFile pages = new RandomAccessFile(pageMap.toFile(), "r");
                    BufferedWriter out = Files.newBufferedWriter(file)) {
                out.write(TITLE + "\n");
                for (; line != null; line = report.readLine()) {
                    Matcher region = REGION.matcher(line);
                    if (region.matches() && !HEAP.equals(region.group(3))) {
                        region(
                                pages,
                                Long.parseUnsignedLong(region.group(1), 16),
                                Long.parseUnsignedLong(region.group(2), 16),
                                out);
                    }
                }
            }
        }
    }

    private static void region(RandomAccessFile pages, long from, long to, BufferedWriter out) throws IOException {
        if (from < 0 || to - from <= 0 || to - from > MAX_BYTES || from % PAGE != 0) {
            return;
        }
        out.write(range("", from, to));
        byte[] bytes = new byte[(int) Math.min((to - from) / PAGE * 8, 1 << 16)];
        long start = -1;
        long address = from;
        pages.seek(from / PAGE * 8);
        while (address < to) {
            int read = pages.read(bytes, 0, (int) Math.min(bytes.length, (to - address) / PAGE * 8));
            if (read < 8) {
                break;
            }
            ByteBuffer entries = ByteBuffer.wrap(bytes, 0, read / 8 * 8).order(ByteOrder.nativeOrder());
            while (entries.hasRemaining()) {
                boolean present = (entries.getLong() & PRESENT) != 0;
                if (present && start < 0) {
                    start = address;
                } else if (!present && start >= 0) {
                    out.write(range("    ", start, address));
                    start = -1;
                }
                address += PAGE;
            }
        }
        if (start >= 0) {
            out.write(range("    ", start, address));
        }
    }

    private static String range(String indent, long from, long to) {
        return indent + "[0x" + Long.toHexString(from) + " - 0x" + Long.toHexString(to) + "]\n";
    }
}
