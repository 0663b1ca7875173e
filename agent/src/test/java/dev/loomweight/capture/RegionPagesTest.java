package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runs of resident pages, from a page map of which every page is known. */
class RegionPagesTest {

    private static final long PRESENT = 1L << 63;
    private static final long SWAPPED = 1L << 62;

    @TempDir
    private Path folder;

    @Test
    void theRunsOfEachRegionButTheHeapAreWritten() throws IOException {
        Path nmt = folder.resolve("nmt.txt");
        Files.writeString(nmt, """
                Virtual memory map:

                [0x0000000000001000 - 0x0000000000005000] reserved 16384 for Java Heap from
                    [0x00007f0000000000]frame()+0x1[ in libjvm.so]

                [0x0000000000006000 - 0x000000000000c000] reserved and committed 24576 for GC from
                    [0x00007f0000000000]frame()+0x1[ in libjvm.so]

                \t[0x0000000000006000 - 0x000000000000c000] committed 24576 from
                            [0x00007f0000000000]frame()+0x1[ in libjvm.so]

                [0x000000000000c000 - 0x000000000000e000] reserved 8192 for Thread Stack from
                """);
        Path pages = pageMap(PRESENT, 2, 3, 6, 8, 9, 11, 12);
        try (RandomAccessFile map = new RandomAccessFile(pages.toFile(), "rw")) {
            map.seek(7 * 8);
            map.write(entry(SWAPPED));
        }
        Path file = folder.resolve("pages.txt");

        RegionPages.write(nmt, pages, file);

        // Page 7 is swapped; page 11 ends the one region and 12 begins the other.
        assertThat(file).hasContent("""
                Resident pages of the regions of VM.native_memory detail:
                [0x6000 - 0xc000]
                    [0x6000 - 0x7000]
                    [0x8000 - 0xa000]
                    [0xb000 - 0xc000]
                [0xc000 - 0xe000]
                    [0xc000 - 0xd000]
                """);
    }

    @Test
    void aSummaryHasNoRegionsAndNoFileIsMade() throws IOException {
        Path nmt = folder.resolve("nmt.txt");
        Files.writeString(nmt, "Native Memory Tracking:\n\nTotal: reserved=1, committed=1\n");

        RegionPages.write(nmt, pageMap(PRESENT, 1), folder.resolve("pages.txt"));

        assertThat(folder.resolve("pages.txt")).doesNotExist();
    }

    private Path pageMap(long flags, long... present) throws IOException {
        Path path = folder.resolve("pagemap");
        try (RandomAccessFile map = new RandomAccessFile(path.toFile(), "rw")) {
            map.setLength(16 * 8);
            for (long page : present) {
                map.seek(page * 8);
                map.write(entry(flags));
            }
        }
        return path;
    }

    private static byte[] entry(long flags) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.nativeOrder())
                .putLong(flags)
                .array();
    }
}
