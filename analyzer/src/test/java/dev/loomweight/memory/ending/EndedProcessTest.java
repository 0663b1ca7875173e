package dev.loomweight.memory.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By lines that HotSpot wrote in JVMs of 21 and 25 that died of what their test names; the times are made up. */
class EndedProcessTest {

    private static final String INIT = "[2026-11-23T10:00:00.010+0000][0.010s][info][gc,init] Heap Max Capacity: 64M\n";

    private static final String G1 = """
            [2026-11-23T10:00:04.984+0000][4.984s][info][gc     ] GC(20) Pause Young (Normal) (G1 Evacuation Pause) 63M->63M(64M) 0.612ms
            [2026-11-23T10:00:04.989+0000][4.989s][info][gc     ] GC(21) Pause Full (G1 Compaction Pause) 63M->63M(64M) 2.247ms
            [2026-11-23T10:00:04.991+0000][4.991s][info][gc     ] GC(22) Pause Full (G1 Compaction Pause) 63M->61M(64M) 2.253ms
            [2026-11-23T10:00:04.992+0000][4.992s][info][gc     ] GC(23) Pause Full (G1 Compaction Pause) 61M->0M(8M) 2.482ms
            """;

    private static final String PARALLEL = """
            [2026-11-23T10:00:04.868+0000][4.868s][info][gc] GC(3) Pause Full (Ergonomics) 58M->58M(61M) 7.065ms
            [2026-11-23T10:00:04.873+0000][4.873s][info][gc] GC(4) Pause Full (Allocation Failure) 58M->58M(61M) 4.552ms
            """;

    private static final String SHENANDOAH = """
            [2026-11-23T10:00:04.278+0000][4.278s][info][gc] GC(5) Degenerated GC upgrading to Full GC
            [2026-11-23T10:00:04.291+0000][4.291s][info][gc] GC(5) Pause Degenerated GC (Outside of Cycle) 47M->46M(64M) 22.990ms
            [2026-11-23T10:00:04.292+0000][4.292s][info][gc] Failed to allocate Shared, 100016B
            [2026-11-23T10:00:04.303+0000][4.303s][info][gc] GC(6) Degenerated GC upgrading to Full GC
            [2026-11-23T10:00:04.316+0000][4.316s][info][gc] GC(6) Pause Degenerated GC (Outside of Cycle) 46M->46M(64M) 23.642ms
            """;

    private static final String Z = """
            [2026-11-23T10:00:04.489+0000][4.489s][info][gc] GC(25) Major Collection (Allocation Stall) 64M(100%)->64M(100%) 0.004s
            [2026-11-23T10:00:04.490+0000][4.490s][info][gc] Allocation Stall (worker-1) 4.907ms
            [2026-11-23T10:00:04.490+0000][4.490s][info][gc] Out Of Memory (worker-1)
            """;

    private static final String METASPACE = """
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom] Metaspace (class) allocation failed for size 5
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom] Virtual space:
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom]   Non-class space:       64.00 MB reserved,      16.12 MB ( 25%) committed,  1 nodes.
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom]       Class space:       32.00 MB reserved,       7.88 MB ( 25%) committed,  1 nodes.
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom]              Both:       96.00 MB reserved,      24.00 MB ( 25%) committed.
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom] MaxMetaspaceSize: 24.00 MB
            [2026-11-23T10:00:04.089+0000][4.089s][info][gc,metaspace,freelist,oom] CompressedClassSpaceSize: 32.00 MB
            """;

    private static final String CLASS_SPACE = METASPACE
            .replace("7.88 MB ( 25%)", "16.00 MB (100%)")
            .replace("32.00 MB", "16.00 MB")
            .replace("MaxMetaspaceSize: 24.00 MB", "MaxMetaspaceSize: unlimited");

