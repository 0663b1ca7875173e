package dev.loomweight.input.text;

import dev.loomweight.fuzz.Law;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Any bytes as a text of a JVM or of the kernel: as what it looks like, and as every other format. */
public final class TextFuzz {

    private static final int LONGEST_SEED = 8192;

    private TextFuzz() {}

    /** Reads an input as NMT alone. */
    public static final class Nmt {
        private Nmt() {}

        /** Reads an input. */
        public static void fuzzerTestOneInput(byte[] input) {
            Law.holds(input.length, () -> as(TextFormat.NMT, input));
        }
    }

    /** Reads an input as every format but NMT, and as a file of which nothing is known. */
    public static void fuzzerTestOneInput(byte[] input) {
        for (TextFormat format : TextFormat.values()) {
            if (format != TextFormat.NMT) {
                Law.holds(input.length, () -> as(format, input));
            }
        }
        Law.holdsForFile(input, "input.txt", file -> {
            List<Sample> samples = new ArrayList<>();
            Origin origin = new Origin("app", null, "input.txt", Instrument.NMT);
            new TextSource(file, origin)
                    .read(RealTexts.ALL, () -> (from, sample) -> samples.add(sample))
                    .sources()
                    .forEach(source -> source.notes().forEach(Law::oneLine));
        });
    }

    private static void as(TextFormat format, byte[] input) {
        Reader reader = new InputStreamReader(new ByteArrayInputStream(input), StandardCharsets.UTF_8);
        TextRead read = format.read(new LineCursor(reader, "input.txt"));
        read.notes().forEach(Law::oneLine);
    }

    /** NMT reports of real JVMs, in part. */
    public static List<byte[]> nmtSeeds() {
        return seeds(name -> name.contains("summary") || name.contains("detail") || name.contains("statistics"));
    }

    /** The other texts of real JVMs, in part, and those that no fixture has. */
    public static List<byte[]> otherSeeds() {
        List<byte[]> seeds = new ArrayList<>(
                seeds(name -> !name.contains("summary") && !name.contains("detail") && !name.contains("statistics")));
        seeds.add("""
                {"threadDump": {"time": "2026-11-22T08:46:10Z", "threadContainers": [{"threads": [{"tid": 22, "virtual": true,
                "name": "a\\u0020b", "state": "WAITING", "waitingOn": "A@1", "parkBlocker": {"object": "B@2", "owner": "3"},
                "stack": ["java.base\\/a.B.c(B.java:1)"], "monitorsOwned": [{"depth": 0, "locks": [null, "A@1"]}],
                "carrier": "3"}], "container": "C@4"}]}}
                """.getBytes(StandardCharsets.UTF_8));
        seeds.add("""
                2026-11-23 03:54:58
                Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

                "w" #23 [1063] daemon prio=5 os_prio=0 cpu=10.43ms elapsed=3.74s tid=0x00007fd9  [0x00007fd8]
                   Carrying virtual thread #22
                \tat a.B.run(java.base@25.0.3/B.java:251)
                   Mounted virtual thread #22
                \tat a.C.spin(C.java:4)
                \t- locked <0x000000069ecf5f70> (a java.lang.Class for C)

                   Locked ownable synchronizers:
                \t- <0x000000069ecef880> (a A$B)

                JNI global refs: 4, weak refs: 0
                """.getBytes(StandardCharsets.UTF_8));
        seeds.add("""
                Resident pages of the regions of VM.native_memory detail:
                [0x6000 - 0xc000]
                    [0x6000 - 0x7000]
                """.getBytes(StandardCharsets.UTF_8));
        seeds.add("""
                /sys/fs/cgroup/memory.max max
                /sys/fs/cgroup/memory.current 4096
                /sys/fs/cgroup/memory.stat anon 1024
                /sys/fs/cgroup/memory.stat file 2048
                """.getBytes(StandardCharsets.UTF_8));
        seeds.add("""
                # A fatal error has been detected by the Java Runtime Environment:
                ---------------  P R O C E S S  ---------------
                Process Memory:
                Virtual Size: 7370276K (peak: 7435812K)
                Resident Set Size: 87796K (peak: 87796K) (anon: 60000K, file: 27796K, shmem: 0K)
                C-Heap outstanding allocations: 32K, retained: 12K
                """.getBytes(StandardCharsets.UTF_8));
        seeds.add("""
                7f0000000000-7f0000021000 rw-p 00000000 00:00 0 [heap]
                Size:                132 kB
                Rss:                  12 kB
                Pss:                  12 kB
                Private_Dirty:        12 kB
                Swap:                  0 kB
                VmFlags: rd wr mr mw me ac sd
                """.getBytes(StandardCharsets.UTF_8));
        return seeds;
    }

    private static List<byte[]> seeds(Predicate<String> named) {
        return RealTexts.names().stream()
                .filter(named)
                .map(RealTexts::text)
                .map(text -> text.substring(0, Math.min(text.length(), LONGEST_SEED)))
                .distinct()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
