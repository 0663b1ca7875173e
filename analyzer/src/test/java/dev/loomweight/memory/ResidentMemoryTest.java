package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.cli.CliRun;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the text that has it, all commands show the same resident memory and name the same source. */
class ResidentMemoryTest {

    /** The texts that have resident memory, with the name that reports use. */
    enum Text {
        SMAPS("smaps", "smaps", """
                7f0000000000-7f0020000000 rw-p 00000000 00:00 0
                Size:             524288 kB
                KernelPageSize:        4 kB
                Rss:              %d kB
                Anonymous:        4 kB
                Swap:             0 kB
                VmFlags: rd wr mr mw me ac
                """, 1),
        SYSTEM_MAP("system_map.txt", "System.map", """
                from               to                        vsize prot          rss pgsz notes  new  info                    file
                ==================================================================================================================
                0x00007f0000000000-0x00007f0020000000    536870912 rw-p  %d 4K   com    x    JAVAHEAP                -

                Number of mappings: 1
                """, 1024),
        ROLLUP("smaps_rollup", "smaps_rollup", """
                7f0000000000-7f0020000000 ---p 00000000 00:00 0                          [rollup]
                Rss:              %d kB
                Pss:              4 kB
                """, 1),
        STATUS("status", "status", "Name:\tjava\nPid:\t7\nVmRSS:\t%d kB\nThreads:\t20\n", 1),
        VM_INFO("vm_info.txt", "VM.info", """
                7:
                Process Memory:
                Virtual Size: 2913020K (peak: 2913020K)
                Resident Set Size: %dK (peak: 998985K) (anon: 4K, file: 4K, shmem: 0K)
                """, 1);

        private final String file;
        private final String source;
        private final String text;
        private final int unit;

        Text(String file, String source, String text, int unit) {
            this.file = file;
            this.source = source;
            this.text = text;
            this.unit = unit;
        }

        String of(int megabytes) {
            return text.formatted(megabytes * 1024L * unit);
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void aTextAloneIsTheSourceOfAllCommands(Text text) throws IOException {
        String before =
                Files.writeString(folder.resolve("before"), text.of(100)).toString();
        String after = Files.writeString(folder.resolve("after"), text.of(220)).toString();

        assertThat(run(0, "memory", after)).contains("resident memory (RSS) 220 MB " + text.source);
        assertThat(run(0, "diff", before, after)).contains("resident memory 100 MB 220 MB 120 MB " + text.source);
        assertThat(run(3, "check", after, "--budget", "rss=1m", "--baseline", before, "--budget", "rss-growth=1m"))
                .contains("rss: 220 MB measured", text.source + " of after")
                .contains("rss-growth: 120 MB measured", text.source + " of after, since the baseline");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VM_INFO")
    void ofTheTextsOfACaptureTheMostTrustedIsTheSourceOfAllCommands(Text text) throws IOException {
        capture();
        for (Text other : Text.values()) {
            if (other.compareTo(text) >= 0) {
                write(other, other.compareTo(text));
            }
        }
        String capture = folder.resolve("app.lw").toString();

        assertThat(run(0, "memory", capture))
                .contains("resident memory (RSS) 220 MB " + text.source)
                .contains("resident memory 100 MB 220 MB 120 MB");
        assertThat(run(0, "diff", capture)).contains("resident memory 100 MB 220 MB 120 MB " + text.source);
        assertThat(run(3, "check", capture, "--budget", "rss=1m", "--budget", "rss-growth=1m"))
                .contains("rss: 220 MB measured", text.source + " of app.jar")
                .contains("rss-growth: 120 MB measured", text.source + " of app.jar, first to last");
    }

    @ParameterizedTest
    @EnumSource
    void ofTheTextsOfAMomentTheMostTrustedIsTheSourceOfTheScreen(Text text) throws IOException {
        LiveMemory memory = new LiveMemory();
        for (int value : new int[] {100, 220}) {
            memory.add(new ResidentSetSize(Instant.EPOCH, 1, 1));
            int more = 0;
            for (Text other : EnumSet.range(text, Text.values()[Text.values().length - 1])) {
                feed(memory, other, value + more++);
            }
            assertThat(memory.now().residentBytes()).isEqualTo(Quantity.of((long) value << 20));
            assertThat(memory.now().residentSource()).isEqualTo(text.source);
        }
    }

    @Test
    void theScreenDoesNotKeepAFigureThatIsOlderThanAnother() throws IOException {
        LiveMemory memory = new LiveMemory();
        feed(memory, Text.SMAPS, 100);
        assertThat(memory.now().residentSource()).isEqualTo("smaps");

        memory.add(new ResidentSetSize(Instant.EPOCH, 7, 9));

        LiveMemory.Figures now = memory.now();
        assertThat(now.residentBytes()).isEqualTo(Quantity.of(7));
        assertThat(now.residentSource()).isEqualTo("jdk.ResidentSetSize");
        assertThat(now.residentHistory()).containsExactly((double) (100 << 20), 7.0);
    }

    private void feed(LiveMemory memory, Text text, int megabytes) throws IOException {
        Path file = Files.writeString(folder.resolve(text.file), text.of(megabytes));
        new TextSource(file, new Origin("", null, text.file, Instrument.PROC))
                .read(ResidentMemory.INTEREST, () -> (origin, sample) -> memory.add(sample));
    }

    private void capture() throws IOException {
        Files.createDirectories(folder.resolve("app.lw/000-0s-start"));
        Files.createDirectories(folder.resolve("app.lw/001-5s-periodic"));
        Files.writeString(folder.resolve("app.lw/capture.json"), """
                {"schemaVersion": 1, "target": "app.jar", "jdk": "21", "pid": 7, "started": "2026-11-22T10:00:00Z",
                 "status": "complete",
                 "snapshots": [
                   {"index": 0, "name": "start", "time": "2026-11-22T10:00:00Z", "folder": "000-0s-start"},
                   {"index": 1, "name": "periodic", "time": "2026-11-22T10:00:05Z", "folder": "001-5s-periodic"}]}
                """);
    }

    private void write(Text text, int more) throws IOException {
        Files.writeString(folder.resolve("app.lw/000-0s-start").resolve(text.file), text.of(100 + more));
        Files.writeString(folder.resolve("app.lw/001-5s-periodic").resolve(text.file), text.of(220 + more));
    }

    /** What is printed, without the breaks of lines and the bars. */
    private static String run(int status, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, arguments)).as("%s%s", out, err).isEqualTo(status);
        return out.toString().replaceAll("[█▏▎▍▌▋▊▉]", "").replaceAll("\\s+", " ");
    }
}
