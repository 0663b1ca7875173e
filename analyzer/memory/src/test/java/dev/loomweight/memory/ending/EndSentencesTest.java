package dev.loomweight.memory.ending;

import static dev.loomweight.memory.ending.EndedProcess.EXIT;
import static dev.loomweight.memory.ending.EndedProcess.START;
import static dev.loomweight.memory.ending.EndedProcess.end;
import static dev.loomweight.memory.ending.EndedProcess.exited;
import static dev.loomweight.memory.ending.EndedProcess.histogram;
import static dev.loomweight.memory.ending.EndedProcess.mapping;
import static dev.loomweight.memory.ending.EndedProcess.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.KillCount.Group;
import dev.loomweight.sample.GroupTexts.KillCount.Since;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of an end, complete: each figure is asserted wherever it stands in a sentence. */
class EndSentencesTest {

    private static final long MB = 1 << 20;

    @Test
    void killForMemory() {
        assertThat(grown(killed(137, 3, 4, Since.START, Group.SAME)).said()).isEqualTo("""
                PROBLEM killedForMemory
                  The kernel killed app for lack of memory: the limit of its container is 1000 MB. What grew most: mapped files,
                  by 400 MB.
                  memory.events counts 4 kills, and counted 3 when the capture began. At the last snapshot, 50 s before the end
                  of the capture, it had 900 MB resident, and its container was charged for 950 MB. It had grown by 400 MB since
                  the first snapshot. Files that grew most: /data/index by 400 MB.
                  Raise the limit, or lower mapped files. A mapping of FileChannel.map ends when its buffer is collected, or its
                  Arena is closed (Java 22 and later). The kernel drops clean pages of files before it kills; pages that were
                  written, and files in /dev/shm, it cannot drop. -Xmx and -XX:MaxRAMPercentage bound only the heap; everything
                  else needs room in addition.
                """);
        assertThat(grown(killed(null, 3, 3, Since.START, Group.OTHER)).said()).isEqualTo("""
                PROBLEM probablyKilledForMemory
                  app was killed or halted, probably by the kernel for lack of memory: 95 % of the limit of 1000 MB was charged
                  at the last snapshot, page cache aside. What grew most: mapped files, by 400 MB.
                  The control group is another one since, as after the restart of a container, so its count of kills begins at 0
                  and says nothing of this process. At the last snapshot, 50 s before the end of the capture, it had 900 MB
                  resident, and its container was charged for 950 MB. It had grown by 400 MB since the first snapshot. Files
                  that grew most: /data/index by 400 MB.
                  Raise the limit, or lower mapped files. A mapping of FileChannel.map ends when its buffer is collected, or its
                  Arena is closed (Java 22 and later). The kernel drops clean pages of files before it kills; pages that were
                  written, and files in /dev/shm, it cannot drop. -Xmx and -XX:MaxRAMPercentage bound only the heap; everything
                  else needs room in addition. The log of the kernel (journalctl -k) and, for a container, OOMKilled in the
                  state of its last run decide it.
                """);
    }

    /** A heap that may become as large as the limit leaves no room for anything else. */
    @ParameterizedTest
    @CsvSource({"1000, true", "999, false"})
    void heapThatMayFillTheLimit(long heapMegabytes, boolean tooLarge) {
        End killed = killed(137, 3, 4, Since.START, Group.SAME);
        JvmLog log = new JvmLog(List.of(), heapMegabytes * MB, null);
        String said = grown(new End(EXIT, null, 137, true, killed.count(), ThreadLimit.NONE, log, List.of()))
                .said()
                .replaceAll("\\s+", " ");

        assertThat(said.contains(
                        " 950 MB. Its heap alone could become 1000 MB, which was not less than the limit. It had"))
                .isEqualTo(tooLarge);
        assertThat(said.contains(
                        "Lower -Xmx or -XX:MaxRAMPercentage, so that everything outside the heap has room too."))
                .isEqualTo(tooLarge);
    }

