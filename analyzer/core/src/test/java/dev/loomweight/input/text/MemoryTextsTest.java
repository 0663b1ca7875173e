package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.Smaps;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts that tell where memory is, as kernels, glibc and JVMs of all versions print them. */
class MemoryTextsTest {

    private static final long MB = 1 << 20;

    private static final String MAPPING = """
            %x-%x rw-p 00000000 00:00 0 %s
            Size:                 64 kB
            KernelPageSize:        4 kB
            Rss:                  12 kB
            Anonymous:             8 kB
            AnonHugePages:      2048 kB
            Swap:                  4 kB
            VmFlags: rd wr mr mw me ac
            """;

    @TempDir
    private Path folder;

    @Test
    void smapsKeepsWhatIsResidentOfEachMapping() {
        String text =
                MAPPING.formatted(0x1000, 0x11000, "") + MAPPING.formatted(0x20000, 0x30000, "/srv/my app/a b.so");

        TextRead read = read(TextFormat.SMAPS, text);

        assertThat(((Smaps) read.samples().get(0)).mappings())
                .containsExactly(
                        new Smaps.Mapping(0x1000, 0x11000, "rw-p", "", 12_288, 8_192, 2 * MB, 4_096),
                        new Smaps.Mapping(
                                0x20000, 0x30000, "rw-p", "/srv/my app/a b.so", 12_288, 8_192, 2 * MB, 4_096));
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void thePagesOfRegionsAreKeptAndWhatIsOutsideThemIsQuoted() {
        TextRead read = read(TextFormat.REGION_PAGES, """
                Resident pages of the regions of VM.native_memory detail:
                [0x6000 - 0xc000]
                    [0x6000 - 0x7000]
                    [0x9000 - 0xb000]
                [0x1000 - 0x3000]
                    [0x4000 - 0x5000]
                """);

        ResidentPages pages = (ResidentPages) read.samples().get(0);
        assertThat(pages.bytes(0x6000, 0xc000)).isEqualTo(0x3000);
        assertThat(pages.bytes(0x6800, 0xa000)).isEqualTo(0x1800);
        assertThat(pages.bytes(0x1000, 0x2000)).isZero();
        assertThat(pages.bytes(0x2000, 0x4000)).as("not wholly in a region").isEqualTo(-1);
        assertThat(read.notes()).singleElement().asString().contains("[0x4000 - 0x5000]");
    }

    @Test
    void smapsThatIsCutOffSaysSoAndLinesOfNoFormAreQuoted() {
        String text = MAPPING.formatted(0x1000, 0x11000, "").replace("VmFlags", "what is this\nVmFlags")
                + "20000-30000 rw-p 00000000 00:00 0\nSize: 4 kB\n";

        TextRead read = read(TextFormat.SMAPS, text);

        assertThat(((Smaps) read.samples().get(0)).mappings()).hasSize(2);
        assertThat(read.notes())
                .containsExactly(
                        "incomplete: smaps ends early: its last mapping has no line \"Rss\"",
                        "unknown lines in smaps: 1 (\"what is this\")");
    }

    /** A damaged address would be a mapping without a size, which nobody can own. */
    @Test
    void mappingsThatEndBeforeTheyBeginAreLeftOut() {
        String smaps = MAPPING.formatted(0x1000, 0x11000, "") + MAPPING.formatted(0x30000, 0x30000, "");
        String map = """
                from               to                        vsize prot          rss pgsz notes  new  info                    file
                0x00007f3387d00000-0x00007f3387d04000        16384 rw-p         4096 4K   com    x    -                       -
                0x00007f3387d04000-0x00007f3387d04000         4096 rw-p         4096 4K   com    x    -                       -
                Number of mappings: 2
                """;

        TextRead ofSmaps = read(TextFormat.SMAPS, smaps);
        TextRead ofMap = read(TextFormat.SYSTEM_MAP, map);

        assertThat(((Smaps) ofSmaps.samples().get(0)).mappings()).hasSize(1);
        assertThat(ofSmaps.notes()).anyMatch(note -> note.startsWith("unknown lines in smaps: 1 (\""));
        assertThat(((SystemMap) ofMap.samples().get(0)).mappings()).hasSize(1);
        assertThat(ofMap.notes()).hasSize(2).anyMatch(note -> note.startsWith("unknown lines in the System.map: 1"));
    }

    @Test
    void smapsOfAnyLengthIsReadByTheLine() {
        TextRead read = TextFormat.SMAPS.read(new LineCursor(new Repeated(20_000), "smaps"));

        assertThat(((Smaps) read.samples().get(0)).mappings()).hasSize(20_000);
    }

    /** Writes the same mapping again and again, so that no text is ever whole in memory. */
    private static final class Repeated extends Reader {

        private final String mapping = MAPPING.formatted(0x1000, 0x11000, "");
        private int left;
        private int at;

        Repeated(int times) {
            left = times;
        }

        @Override
        public int read(char[] into, int offset, int length) {
            if (left == 0) {
                return -1;
            }
            int count = Math.min(length, mapping.length() - at);
            mapping.getChars(at, at + count, into, offset);
            at += count;
            if (at == mapping.length()) {
                at = 0;
                left--;
            }
            return count;
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "garbage-first heap   total 65536K, used 2048K [0xe0000000, 0x100000000)|-1|64|2|e0000000|100000000",
                "garbage-first heap   total reserved 524288K, committed 67584K, used 5120K [0xe0000000, 0x100000000)|512|66|5|e0000000|100000000",
                "ZHeap           used 2M, capacity 64M, max capacity 128M|128|64|2|0|0",
                "PSYoungGen      total 18432K, used 1024K [0xfeb00000, 0x100000000, 0x100000000);ParOldGen       total 44032K, used 1024K [0xfc000000, 0xfeb00000, 0xfeb00000)|-1|61|2|fc000000|100000000",
                "def new generation   total 19456K, used 1024K [0xfc000000, 0xfd550000, 0xfd550000);  eden space 17472K,  10% used [0xfc000000, 0xfc1b4e40, 0xfd110000); tenured generation   total 43008K, used 1024K [0xfd550000, 0x100000000, 0x100000000)|-1|61|2|fc000000|100000000",
                "DefNew     total 19456K, used 1024K [0xfc000000, 0xfd550000, 0xfd550000);Tenured    total 43008K, used 1024K [0xfd550000, 0x100000000, 0x100000000)|-1|61|2|fc000000|100000000",
                "Epsilon Heap; Allocation space:;  space 65536K,  32% used [0xfc000000, 0xfd000000, 0x100000000)|-1|64|16|fc000000|100000000",
                "Shenandoah Heap; 131072K max, 131072K soft max, 65536K committed, 2048K used;Reserved region:; - [0xfc000000, 0x100000000)|128|64|2|fc000000|100000000",
            })
    void heapInfoInTheWordsOfEveryCollector(
            String text, long reserved, long committed, long used, String from, String to) {
        TextRead read = read(TextFormat.HEAP_INFO, "4711:\n" + text.replace(";", "\n") + "\n");

        HeapInfo heap = (HeapInfo) read.samples().get(0);
        assertThat(heap.reservedBytes()).isEqualTo(reserved < 0 ? -1 : reserved * MB);
        assertThat(heap.committedBytes()).isEqualTo(committed * MB);
        assertThat(heap.usedBytes()).isEqualTo(used * MB);
        assertThat(Long.toHexString(heap.from())).isEqualTo(from);
        assertThat(Long.toHexString(heap.to())).isEqualTo(to);
    }

    @Test
    void theSumsOfMallocStandBehindItsArenas() {
        TextRead read = read(TextFormat.NATIVE_HEAP, """
                <malloc version="1">
                <heap nr="0">
                <total type="rest" count="1" size="7"/>
                <system type="current" size="11"/>
                </heap>
                <heap nr="1">
                <system type="current" size="399989"/>
                </heap>
                <total type="fast" count="2" size="100"/>
                <total type="rest" count="3" size="2000"/>
                <total type="mmap" count="4" size="30000"/>
                <system type="current" size="400000"/>
                <system type="max" size="500000"/>
                </malloc>
                """);

        assertThat(read.samples()).containsExactly(new NativeHeap(2, 400_000, 2_100, 30_000, 4));
        assertThat(((NativeHeap) read.samples().get(0)).liveBytes()).isEqualTo(427_900);
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void vmInfoTellsOfTheProcessItsMallocAndItsContainer() {
        TextRead read = read(TextFormat.VM_INFO, """
                Process Memory:
                Virtual Size: 2913020K (peak: 2913020K)
                Resident Set Size: 98984K (peak: 98985K) (anon: 74012K, file: 24972K, shmem: 3K)
                Swapped out: 5K
                C-Heap outstanding allocations: 64197K, retained: 1922K
                memory_limit_in_bytes: 524288 k
                memory_usage_in_bytes: 316860 k
                """);

        assertThat(read.samples())
                .containsExactly(new ProcessMemory(
                        98_984L << 10,
                        98_985L << 10,
                        74_012L << 10,
                        24_972L << 10,
                        3L << 10,
                        5L << 10,
                        64_197L << 10,
                        1_922L << 10,
                        524_288L << 10,
                        316_860L << 10));
    }

    @Test
    void vmInfoIsManyTextsInOne() throws IOException {
        Path file = Files.writeString(folder.resolve("info.txt"), """
                4711:
                Heap:
                 garbage-first heap   total 65536K, used 2048K [0x00000000e0000000, 0x0000000100000000)

                Native Memory Tracking:

                Total: reserved=1048576KB, committed=1024KB
                Resident Set Size: 98984K (peak: 98985K) (anon: 74012K, file: 24972K, shmem: 0K)
                """);
        Interest all = Interest.in(HeapInfo.class, NmtReport.class, ProcessMemory.class, ProcessId.class);

        RealTexts.Found found = RealTexts.read(file, all);

        assertThat(found.samples())
                .hasSize(4)
                .hasAtLeastOneElementOfType(HeapInfo.class)
                .hasAtLeastOneElementOfType(NmtReport.class)
                .hasAtLeastOneElementOfType(ProcessMemory.class);
        assertThat(found.samples()).contains(new ProcessId(4711));
    }

    @Test
    void theOwnGroupIsChargedAndTheLimitsGroupCompared() {
        TextRead read = read(TextFormat.CGROUP, """
                /sys/fs/cgroup/a/b/memory.max max
                /sys/fs/cgroup/a/b/memory.current 5000
                /sys/fs/cgroup/a/b/memory.stat file 300
                /sys/fs/cgroup/a/b/memory.stat kernel_stack 40
                /sys/fs/cgroup/a/memory.max 1048576
                /sys/fs/cgroup/a/memory.current 9999
                """);

        assertThat(read.samples())
                .containsExactly(
                        new ContainerLimit(1_048_576, "/sys/fs/cgroup/a/memory.max"),
                        new ContainerMemory(Map.of(
                                "usage",
                                5000L,
                                "file",
                                300L,
                                "kernel_stack",
                                40L,
                                ContainerMemory.LIMITED_USAGE,
                                9999L)));
    }

    private static TextRead read(TextFormat format, String text) {
        return format.read(new LineCursor(new StringReader(text), "text"));
    }
}
