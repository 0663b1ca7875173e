package dev.loomweight.memory.ending;

import static dev.loomweight.memory.ending.EndedProcess.EXIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is blamed for a crash, and what is not. */
class CrashFindingTest {

    private static final String LIBRARY = "C  [libz.so.1+0x3ef0]  inflate+0xa0";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            C  [libz.so.1+0x3ef0]  inflate+0xa0              | in inflate (libz.so.1)     | update libz.so.1
            C  [libstdc++.so.6+0xb0a3]  __cxa_throw+0x3      | (libstdc++.so.6)           | the caller is not in the text
            C  [libc.so.6+0x85f14]                           | in libc.so.6               | the caller is not in the text
            C  [libsystem_platform.dylib+0x4]  _memmove+0x1d | (libsystem_platform.dylib) | the caller is not in the text
            C  [ImageIO+0x1703c]  Plugin::read(int*)+0x334   | in Plugin::read (ImageIO)  | the caller is not in the text
            C  [ntdll.dll+0x5385d]                           | in ntdll.dll               | the caller is not in the text
            C  libagora_rtc_sdk.so+0xeb42ec                  | in libagora_rtc_sdk.so     | update libagora_rtc_sdk.so
            C  [libnio.so+0x52d4]  fileDescriptorValue+0x4   | (libnio.so)                | a library of the JDK (libnio.so)
            C  0x0000000000000000                            | in 0x0000000000000000      | no library is named
            V  [jvm.dll+0x2c2947]                            | in jvm.dll                 | Update the JDK
            V  [libjvm.so+0x6ce1c2]  jni_SetIntArrayRegion+0xc2 | in jni_SetIntArrayRegion | Native code called the JVM
            v  ~StubRoutines::jlong_disjoint_arraycopy       | in ~StubRoutines::jlong    | Unsafe or JNI first
            v  ~BufferBlob::Interpreter                      | in ~BufferBlob::Inter      | an object that is broken
            """)
    void theFrameIsBlamed(String frame, String in, String advice) {
        Finding finding = finding(frame, null);
        assertThat(finding.summary()).contains(in);
        assertThat(finding.solution()).contains(advice);
        assertThat(finding.summary()).endsWith(", on the thread main, in com.acme.Cart.add.");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "7, process 7 sent it SIGSEGV",
                "0, a process outside its container",
                "-, a process sent it SIGSEGV"
            })
    void noFrameIsBlamedForASignalThatWasSent(@Nullable Long pid, String who) {
        Finding finding = finding(LIBRARY, new Sender(pid, false));
        assertThat(finding.summary()).contains(who);
        assertThat(finding.toString()).doesNotContain("libz", "inflate", "com.acme");
    }

    @Test
    void aProcessCanSendItToItself() {
        Finding finding = finding(LIBRARY, new Sender(7L, true));
        assertThat(finding.summary()).contains("its own code sent it SIGSEGV");
        assertThat(finding.summary()).contains("com.acme.Cart.add");
        assertThat(finding.toString()).doesNotContain("libz");
    }

    private static Finding finding(String frame, @Nullable Sender sender) {
        Crash crash = new Crash(
                "SIGSEGV (0xb)",
                "",
                new Crash.Where(frame, "main", "com.acme.Cart.add", List.of(), ""),
                Crash.Access.UNKNOWN,
                sender,
                null,
                -1,
                "25.0.3+9",
                Map.of(),
                Map.of());
        return new CrashFinding("shop", CrashReading.of(crash, new Snapshot().nmtOrNone()), true).finding();
    }

    /** Whose code is blamed decides what to do. */
    @Test
    void crash() {
        StringBuilder said = new StringBuilder();
        for (String frame : List.of(
                "C  [libz.so.1+0x3ef0]  inflate+0xa0",
                "C  [libc.so.6+0x85f14]",
                "C 0x00",
                "V  [libjvm.so+0xa3f0c2]  Unsafe_PutInt+0x5a",
                "V  [libjvm.so+0xa3f0c2]  JfrStorage::write()+0x5a",
                "J 234 c2 com.acme.Cart.add",
                "j  com.acme.Cart.add",
                "")) {
            said.append(crashed(new Crash(
                    "SIGSEGV (0xb)",
                    "",
                    new Crash.Where(frame, "main", "com.acme.Cart.add", List.of(), ""),
                    Crash.Access.UNKNOWN,
                    null,
                    EXIT,
                    1_500_000_000,
                    "25",
                    Map.of(),
                    Map.of())));
        }
        assertThat(said.toString()).isEqualTo("""
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in inflate (libz.so.1), on the thread main, in com.acme.Cart.add.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  It happened in native code: update libz.so.1 or report it to its maintainers, or look at what
                  com.acme.Cart.add passes to it.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in libc.so.6, on the thread main, in com.acme.Cart.add.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  It happened in a library of the system, probably because of what its caller gave it, and the caller is not in
                  the text: see the native frames of the complete log.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in 0x00, on the thread main, in com.acme.Cart.add.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  It happened in native code that no library is named for: the native frames of the complete log show what
                  called it.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in Unsafe_PutInt (libjvm.so), on the thread main, in com.acme.Cart.add.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  The JVM was given an address that is not mapped: look at the code that uses Unsafe or JNI first.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in JfrStorage::write (libjvm.so), on the thread main, in
                  com.acme.Cart.add.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  Update the JDK to the newest release of its version; if it happens again, report it with the crash log.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in com.acme.Cart.add, on the thread main.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  It happened in compiled Java code, which only the JIT compiler, Unsafe or native code can break: update the
                  JDK to the newest release of its version, and try -XX:CompileCommand=exclude,com.acme.Cart::add to see whether
                  the compiler is the cause.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb) in com.acme.Cart.add, on the thread main.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  It found an object that is broken, which others did before: Unsafe or native code (-Xcheck:jni), the JIT
                  compiler, the collector itself or bad memory. First update the JDK to the newest release of its version.
                PROBLEM crashed
                  The JVM of app crashed: SIGSEGV (0xb), on the thread main, in com.acme.Cart.add.
                  That was at 2026-11-02 10:01:00Z, 1.5 s after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  Update the JDK to the newest release of its version; if it happens again, report it with the crash log.
                """);
    }

    @Test
    void crashOfASignalThatWasSent() {
        assertThat(crashed(sent(new Sender(9L, false)))).isEqualTo("""
                PROBLEM crashed
                  The JVM of app crashed: process 9 sent it SIGSEGV (0xb).
                  It ran on JDK 25. What it ran at that moment is not the cause. How much memory was resident is not in the log.
                  Find out which process sent the signal, and why: kill by a user or a script, a supervisor, a watchdog.
                """);
        assertThat(crashed(sent(new Sender(7L, true)))).isEqualTo("""
                PROBLEM crashed
                  The JVM of app crashed: its own code sent it SIGSEGV (0xb), on the thread main, in com.acme.Cart.add.
                  It ran on JDK 25. How much memory was resident is not in the log.
                  See the native frames in the crash log: they show which code called kill or raise.
                """);
    }

    @Test
    void crashForLackOfMemory() {
        assertThat(crashed(new Crash(
                        "Out of Memory Error (os_linux.cpp:2798)",
                        "Native memory allocation (mmap) failed to map 16384 bytes.",
                        new Crash.Where("V  [libjvm.so+0x1]", "", "", List.of(), ""),
                        Crash.Access.UNKNOWN,
                        null,
                        EXIT,
                        0,
                        "25",
                        Map.of(),
                        Map.of())))
                .isEqualTo("""
                PROBLEM crashed
                  The JVM of app crashed: 16 KB of memory were refused.
                  That was at 2026-11-02 10:01:00Z, 0 ms after its start, on JDK 25. How much memory was resident is not in the
                  log.
                  The machine, or a limit, refused memory to the JVM: see ulimit -v, the limit of the container, swap,
                  vm.overcommit_memory and vm.max_map_count. Lower -Xmx or the number of threads, so that everything else has
                  room.
                """);
        assertThat(crashed(new Crash(
                        "Internal Error (debug.cpp:271)",
                        "guarantee(a) failed: b",
                        new Crash.Where("", "", "", List.of(), ""),
                        Crash.Access.UNKNOWN,
                        null,
                        null,
                        5,
                        "25",
                        Map.of(),
                        Map.of())))
                .isEqualTo("""
                PROBLEM crashed
                  The JVM of app crashed: Internal Error (debug.cpp:271): guarantee(a) failed: b.
                  It ran on JDK 25. How much memory was resident is not in the log.
                  Update the JDK to the newest release of its version; if it happens again, report it with the crash log.
                """);
        assertThat(crashed(new Crash(
                        "Internal Error (debug.cpp:271)",
                        "OutOfMemory encountered: Java heap space",
                        new Crash.Where("", "worker", "", List.of(), ""),
                        Crash.Access.UNKNOWN,
                        null,
                        EXIT,
                        -1,
                        "25",
                        Map.of("MaxHeapSize", 64L << 20),
                        Map.of())))
                .isEqualTo("""
                PROBLEM endedOutOfMemory
                  app crashed because of OutOfMemoryError: Java heap space (-Xmx64m), as -XX:+CrashOnOutOfMemoryError asks.
                  That was at 2026-11-02 10:01:00Z, 1 min after the capture began. It was thrown on the thread worker.
                  Set a higher -Xmx, or find what fills the heap: loomweight run --histogram names the classes,
                  -XX:+HeapDumpOnOutOfMemoryError keeps the objects.
                """);
    }

    /** When it was, as far as the log has it. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # seconds after START, uptime, said
            60, -1,         'That was at 2026-11-02 10:01:00Z, on JDK 25. How much'
            60, 0,          'That was at 2026-11-02 10:01:00Z, 0 ms after its start, on JDK 25. How much'
            -,  1000000000, 'It ran on JDK 25. How much'
            """)
    void timeOfACrash(@Nullable Long seconds, long uptime, String said) {
        Instant time = seconds == null ? null : EndedProcess.START.plusSeconds(seconds);
        Crash crash = new Crash(
                "SIGSEGV (0xb)",
                "",
                new Crash.Where("", "", "", List.of(), ""),
                Crash.Access.UNKNOWN,
                null,
                time,
                uptime,
                "25",
                Map.of(),
                Map.of());

        assertThat(new CrashFinding("shop", CrashReading.of(crash, new Snapshot().nmtOrNone()), false)
                        .finding()
                        .explanation())
                .startsWith(said);
    }

    private static Crash sent(Sender sender) {
        return new Crash(
                "SIGSEGV (0xb)",
                "",
                new Crash.Where("C  [libc.so.6+0x85f14]", "main", "com.acme.Cart.add", List.of(), ""),
                Crash.Access.UNKNOWN,
                sender,
                null,
                -1,
                "25",
                Map.of(),
                Map.of());
    }

    private static String crashed(Crash crash) {
        return new EndedProcess(End.UNKNOWN).after(crash).said();
    }
}