    /** Why a count of kills decides nothing. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            OTHER,   'The control group is another one since, as after the restart of a container, so its count of kills begins at 0 and says nothing of this process.'
            REMOVED, 'The control group was removed with the process, before the count in memory.events could be read again.'
            UNKNOWN, 'memory.events counts 3 kills, but whether the control group is still the one of this process was not captured: that of a container that restarts is a new one.'
            """)
    void countThatDecidesNothing(Group group, String sentence) {
        EndedProcess process = new EndedProcess(killed(137, 3, 3, Since.START, group)).snapshot(0, status(500, 9));

        assertThat(process.findings().getFirst().explanation())
                .isEqualTo(
                        sentence + " At the last snapshot, 60 s before the end of the capture, it had 500 B resident.");
    }

    @Test
    void killByAnother() {
        assertThat(grown(killed(null, 3, 3, Since.LAST_SNAPSHOT, Group.SAME)).said())
                .isEqualTo("""
                WARNING killed
                  app was killed or halted, but not by the kernel for lack of memory.
                  memory.events counts 3 kills, as at the last snapshot. It left no exit status: a crash of the JVM,
                  Runtime.halt and -XX:+ExitOnOutOfMemoryError look the same.
                  A user or a program sent SIGKILL, for example kill -9, a supervisor, or a container that did not stop in time;
                  see their logs.
                """);
        assertThat(new EndedProcess(killed(137, 1, 1, Since.START, Group.SAME)).said())
                .isEqualTo("""
                WARNING killed
                  app was killed (status 137, as after SIGKILL), but not by the kernel for lack of memory.
                  memory.events counts 1 kill, as when the capture began.
                  A user or a program sent SIGKILL, for example kill -9, a supervisor, or a container that did not stop in time;
                  see their logs.
                """);
    }

    @Test
    void killThatIsUndecided() {
        assertThat(new EndedProcess(end(null, true, KillCount.NONE)).said()).isEqualTo("""
                WARNING killed
                  app was killed or halted, and it is not known whether for lack of memory.
                  No control group counts the kills of the kernel. It left no exit status: a crash of the JVM, Runtime.halt and
                  -XX:+ExitOnOutOfMemoryError look the same. There is no snapshot of it.
                  The log of the kernel (journalctl -k) names the processes that it killed for lack of memory, and the state of
                  a container's last run has OOMKilled; else a user or a program sent SIGKILL, for example a supervisor.
                """);
        assertThat(grown(end(137, true, KillCount.NONE), 100).said()).isEqualTo("""
                WARNING killed
                  app was killed (status 137, as after SIGKILL), and it is not known whether for lack of memory: 10 % of the
                  limit of 1000 MB was charged at the last snapshot, page cache aside.
                  No control group counts the kills of the kernel. At the last snapshot, 50 s before the end of the capture, it
                  had 900 MB resident, and its container was charged for 100 MB. It had grown by 400 MB since the first
                  snapshot. Files that grew most: /data/index by 400 MB.
                  The log of the kernel (journalctl -k) names the processes that it killed for lack of memory, and the state of
                  a container's last run has OOMKilled; else a user or a program sent SIGKILL, for example a supervisor.
                """);
    }

    @Test
    void killInTheGroup() {
        assertThat(new EndedProcess(killed(0, 3, 4, Since.START, Group.SAME)).said())
                .isEqualTo("""
                PROBLEM killedInGroup
                  The kernel killed a process of the control group of app for lack of memory during the capture.
                  memory.events counts 4 kills, and counted 3 when the capture began. It was another process: this one ended
                  with status 0.
                  All processes of the group share its limit: raise the limit, or lower the memory of the processes.
                """);
        assertThat(new EndedProcess(killed(null, 3, 5, Since.LAST_SNAPSHOT, Group.SAME)).said())
                .isEqualTo("""
                PROBLEM killedInGroup
                  The kernel killed 2 processes of the control group of app for lack of memory during the capture.
                  memory.events counts 5 kills, and counted 3 at the last snapshot. It was another process, or that is not
                  known.
                  All processes of the group share its limit: raise the limit, or lower the memory of the processes.
                """);
    }

    @Test
    void exitStatus() {
        assertThat(new EndedProcess(exited(1, new JvmLog(List.of(), -1, null))).said())
                .isEqualTo("""
                WARNING exitStatus
                  app ended with status 1.
                  The JVM's log has no sign of too little memory at the end. An array that is larger than the complete heap
                  leaves none.
                  What it printed on standard error says why: an exception that main throws ends a program with status 1.
                """);
        assertThat(new EndedProcess(exited(130, null)).said()).isEqualTo("""
                INFO exitStatus
                  app ended with status 130, as after SIGINT.
                  It was asked to end.
                """);
        assertThat(new EndedProcess(exited(139, null)).said()).isEqualTo("""
                PROBLEM exitStatus
                  app ended with status 139, as after SIGSEGV.
                  Whether it ran out of memory was not captured.
                  The JVM writes hs_err_pidN.log into the working directory, with the reason of a crash.
                """);
    }

    /** What it ran out of, what filled it, and what to do. */
    @Test
    void errorInTheLog() {
        StringBuilder said = new StringBuilder();
        for (Kind kind : Kind.values()) {
            OutOfMemory error = new OutOfMemory(kind, EXIT.minusMillis(1500), 64 * MB, 32 * MB, "", Source.LOG);
            said.append(full(exited(1, log(error))).said());
        }
        assertThat(said.toString()).isEqualTo("""
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: Java heap space (-Xmx64m).
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. The most of the heap at the last histogram had a (16 B), b (16 B), c (16 B).
                  Set a higher -Xmx, or find what fills the heap: -XX:+HeapDumpOnOutOfMemoryError keeps the objects.
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: GC overhead limit exceeded (-Xmx64m).
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. The most of the heap at the last histogram had a (16 B), b (16 B), c (16 B).
                  Set a higher -Xmx, or find what fills the heap: -XX:+HeapDumpOnOutOfMemoryError keeps the objects. Parallel
                  has this limit; from JDK 26 on G1 throws OutOfMemoryError, too, where collections take more than 98 % of the
                  time and leave less than 2 % of the heap free (JDK-8212084; -XX:-UseGCOverheadLimit lets it go on).
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: Requested array size exceeds VM limit.
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. The most of the heap at the last histogram had a (16 B), b (16 B), c (16 B).
                  An array has 2147483645 elements at most: divide it.
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: Metaspace (-XX:MaxMetaspaceSize=64m).
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. Of metaspace, 32 MB were committed.
                  Raise -XX:MaxMetaspaceSize or remove it, or find who loads classes again and again: jcmd PID
                  VM.classloader_stats lists the class loaders.
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: Compressed class space
                  (-XX:CompressedClassSpaceSize=64m).
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. Of the class space, 32 MB were committed.
                  Raise -XX:CompressedClassSpaceSize or remove it, or find who loads classes again and again: jcmd PID
                  VM.classloader_stats lists the class loaders.
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: direct buffer memory (-XX:MaxDirectMemorySize=64m).
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. There were 7 direct buffers.
                  Raise -XX:MaxDirectMemorySize, or find who holds the buffers: a pool of an I/O library, or buffers that no
                  collection has freed.
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: unable to create native thread.
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it. At the last snapshot it had 9 threads. Which limit refused it was not captured: ulimit -u of its user, the
                  machine's limits (kernel.threads-max, vm.max_map_count), or no memory for a stack.
                  Bound the pools that start threads, or use virtual threads; else raise the limit. A recording with
                  Loomweight's settings names who starts them.
                PROBLEM endedOutOfMemory
                  app ended with status 1, 1.5 s after OutOfMemoryError: of a kind that is not known.
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. The JVM's log has
                  it.
                  The message of the error, on standard error, names what there was too little of.
                """);
    }

