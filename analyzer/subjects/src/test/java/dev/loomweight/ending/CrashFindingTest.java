package dev.loomweight.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Finding;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
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
            C  [libstdc++.so.6+0xb0a3]  __cxa_throw+0x3      | (libstdc++.so.6)           | the native frames in the crash log
            C  [libc.so.6+0x85f14]                           | in libc.so.6               | the native frames in the crash log
            C  [libsystem_platform.dylib+0x4]  _memmove+0x1d | (libsystem_platform.dylib) | the native frames in the crash log
            C  [ntdll.dll+0x5385d]                           | in ntdll.dll               | the native frames in the crash log
            C  libagora_rtc_sdk.so+0xeb42ec                  | in libagora_rtc_sdk.so     | update libagora_rtc_sdk.so
            V  [jvm.dll+0x2c2947]                            | in jvm.dll                 | Update the JDK
            """)
    void theFrameIsBlamed(String frame, String in, String advice) {
        Finding finding = finding(frame, null);
        assertThat(finding.summary()).contains(in);
        assertThat(finding.solution()).contains(advice);
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
        assertThat(finding.explanation()).contains("com.acme.Cart.add");
        assertThat(finding.toString()).doesNotContain("libz");
    }

    private static Finding finding(String frame, @Nullable Sender sender) {
        Crash crash = new Crash(
                "SIGSEGV (0xb)", "", frame, "main", "com.acme.Cart.add", sender, null, -1, "25.0.3+9", Map.of());
        return new CrashFinding("shop", crash, true).finding();
    }
}
