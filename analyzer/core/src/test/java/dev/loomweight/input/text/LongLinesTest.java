package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.Dress;
import dev.loomweight.input.text.lines.LineCursor;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines that somebody made to take for ever, or to end the program, before every reader of texts. */
@Tag("oracles")
class LongLinesTest {

    private static final int LENGTH = 1 << 20;
    /** Only what takes the square of a line's length is beyond this. */
    private static final Duration FOR_EVER = Duration.ofMinutes(2);

    private static final List<String> BEGINNINGS = List.of(
            "",
            "#1 \"",
            "at ",
            "\"name\": \"",
            "\"stack\": [",
            "Total: reserved=",
            "-                    Thread (reserved=",
            "[0x0000000000000000 - 0x",
            "   1:  ",
            "VmRSS:\t",
            "0x00007f00-0x",
            "<total type=\"fast\" count=\"1\" size=\"",
            "garbage-first heap used ",
            "garbage-first heap [0x",
            "7f00-7f01 r-xp 00000000 08:01 1 /",
            "Resident Set Size: ",
            "memory.max: ",
            "parallelism: ");

    private static final List<String> REPEATED = List.of(
            "/",
            "a/",
            "a.",
            "\" A",
            "\" \u2028",
            "\"",
            "\" virtual",
            "(",
            ")",
            ".a(",
            "0",
            "9",
            " ",
            "\t",
            "+",
            "-",
            "KB, ",
            "used 1K ",
            ", 0x",
            "\\",
            "\u0000",
            "\u00e4",
            "{",
            "[",
            ":",
            "1=");

    // A dump in JSON is read in other ways than one in text.
    private static final String JSON = "\"threadDump\": {\n\"tid\": \"1\",\n\"stack\": [\n";

    /** All of the lines, of 100 MB together: every format reads the same. */
    private static String all = "";

    @BeforeAll
    static void makeLines() {
        all = text();
    }

    @AfterAll
    static void forgetLines() {
        all = "";
    }

    private static String text() {
        StringBuilder text = new StringBuilder();
        for (String beginning : BEGINNINGS) {
            for (String repeated : REPEATED) {
                int length = beginning.isEmpty() ? LENGTH : LineCursor.LONGEST_LINE;
                text.append(beginning)
                        .append(repeated.repeat(length / repeated.length()))
                        .append("!\n");
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(TextFormat.class)
    void noLineTakesForEver(TextFormat format) {
        assertReadSoon(format, "");
        if (format.label().contains("dump")) {
            assertReadSoon(format, JSON);
        }
    }

    @Test
    void noLineIsLookedAtForEver() {
        assertTimeoutPreemptively(FOR_EVER, () -> TextSniffer.over(cursor("")));
    }

    /** What surrounds lines is looked for in lines as long as a text. */
    @Test
    void whatSurroundsLinesIsFoundSoon() {
        String head = "2026-11-21 10:15:00 INFO Total: reserved=1KB, committed=1KB\n";
        assertTimeoutPreemptively(FOR_EVER, () -> {
            Dress dress = Dress.of(cursor(head), TextFormat::isSignOfAny);
            dress.learnWrapping(cursor(head), cursor(head));
            LineCursor bare = dress.off(cursor(head));
            assertThat(bare.next()).isEqualTo("Total: reserved=1KB, committed=1KB");
            int left = 0;
            while (bare.next() != null) {
                left++;
            }
            assertThat(left).isGreaterThanOrEqualTo(BEGINNINGS.size() * REPEATED.size() - 1);
        });
    }

    /** Reads a head, and all of the lines behind it. */
    private static LineCursor cursor(String head) {
        return new LineCursor(new StringReader(head + all), "long");
    }

    private static void assertReadSoon(TextFormat format, String head) {
        List<String> notes = new ArrayList<>();
        assertTimeoutPreemptively(FOR_EVER, () -> {
            try {
                notes.addAll(format.read(cursor(head)).notes());
            } catch (DataException e) {
                // Of heads without a figure, as some lines are, nothing can be read: that is said, and soon.
                assertThat(e).hasMessageContaining("no figures");
            }
        });
        assertThat(notes.size()).isLessThan(10_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "#1 \"main\" | main | false | -",
                "#22 \"a\" virtual | a | true | -",
                "#22 \"a \"b\" c\" virtual WAITING 2026-11-21T10:15:00Z | a \"b\" c | true | WAITING",
                "#22 \"\" TIMED_WAITING | '' | false | TIMED_WAITING",
                "#22 \"a\" RUNNABLEx | - | - | -",
                "#22 \"a\" virtualx | - | - | -",
                "#x \"a\" | - | - | -",
                "# \"a\" | - | - | -",
                "#1 \"a | - | - | -"
            })
    void headsOfThreads(String line, String name, Boolean virtual, String state) {
        assertThat(ThreadDumpLine.Header.of(line))
                .isEqualTo(
                        name == null
                                ? null
                                : new ThreadDumpLine.Header(
                                        Long.parseLong(line.substring(1, line.indexOf(32))), name, virtual, state));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "at java.base/java.lang.Thread.run(Thread.java:14) | java.lang.Thread | run | Thread.java:14",
                "java.base@21/java.lang.VirtualThread.park(VirtualThread.java:582) | java.lang.VirtualThread | park | VirtualThread.java:582",
                "app//com.acme.Shop.<init>(Shop.java) | com.acme.Shop | <init> | Shop.java",
                "com.acme.Shop$$Lambda/0x00007f01.run(Unknown Source) | com.acme.Shop$$Lambda/0x00007f01 | run | Unknown Source",
                "java.base/jdk.internal.Hidden/0x00007f01.run(Native Method) | jdk.internal.Hidden/0x00007f01 | run | Native Method",
                "com.acme.Shop.add(a(b) | com.acme.Shop | add | a(b",
                "com.acme.Shop add(Shop.java) | - | - | -",
                "run(Shop.java) | - | - | -",
                ".run(Shop.java) | - | - | -",
                "a).run(Shop.java) | - | - | -",
                "com.acme.Shop.add(Shop.java | - | - | -",
                "at .(x) | - | - | -"
            })
    void frames(String line, String className, String method, String place) {
        assertThat(ThreadDumpLine.FrameLine.of(line))
                .isEqualTo(className == null ? null : new ThreadDumpLine.FrameLine(className, method, place));
    }
}