    /** A bound that is no complete number of megabytes is in kilobytes; a metaspace whose use is unknown is not said to be 0. */
    @Test
    void boundAndUse() {
        OutOfMemory odd = new OutOfMemory(Kind.METASPACE, EXIT, 64 * MB + 1024, -1, "", Source.LOG);
        OutOfMemory unbounded = new OutOfMemory(Kind.HEAP, EXIT, 0, -1, "", Source.LOG);

        assertThat(new EndedProcess(exited(1, log(odd))).said())
                .contains("0 ms after OutOfMemoryError: Metaspace (-XX:MaxMetaspaceSize=65537k).\n")
                .doesNotContain("committed");
        assertThat(new EndedProcess(exited(1, log(unbounded))).said())
                .contains(
                        "OutOfMemoryError: Java heap space.\n",
                        "-Xmx, or find what fills the heap: loomweight run --histogram")
                .doesNotContain("histogram had");
    }

    @Test
    void errorAfterWhichItWentOn() {
        OutOfMemory early = new OutOfMemory(Kind.OTHER, START.plusSeconds(9), -1, -1, "", Source.LOG);
        OutOfMemory worker = new OutOfMemory(Kind.OTHER, null, -1, -1, "worker-1", Source.PRINTED_END);
        End open = new End(null, null, null, false, KillCount.NONE, ThreadLimit.NONE, log(early), List.of());

        assertThat(new EndedProcess(exited(0, log(early))).said()).isEqualTo("""
                WARNING outOfMemorySurvived
                  OutOfMemoryError: of a kind that is not known in app, which went on.
                  That was at 2026-11-02 10:00:09Z, 51 s before its end and 9 s after the capture began. It ended with status 0.
                  The message of the error, on standard error, names what there was too little of.
                """);
        assertThat(new EndedProcess(open).said()).isEqualTo("""
                WARNING outOfMemorySurvived
                  OutOfMemoryError: of a kind that is not known in app, which did not end of it.
                  That was at 2026-11-02 10:00:09Z, 9 s after the capture began.
                  The message of the error, on standard error, names what there was too little of.
                """);
        assertThat(new EndedProcess(exited(0, null, worker)).said()).isEqualTo("""
                WARNING outOfMemorySurvived
                  OutOfMemoryError: of a kind that is not known in app ended the thread worker-1, and not the process.
                  When is not known. It ended with status 0.
                  The message of the error, on standard error, names what there was too little of.
                """);
    }

