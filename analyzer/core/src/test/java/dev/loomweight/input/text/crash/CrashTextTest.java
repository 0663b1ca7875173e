package dev.loomweight.input.text.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import dev.loomweight.sample.JvmTexts.ProcessId;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By heads as HotSpot writes them, vmError.cpp. */
class CrashTextTest {

    @Test
    void aSignalHasFrameThreadAndJavaCode() {
        String text = """
                #
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x00007fd5121b5ef0, pid=17421, tid=17440
                #
                # JRE version: OpenJDK Runtime Environment (21.0.8+9) (build 21.0.8+9-LTS)
                # Java VM: OpenJDK 64-Bit Server VM (21.0.8+9-LTS, mixed mode, g1 gc, linux-amd64)
                # Problematic frame:
                # C  [libz.so.1+0x3ef0]  inflate+0xa0
                #

                ---------------  S U M M A R Y ------------

                Command Line: -Dsecret=x C segv

                Time: Fri Nov  6 21:25:32 2026 UTC elapsed time: 0.080888 seconds (0d 0h 0m 0s)

                Current thread (0x00007fd50c23c100):  JavaThread "order worker"        [_thread_in_vm, id=17440, stack(0x00007fd4f10aa000,0x00007fd4f11aa000) (1024K)]

                j  java.util.zip.Inflater.inflateBytesBytes(J[BII[BII)J+0 java.base@21.0.8
                J 417 c2 com.acme.Orders.read([B)I (12 bytes) @ 0x00007fd4f8 [0x00007fd4f8+0x1]
                   size_t MaxHeapSize                              = 67108864                                  {product} {command line}
                """;
        assertThat(read(text).samples())
                .containsExactly(
                        new Crash(
                                "SIGSEGV (0xb)",
                                "",
                                new Crash.Where(
                                        "C  [libz.so.1+0x3ef0]  inflate+0xa0",
                                        "order worker",
                                        "com.acme.Orders.read",
                                        List.of(),
                                        ""),
                                Crash.Access.UNKNOWN,
                                null,
                                Instant.parse("2026-11-06T21:25:32Z"),
                                80_888_000,
                                "21.0.8+9-LTS",
                                Map.of("MaxHeapSize", 67108864L),
                                Map.of()),
                        new ProcessId(17421));
    }

    @Test
    void anErrorOfTheJvmHasItsWords() {
        assertThat(only("""
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  Internal Error (debug.cpp:271), pid=17441, tid=17442
                        #  fatal error: OutOfMemory encountered: Java heap space
                        #
                        # JRE version: OpenJDK
                        """))
                .isEqualTo(new Crash(
                        "Internal Error (debug.cpp:271)",
                        "fatal error: OutOfMemory encountered: Java heap space",
                        new Crash.Where("", "", "", List.of(), ""),
                        Crash.Access.UNKNOWN,
                        null,
                        null,
                        -1,
                        "",
                        Map.of(),
                        Map.of()));
        assertThat(only("""
                        # There is insufficient memory for the Java Runtime Environment to continue.
                        # Native memory allocation (mmap) failed to map 65536 bytes. Error detail: committing reserved memory.
                        # Possible reasons:
                        #   The system is out of physical RAM or swap space
                        #
                        #  Out of Memory Error (os_linux.cpp:2848), pid=11, tid=22
                        #
                        # JRE version:  (25.0.3+9) (build )
                        """).error())
                .isEqualTo(
                        "Native memory allocation (mmap) failed to map 65536 bytes. Error detail: committing reserved memory.");
    }

    @Test
    void aHeadAloneIsNone() {
        assertThat(read("# A fatal error has been detected by the Java Runtime Environment:\n")
                        .samples())
                .isEmpty();
    }