    private static final String THREAD = """
            [2026-11-23T10:00:04.051+0000][4.051s][warning][os,thread] Failed to start thread "Unknown thread" - pthread_create failed (EAGAIN) for attributes: stacksize: 1024k, guardsize: 0k, detached.
            [2026-11-23T10:00:04.051+0000][4.051s][warning][os,thread] Failed to start the native thread for java.lang.Thread "Thread-37"
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void aSnapshot() throws IOException {
        Files.createDirectories(folder.resolve("app.lw/000-0s-start"));
        Files.writeString(
                folder.resolve("app.lw/000-0s-start/status"),
                "Name:\tjava\nPid:\t7\nVmHWM:\t102400 kB\nVmRSS:\t102400 kB\nThreads:\t37\n");
    }

    @Test
    void collectionsInVainAtTheEndAreAHeapThatIsUsedUp() throws Exception {
        assertThat(report(1, "10:00:05.1", INIT + G1, ""))
                .contains("app.jar ran out of Java heap space (-Xmx64m), and ended with status 1.")
                .contains("That was at 2026-11-23 10:00:04Z, 109 ms before its end and 4.99 s after the capture began.")
                .contains("freed next to nothing: 63 MB stayed in use.")
                .doesNotContain("died of");
        assertThat(report(1, "10:00:05.1", INIT + PARALLEL, "")).contains("ran out of Java heap space (-Xmx64m)");
        // Of JDK 11, which does not log the maximum.
        assertThat(report(1, "10:00:05.1", PARALLEL, "")).contains("ran out of Java heap space (-Xmx61m)");
        assertThat(report(1, "10:00:05.1", INIT + SHENANDOAH, "")).contains("ran out of Java heap space (-Xmx64m)");
        assertThat(report(3, "10:00:05.1", INIT + Z, ""))
                .contains("app.jar ended with status 3, 610 ms after OutOfMemoryError: Java heap space (-Xmx64m).");
    }

    /** The class histogram of the last snapshot that has one names what filled it. */
    @Test
    void theHistogramNamesWhatFilledTheHeap() throws Exception {
        Files.writeString(folder.resolve("app.lw/000-0s-start/histogram.txt"), """
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:           600       60000000  [B (java.base@21.0.8)
                   2:          9000        2160000  com.acme.Order
                Total          9600       62160000
                """);
        assertThat(report(1, "10:00:05.1", INIT + G1, ""))
                .contains("The most of the heap at the last histogram had [B (57.2 MB), com.acme.Order (2.06 MB).");
    }

    @Test
    void theJvmsLogNamesTheSpaceOfClasses() throws Exception {
        assertThat(report(1, "10:00:05.1", METASPACE, ""))
                .contains(
                        "app.jar ended with status 1, 1.01 s after OutOfMemoryError: Metaspace (-XX:MaxMetaspaceSize=24m).")
                .contains("Of metaspace, 24 MB were committed.");
        assertThat(report(1, "10:00:05.1", CLASS_SPACE, ""))
                .contains("after OutOfMemoryError: Compressed class space (-XX:CompressedClassSpaceSize=16m).");
    }

    @Test
    void threadsAreRefusedByTheLimitThatCountedIt() throws Exception {
        String pids = "\"pids\": {\"file\": \"/sys/fs/cgroup/pids/app/pids.max\", \"max\": 60, \"refused\": %d},";
        assertThat(report(1, "10:00:05.1", THREAD, pids.formatted(2)))
                .contains("after OutOfMemoryError: unable to create native thread (pids.max 60).")
                .contains("At the last snapshot it had 37 threads.")
                .contains("The kernel refused 2 because of /sys/fs/cgroup/pids/app/pids.max.");
        assertThat(report(1, "10:00:05.1", THREAD, pids.formatted(0)))
                .contains("after OutOfMemoryError: unable to create native thread.")
                .contains("Which limit refused it was not captured");
    }

    /** It was caught, or ended a thread alone: what ended the process is something else. */
    @Test
    void anErrorAfterWhichItWentOnIsNotTheEnd() throws Exception {
        for (String log : new String[] {INIT + G1, INIT + Z, METASPACE, THREAD}) {
            assertThat(report(1, "10:00:09", log, ""))
                    .contains("app.jar ended with status 1.")
                    .doesNotContain("died of", "ran out of", "after OutOfMemoryError");
            assertThat(report(0, "10:00:05.1", log, "")).doesNotContain("died of", "ran out of", "with status 1");
            assertThat(report(143, "10:00:05.1", log, ""))
                    .contains("app.jar ended with status 143, as after SIGTERM.")
                    .doesNotContain("died of", "ran out of", "after OutOfMemoryError");
        }
        assertThat(report(0, "10:00:09", METASPACE, ""))
                .contains("OutOfMemoryError: Metaspace (-XX:MaxMetaspaceSize=24m) in app.jar, which went on.")
                .contains("It ended with status 0.");
        String worker =
                "\"printedErrors\": [{\"message\": \"Java heap space\", \"thread\": \"worker-1\", \"end\": true}],";
        assertThat(report(0, "10:00:09", INIT + Z, worker))
                .contains(
                        "OutOfMemoryError: Java heap space in app.jar ended the thread worker-1, and not the process.");
        // A heap that is nearly full and is collected in vain, long before: nothing shows an error.
        assertThat(report(0, "10:00:09", INIT + G1, "")).doesNotContain("OutOfMemoryError");
    }

    @Test
    void whatItPrintedNamesTheErrorAndTheLogItsBound() throws Exception {
        String overhead =
                "\"printedErrors\": [{\"message\": \"GC overhead limit exceeded\", \"thread\": \"main\", \"end\": true}],";
        assertThat(report(1, "10:00:05.1", INIT + PARALLEL, overhead))
                .contains(
                        "app.jar died of OutOfMemoryError: GC overhead limit exceeded (-Xmx64m), and ended with status 1.")
                .contains("It printed that the thread main ended of it.");
        String array =
                "\"printedErrors\": [{\"message\": \"Requested array size exceeds VM limit\", \"thread\": \"main\","
                        + " \"end\": true}],";
        assertThat(report(1, "10:00:05.1", INIT, array))
                .contains("died of OutOfMemoryError: Requested array size exceeds VM limit, and ended with status 1.")
                .contains("When is not known.");
        String unknown = "\"printedErrors\": [{\"message\": \"\", \"thread\": \"main\", \"end\": true}],";
        assertThat(report(1, "10:00:05.1", INIT + G1, unknown))
                .contains("died of OutOfMemoryError: Java heap space (-Xmx64m)")
                .doesNotContain("of a kind that is not known");
    }

    /** A collector in the process that ends does not have its exit status. */
    @Test
    void withoutAStatusTheLastErrorIsStillTheCause() throws Exception {
        String bound = "\"heapMaxBytes\": 67108864,";
        ended("complete", "\"exited\": \"2026-11-23T10:00:05.1Z\"," + bound, G1);
        assertThat(report("report"))
                .contains("app.jar ran out of Java heap space (-Xmx64m), and ended.")
                .contains("Its exit status is not known.");
        ended("complete", "\"exited\": \"2026-11-23T10:00:05.1Z\",", METASPACE);
        assertThat(report("report"))
                .contains("app.jar ended, 1.01 s after OutOfMemoryError: Metaspace (-XX:MaxMetaspaceSize=24m).");
        // It went on for a minute.
        ended("complete", "\"exited\": \"2026-11-23T10:01:05.1Z\",", METASPACE);
        assertThat(report("report")).contains("OutOfMemoryError: Metaspace").doesNotContain("ended, ");

        // No hook has run.
        ended("running", bound, G1);
        assertThat(report("report"))
                .contains("app.jar ran out of Java heap space (-Xmx64m); nothing is known of it after that.");
        ended("running", "\"pids\": {\"file\": \"pids.max\", \"max\": 60, \"refused\": 0},", THREAD);
        assertThat(report("report"))
                .contains("ran out of native threads (pids.max is 60); nothing is known of it after that.");
        Files.writeString(folder.resolve("app.lw/cgroup-after.txt"), "/sys/fs/cgroup/app/memory.events oom_kill 0\n");
        ended("running", bound, METASPACE);
        assertThat(report("report"))
                .contains("app.jar ended or was killed after OutOfMemoryError: Metaspace (-XX:MaxMetaspaceSize=24m).")
                .doesNotContain("was killed or halted");
    }

    private void ended(String status, String keys, String log) throws IOException {
        Files.writeString(folder.resolve("app.lw/capture.json"), """
                {"schemaVersion": 1, "target": "app.jar", "jdk": "21", "pid": 7, "started": "2026-11-23T10:00:00Z",
                 "status": "%s", %s "collector": "agent",
                 "snapshots": [
                   {"index": 0, "name": "start", "time": "2026-11-23T10:00:00Z", "folder": "000-0s-start"}]}
                """.formatted(status, keys));
        Files.writeString(folder.resolve("app.lw/jvm.log"), log);
    }

    /** A kill at 256 MB is followed by no proposal of 256 MB or less. */
    @Test
    void noSmallerLimitIsProposedThanThatOfTheKill() throws Exception {
        Files.writeString(folder.resolve("app.lw/000-0s-start/cgroup.txt"), """
                /sys/fs/cgroup/app/memory.max 268435456
                /sys/fs/cgroup/app/memory.current 251658240
                /sys/fs/cgroup/app/memory.events oom_kill 0
                """);
        Files.writeString(folder.resolve("app.lw/000-0s-start/heap_info.txt"), """
                 garbage-first heap   total 131072K, used 20480K [0x00000000c0000000, 0x0000000100000000)
                  region size 1024K, 20 young (20480K), 0 survivors (0K)
                 Metaspace       used 1024K, committed 1088K, reserved 1114112K
                  class space    used 128K, committed 192K, reserved 1048576K
                """);
        String kills = "\"oomKills\": {\"file\": \"/sys/fs/cgroup/app/memory.events\", \"before\": 0, \"after\": %d,"
                + " \"group\": \"same\"},";
        capture(137, "10:00:05.1", "", kills.formatted(1));
        assertThat(report("memory"))
                .contains("It was killed under a limit of 256 MB, and how much more it needed is not known")
                .contains("The least limit by estimate is 320 MB")
                .doesNotContain("Flags for 256 MB");
        capture(137, "10:00:05.1", "", kills.formatted(0));
        assertThat(report("memory")).contains("Flags for 256 MB").doesNotContain("It was killed under a limit");
    }

    private String report(int status, String exited, String log, String keys) throws IOException {
        capture(status, exited, log, keys);
        return report("report");
    }

    private void capture(int status, String exited, String log, String keys) throws IOException {
        Files.writeString(folder.resolve("app.lw/capture.json"), """
                {"schemaVersion": 1, "target": "app.jar", "jdk": "21", "pid": 7, "started": "2026-11-23T10:00:00Z",
                 "status": "complete", "exitStatus": %d, "exited": "2026-11-23T%sZ", %s
                 "ended": "2026-11-23T10:00:10Z", "collector": "run",
                 "snapshots": [
                   {"index": 0, "name": "start", "time": "2026-11-23T10:00:00Z", "folder": "000-0s-start"}]}
                """.formatted(status, exited, keys));
        Files.writeString(folder.resolve("app.lw/jvm.log"), log);
    }

    /** Without the breaks of lines. */
    private String report(String question) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, question, folder.resolve("app.lw").toString()))
                .as("%s%s", out, err)
                .isZero();
        return out.toString().replaceAll("\\s+", " ");
    }
}