    /** Collections show a heap that is used up, and one that is not half full when an array is too large for it. */
    @Test
    void collectionsInVain() {
        OutOfMemory array =
                new OutOfMemory(Kind.HEAP, EXIT.minusMillis(1500), 64 * MB, 32 * MB - 1, "", Source.COLLECTIONS);
        OutOfMemory heap = new OutOfMemory(Kind.HEAP, EXIT, 64 * MB, 32 * MB, "", Source.COLLECTIONS);

        assertThat(new EndedProcess(exited(null, log(array))).said()).isEqualTo("""
                PROBLEM endedOutOfMemory
                  app ran out of Java heap space (-Xmx64m), and ended.
                  That was at 2026-11-02 10:00:58Z, 1.5 s before its end and 58.5 s after the capture began. Its exit status is
                  not known. The last complete collections of the heap followed each other and freed next to nothing: 32 MB
                  stayed in use, so that one object was larger than what was free.
                  Set a higher -Xmx, or find what fills the heap: loomweight run --histogram names the classes,
                  -XX:+HeapDumpOnOutOfMemoryError keeps the objects.
                """);
        assertThat(new EndedProcess(exited(1, log(heap))).said())
                .contains("next to nothing: 32 MB stayed in use.\n")
                .doesNotContain("object was larger");
        assertThat(new EndedProcess(exited(1, new JvmLog(List.of(), -1, EXIT)))
                        .snapshot(0, status(500, 9))
                        .recording(new DirectBuffers(EXIT, 7, 9 * MB, 10 * MB))
                        .said())
                .isEqualTo("""
                PROBLEM endedOutOfMemory
                  app ran out of direct buffer memory (-XX:MaxDirectMemorySize=10m), and ended with status 1.
                  That was at 2026-11-02 10:01:00Z, 0 ms before its end and 1 min after the capture began. Reserving direct
                  memory that is used up calls System.gc() and fails half a second later; JFR counted 9 MB of direct buffers.
                  There were 7 direct buffers.
                  Raise -XX:MaxDirectMemorySize, or find who holds the buffers: a pool of an I/O library, or buffers that no
                  collection has freed.
                """);
    }