    /** JDK 8 on macOS: no summary, the thread in hexadecimal digits, HotSpot's version before the JDK's, the time at the end. */
    @Test
    void theFormOfJdk8() {
        assertThat(read("""
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x000000010608a6a0, pid=946, tid=0x0000000000000307
                        #
                        # JRE version: OpenJDK Runtime Environment (8.0_362-b09) (build 1.8.0_362-b09)
                        # Java VM: OpenJDK 64-Bit Server VM (25.362-b09 mixed mode bsd-amd64 compressed oops)
                        # Problematic frame:
                        # V  [libjvm.dylib+0x48a6a0]
                        #

                        ---------------  T H R E A D  ---------------

                        Current thread (0x00007fb600035000):  JavaThread "C2 "main" 0" daemon [_thread_new, id=775, stack(0x000070000bd2d000,0x000070000be2d000)]

                        siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000008

                        j  java.util.zip.Inflater.inflateBytes(J[BII)I+0
                        J 417 C2 com.acme.Orders.read([B)I (12 bytes) @ 0x00007fd4f8 [0x00007fd4f8+0x1]

                        VM Arguments:
                        jvm_args: -Xmx1g -Xmx64m -XX:MaxMetaspaceSize=1048576 -Dpath=a-Xmx2g
                        java_command: C

                        time: Fri Nov  6 21:25:32 2026
                        timezone: UTC
                        elapsed time: 12 seconds (0d 0h 0m 12s)
                        """).samples())
                .containsExactly(
                        new Crash(
                                "SIGSEGV (0xb)",
                                "",
                                new Crash.Where(
                                        "V  [libjvm.dylib+0x48a6a0]",
                                        "C2 \"main\" 0",
                                        "com.acme.Orders.read",
                                        List.of(),
                                        ""),
                                new Crash.Access("SEGV_MAPERR", false),
                                null,
                                Instant.parse("2026-11-06T21:25:32Z"),
                                12_000_000_000L,
                                "8.0_362-b09",
                                Map.of("MaxHeapSize", 67108864L, "MaxMetaspaceSize", 1048576L),
                                Map.of()),
                        new ProcessId(946));
    }

