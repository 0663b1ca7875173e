package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.ProcessId;
import java.io.StringReader;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
                                "C  [libz.so.1+0x3ef0]  inflate+0xa0",
                                "order worker",
                                "com.acme.Orders.read",
                                Instant.parse("2026-11-06T21:25:32Z"),
                                80_888_000,
                                "21.0.8+9-LTS",
                                Map.of("MaxHeapSize", 67108864L)),
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
                        "",
                        "",
                        "",
                        null,
                        -1,
                        "",
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

    private static Crash only(String text) {
        return (Crash) read(text).samples().getFirst();
    }

    private static dev.loomweight.input.text.lines.TextRead read(String text) {
        return CrashText.read(new LineCursor(new StringReader(text), "hs_err.log"));
    }
}