    @Test
    void errorThatWasPrinted() {
        OutOfMemory main = new OutOfMemory(Kind.HEAP, null, -1, -1, "main", Source.PRINTED_END);
        OutOfMemory any = new OutOfMemory(Kind.ARRAY, null, -1, -1, "", Source.PRINTED_END);

        assertThat(new EndedProcess(exited(1, null, main)).said()).isEqualTo("""
                PROBLEM endedOutOfMemory
                  app died of OutOfMemoryError: Java heap space, and ended with status 1.
                  When is not known. It printed that the thread main ended of it.
                  Set a higher -Xmx, or find what fills the heap: loomweight run --histogram names the classes,
                  -XX:+HeapDumpOnOutOfMemoryError keeps the objects.
                """);
        assertThat(new EndedProcess(exited(1, null, any)).said()).isEqualTo("""
                PROBLEM endedOutOfMemory
                  app died of OutOfMemoryError: Requested array size exceeds VM limit, and ended with status 1.
                  When is not known. It printed the error.
                  An array has 2147483645 elements at most: divide it.
                """);
    }

    /** A limit that refused threads is named with its count; of a process that was lost before it was counted, the limit alone. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # refused, exited, bound
            2, true,  ' (pids.max 60)'
            2, false, ' (pids.max 60)'
            0, true,  ''
            0, false, ' (pids.max is 60)'
            """)
    void limitOfThreads(long refused, boolean exited, String bound) {
        JvmLog log = log(new OutOfMemory(Kind.THREAD, START.plusSeconds(11), -1, -1, "", Source.LOG));
        ThreadLimit limit = new ThreadLimit("pids.max", 60, refused);
        End end = exited
                ? new End(EXIT, START.plusSeconds(12), 1, false, KillCount.NONE, limit, log, List.of())
                : new End(null, null, null, false, KillCount.NONE, limit, log, List.of());
        String said =
                new EndedProcess(exited ? "complete" : "running", end).said().replaceAll("\\s+", " ");

        assertThat(said)
                .contains(
                        exited
                                ? "app ended with status 1, 1 s after OutOfMemoryError: unable to create native thread"
                                        + bound + ". "
                                : "app ran out of native threads" + bound + "; nothing is known of it after that. ",
                        refused > 0
                                ? " The kernel refused 2 because of pids.max. "
                                : " Which limit refused it was not captured: ulimit -u of its user, the machine's limits");
        assertThat(said.contains(" Its exit status is not known. ")).isEqualTo(!exited);
    }

    private static End killed(@Nullable Integer status, long before, long after, Since since, Group group) {
        return end(
                status, status == null && before == after, new KillCount("memory.events", before, after, since, group));
    }

    private static EndedProcess grown(End end) {
        return grown(end, 950);
    }

    /** Its limit is 1000 MB; from its first snapshot to its last its mapped files grew by 400 MB. */
    private static EndedProcess grown(End end, long chargedMegabytes) {
        return new EndedProcess(end)
                .snapshot(0, status(500 * MB, 9), mapping(500 * MB))
                .snapshot(1, status(900 * MB, 9), mapping(900 * MB), new ContainerLimit(1000 * MB, "memory.max"))
                .snapshot(1, new ContainerMemory(Map.of("usage", chargedMegabytes * MB)));
    }

    /** With a histogram, nine threads and seven direct buffers. */
    private static EndedProcess full(End end) {
        return new EndedProcess(end)
                .snapshot(0, status(500 * MB, 9), histogram("a", "b", "c", "d"))
                .recording(new DirectBuffers(EXIT.minusSeconds(30), 7, 1, 1));
    }

    private static JvmLog log(OutOfMemory... errors) {
        return new JvmLog(List.of(errors), -1, null);
    }
}