    /** As Markdown leaves it, which takes the signs for headings. */
    @Test
    void theFormOfWindows() {
        assertThat(only("""
                        A fatal error has been detected by the Java Runtime Environment:

                        EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x00007ff805539766, pid=7204, tid=9772

                        JRE version: OpenJDK Runtime Environment (11.0.4+11) (build 11.0.4+11)
                        Java VM: OpenJDK 64-Bit Server VM (11.0.4+11, mixed mode, tiered, g1 gc, windows-amd64)
                        Problematic frame:
                        V [jvm.dll+0x2c2947]

                        --------------- T H R E A D ---------------

                        Current thread (0x000000005b57e800):  VMThread [stack: 0x000000005cff0000,0x000000005d0f0000] [id=1884]
                        """))
                .isEqualTo(new Crash(
                        "EXCEPTION_ACCESS_VIOLATION (0xc0000005)",
                        "",
                        new Crash.Where("V [jvm.dll+0x2c2947]", "VMThread", "", List.of(), ""),
                        Crash.Access.UNKNOWN,
                        null,
                        null,
                        -1,
                        "11.0.4+11",
                        Map.of(),
                        Map.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            siginfo: si_signo: 11 (SIGSEGV), si_code: 0 (SI_USER), si_pid: 554848, si_uid: 1000      | true  | 554848 | false
            siginfo: si_signo: 11 (SIGSEGV), si_code: 0 (SI_USER), sent from pid: 107614 (uid: 1000) | true  | 107614 | false
            siginfo: si_signo: 11 (SIGSEGV), si_code: 0 (SI_USER), si_pid: 0, si_uid: 0              | true  | 0      | false
            siginfo: si_signo: 7 (SIGBUS), si_code: -6 (SI_TKILL), si_pid: 7, si_uid: 0              | true  | 7      | true
            siginfo:si_signo=SIGSEGV: si_errno=0, si_code=0 (SI_USER), si_pid=9, si_uid=0            | true  | 9      | false
            siginfo:si_signo=SIGSEGV: si_errno=0, si_code=-6 (FPE_FLTOVF), si_addr=0x00000922        | true  | -      | false
            siginfo: si_signo: 11 (SIGSEGV), si_code: 0 (SI_USER)                                    | true  | -      | false
            siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000000   | false | -      | false
            siginfo: si_signo: 11 (SIGSEGV), si_code: 128 (SI_KERNEL), si_addr: 0x0000000000000000   | false | -      | false
            """)
    void whoSentTheSignal(String siginfo, boolean sent, @Nullable Long pid, boolean itself) {
        Crash crash = only("""
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x00007f6f071fbf14, pid=7, tid=8
                #
                ---------------  T H R E A D  ---------------
                """ + siginfo + "\n");
        assertThat(crash.sender()).isEqualTo(sent ? new Sender(pid, itself) : null);
    }

    /** What machines had, by os_linux.cpp, os_bsd.cpp, os_windows.cpp of JDK 8 and of later ones, and os_solaris.cpp. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Memory: 4k page, physical 8266552k(3128680k free), swap 16531204k(9874232k free)  | PHYSICAL 8464949248 FREE 3203768320 SWAP_FREE 10111213568
            Memory: 16k page, physical 16777216k(533872k free), swap 0k(0k free)              | PHYSICAL 17179869184 FREE 546684928 SWAP_FREE 0
            Memory: 4k page, system-wide physical 16197M (4339M free)                         | PHYSICAL 16983785472 FREE 4549771264
            Memory: 8k page, physical 66584576k(1234k free)                                   | PHYSICAL 68182605824 FREE 1263616
            TotalPageFile size 32581M (AvailPageFile size 10M)                                | PAGE_FILE_FREE 10485760
            MemAvailable:   23576296 kB                                                       | AVAILABLE 24142127104
            Total number of mappings: 169                                                     | MAPPINGS 169
            Virtual Size: 2477884K (peak: 2537548K)                                           | ADDRESS_SPACE 2537353216
            rlimit (soft/hard): STACK 8192k/infinity , AS 5000000k/infinity , CPU infinity    | MAX_ADDRESS_SPACE 5120000000
            rlimit: STACK 8192k, CORE 0k, NPROC 16037, NOFILE 524288, AS infinity             | -
            Heap address: 0x00000000fc000000, size: 64 MB, Compressed Oops mode: 32-bit       | HEAP_FROM 4227858432 HEAP_BYTES 67108864
            heap address: 0x00000000fc000000, size: 64 MB, zero based Compressed Oops         | HEAP_FROM 4227858432 HEAP_BYTES 67108864
            """)
    void whatTheMachineHad(String line, String figures) {
        Crash crash = only("""
                #  Out of Memory Error (os_windows.cpp:3321), pid=7, tid=8
                #
                ---------------  S Y S T E M  ---------------
                """ + line + "\n");
        assertThat(crash.figures().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(figures.equals("-") ? "" : figures);
    }

    /** What the JVM prints on the console: no event and no process; of other systems with their own reason. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Native memory allocation (mmap) failed to map 22691840 bytes for committing reserved memory.
            Native memory allocation (malloc) failed to allocate 32756 bytes for ChunkPool::allocate
            Native memory allocation (mmap) failed to map 268435456 bytes for G1 virtual space
            Cannot create worker GC thread. Out of system resources.
            pthread_getattr_np
            """)
    void theFormOfTheConsole(String reason) {
        for (String sign : List.of("# ", "", "\\# ")) {
            Crash crash = only((sign + "There is insufficient memory for the Java Runtime Environment to continue.\n"
                    + sign + reason + "\n" + sign + "An error report file with more information is saved as:\n"
                    + sign + "/tmp/hs_err_pid3866.log\n[1.0s] started, pid=7, tid=9\n"));
            assertThat(crash.error()).isEqualTo(reason);
            assertThat(crash.event()).isEmpty();
        }
    }

    /** Each section alone, as people paste it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            #  SIGSEGV (0xb) at pc=0x00007f7b523ed3a0, pid=3169304, tid=3169321\\n# Problematic frame:\\n# V  [libjvm.so+0x1] a | SIGSEGV (0xb) | V  [libjvm.so+0x1] a
            # Problematic frame:\\n# V  [jvm.dll+0x6f1b87]                                                     |         | V  [jvm.dll+0x6f1b87]
            siginfo: si_signo: 7 (SIGBUS), si_code: 2 (BUS_ADRERR), si_addr: 0x00007f6a1e3aa000                 | SIGBUS  |
            siginfo: EXCEPTION_ACCESS_VIOLATION (0xc0000005), reading address 0x0000000000000100                | EXCEPTION_ACCESS_VIOLATION |
            Native frames: (J=compiled Java code)\\nC  [libc.so.6+0x3f040]\\nV  [libjvm.so+0x1]                  |         | C  [libc.so.6+0x3f040]
            Native frames: (J=compiled Java code)\\nV  [libjvm.so+0x1]  VMError::report_and_die()+0x1            |         |
            """)
    void aSectionAlone(String text, @Nullable String event, @Nullable String frame) {
        Crash crash = only(text.replace("\\n", "\n") + "\n");
        assertThat(crash.event()).isEqualTo(Objects.requireNonNullElse(event, ""));
        assertThat(crash.where().frame()).isEqualTo(Objects.requireNonNullElse(frame, ""));
        assertThat(text.replace("\\n", "\n").lines()).anyMatch(CrashText::isSign);
    }

    /** Of its own stack, a thread cannot access the pages that guard its end. */
    @ParameterizedTest
    @CsvSource({"b69fd000, true", "b69fdffc, true", "b6a4dfff, true", "b69fcfff, false", "b6a4e000, false"})
    void anAddressInTheStack(String address, boolean own) {
        String info = "siginfo: si_signo: 11 (SIGSEGV), si_code: 2 (SEGV_ACCERR), si_addr: 0x" + address + "\n";
        String thread =
                "Current thread (0xb6807c00):  JavaThread \"main\" [_thread_in_Java, id=2502, stack(0xb69fd000,0xb6a4e000)]";
        assertThat(only(thread + "\n" + info).access()).isEqualTo(new Crash.Access("SEGV_ACCERR", own));
        assertThat(only("Stack: [0xb69fd000,0xb6a4e000],  sp=0xb6a01ffc\n" + info)
                        .access()
                        .ownStack())
                .isEqualTo(own);
        assertThat(only(info).access().ownStack()).isFalse();
    }

    /** What a compiler's thread compiled; JDK 7 and later, on-stack replacement, and what failed to be printed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            C2:327560470 1366054       4       com.acme.Cart::add (4005 bytes)       | com.acme.Cart::add
            C1:   2032 2443       1       java.util.Arrays::stream (11 bytes)        | java.util.Arrays::stream
            C2:   1234   56 %  s! 4       com.acme.Cart$Item::total @ 12 (345 bytes) | com.acme.Cart$Item::total
            C2:9  com.acme.Cart.add()V (12 bytes)                                    | com.acme.Cart.add
            C2:  62318   18                                                          | ''
            """)
    void theCompilation(String line, String method) {
        assertThat(only("#  SIGSEGV (0xb) at pc=0x0, pid=1, tid=2\n\nCurrent CompileTask:\n" + line + "\n")
                        .where()
                        .compiling())
                .isEqualTo(method);
    }

    /** The head of JDK 11 and later says it, too. */
    @Test
    void theHeadSaysThatItWasSent() {
        Crash crash = only("""
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x00007f689eaa3f14 (sent by kill), pid=13174, tid=13174
                """);
        assertThat(crash.event()).isEqualTo("SIGSEGV (0xb)");
        assertThat(crash.sender()).isEqualTo(new Sender(null, false));
    }

    private static Crash only(String text) {
        return (Crash) read(text).samples().getFirst();
    }

    private static dev.loomweight.input.text.lines.TextRead read(String text) {
        return CrashText.read(new LineCursor(new StringReader(text), "hs_err.log"));
    }
}
