package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.input.text.nmt.NmtCheck;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.Sample;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where reports begin and end, and what becomes of lines that nobody knows. */
class NmtTextTest {

    private static final String REPORT = """

            Native Memory Tracking:

            Total: reserved=3072, committed=2048

            -                 Java Heap (reserved=2048, committed=1024)
                                        (mmap: reserved=2048, committed=1024)

            -                    Thread (reserved=1024, committed=1024)
                                        (threads #1)
                                        (malloc=1024 #3)

            """;

    private static List<Sample> parse(String text) {
        return NmtText.parse(new StringReader(text), "nmt.txt");
    }

    private static TextRead read(String text) {
        return NmtText.read(new LineCursor(new StringReader(text), "nmt.txt"));
    }

    @Test
    void findsTheReportInsideTheOutputOfAnApplication() {
        String application = """
                Listening on port 8080
                12:
                - one (item), - two
                [0.003s][info][gc] Using G1
                   (an aside)
                ---------------  S Y S T E M  ---------------
                """;
        NmtReport alone = RealTexts.onlyReport(REPORT);
        TextRead inside = read(application + REPORT + application);
        assertThat(inside.samples()).containsExactly(alone);
        assertThat(inside.notes()).containsExactly("skipped lines outside the NMT output: 12");
    }

    @Test
    void readsSeveralReportsAndMessagesInOneText() {
        List<Sample> samples = parse("12345678:\nBaseline taken\n32728:\n" + REPORT + "99:\n" + REPORT + REPORT
                + "7:\nNative memory tracking is not enabled\n");
        assertThat(samples).hasSize(5);
        assertThat(samples.get(0))
                .isEqualTo(new NmtMessage(12345678, NmtMessage.Kind.BASELINE_TAKEN, "Baseline taken"));
        assertThat(samples.subList(1, 4))
                .extracting(sample -> ((NmtReport) sample).pid())
                .containsExactly(32728L, 99L, -1L);
        assertThat(samples.get(4))
                .isEqualTo(new NmtMessage(7, NmtMessage.Kind.OFF, "Native memory tracking is not enabled"));
    }

    @Test
    void readsStatisticsUpToTheNextProcess() {
        List<Sample> samples =
                parse("1:\nNative Memory Tracking Statistics:\nState: detail\n\n\t1: 32\n\n2:\n" + REPORT);
        assertThat(samples).hasSize(2);
        assertThat(samples.get(0))
                .isEqualTo(new NmtStatistics(
                        1, List.of("Native Memory Tracking Statistics:", "State: detail", "", "\t1: 32")));
        assertThat(samples.get(1)).isInstanceOf(NmtReport.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Native memory tracking is not enabled|OFF",
                "Native memory tracking has been shutdown|SHUT_DOWN",
                "Detail tracking is not enabled|SUMMARY_ONLY",
                "No detail baseline for comparison|NO_BASELINE",
                "Baseline taken, start time is 2025-01-01|BASELINE_TAKEN",
                "At most one of the following option can be specified: summary, metadata|BAD_REQUEST",
                "No command to execute.|BAD_REQUEST",
            })
    void knowsTheMessages(String text, NmtMessage.Kind kind) {
        assertThat(parse(text)).containsExactly(new NmtMessage(-1, kind, text));
    }

    @Test
    void takesTheProcessAboveVmInfo() {
        assertThat(parse("20788:\n#\n# JRE version: 25\n\nSignal Handlers:\n" + REPORT + "Preinit state:\nEND."))
                .singleElement()
                .extracting(sample -> ((NmtReport) sample).pid())
                .isEqualTo(20788L);
    }

    @Test
    void windowsAndMacLineEndsMakeNoDifference() {
        assertThat(parse(REPORT.replace("\n", "\r\n"))).isEqualTo(parse(REPORT));
        assertThat(parse(REPORT.replace("\n", "\r"))).isEqualTo(parse(REPORT));
        assertThat(parse(REPORT.replace("\n", " \t\n"))).isEqualTo(parse(REPORT));
    }

    @Test
    void keepsACategoryOfAJdkToCome() {
        NmtReport report = RealTexts.onlyReport(REPORT + """
                  -          Quantum Memory (reserved=10, committed=10, entangled=3)
                                            (qubits=10 #2)
                                            (malloc=10 #1) (spin=7)
                                            still indented
                  """);
        NmtCategory quantum = report.categories().get(2);
        assertThat(quantum.name()).isEqualTo("Quantum Memory");
        assertThat(quantum.usage().committed().bytes()).isEqualTo(10);
        assertThat(quantum.malloc()).isNotNull();
        assertThat(quantum.unknownLines())
                .containsExactly(
                        "-          Quantum Memory (reserved=10, committed=10, entangled=3)",
                        "(qubits=10 #2)",
                        "(malloc=10 #1) (spin=7)",
                        "still indented");
    }

    @Test
    void keepsLinesBetweenKnownOnesAndLeavesThoseBehind() {
        String middle = REPORT.replace("\n-                    Thread", "\nnew section: 12KB\n\n-   Thread");
        TextRead read = read(middle + "the application says good-bye\n");
        NmtReport report = (NmtReport) read.samples().get(0);
        assertThat(report.unknownLines()).containsExactly("new section: 12KB");
        assertThat(report.categories()).hasSize(2);
        assertThat(read.notes())
                .containsExactly(
                        "unknown lines in the NMT report: 1 (\"new section...\")",
                        "skipped lines outside the NMT output: 1");
    }

    @Test
    void aHeadWhoseFiguresOverflowTakesItsLinesWithIt() {
        NmtReport report = RealTexts.onlyReport(REPORT + """
                  -               Arena Chunk (reserved=18446744073709551615KB, committed=1KB)
                                            (malloc=18446744073709551615KB #2)
                  """);
        assertThat(report.categories()).hasSize(2);
        assertThat(report.unknownLines())
                .containsExactly(
                        "-               Arena Chunk (reserved=18446744073709551615KB, committed=1KB)",
                        "(malloc=18446744073709551615KB #2)");
    }

    @Test
    void aReportIsOverAfterManyLinesOfOthers() {
        TextRead read = read(REPORT + "log line\n".repeat(101) + "-    Late (reserved=1, committed=1)\n");
        assertThat(((NmtReport) read.samples().get(0)).categories()).hasSize(2);
        assertThat(((NmtReport) read.samples().get(1)).categories())
                .extracting(NmtCategory::name)
                .containsExactly("Late");
        assertThat(read.notes())
                .containsExactly(
                        "incomplete: report 2: " + NmtText.NO_TOTAL, "skipped lines outside the NMT output: 101");
    }

    @Test
    void saysWhenAReportEndsEarly() {
        assertThat(RealTexts.onlyReport(REPORT).notes()).isEmpty();
        String withoutThread = REPORT.substring(0, REPORT.indexOf("\n-                    Thread"));
        String inTheMiddleOfALine = REPORT.substring(0, REPORT.indexOf("24 #3)"));
        String afterAStack = REPORT + "Details:\n\n[0x00007f0ec76fcbf6] f()+0x46\n";
        String inTheMap =
                REPORT + "Virtual memory map:\n\n[0x0000000000001000 - 0x0000000000002000] reserved 4096 for GC";
        for (String text : List.of(inTheMiddleOfALine, afterAStack, inTheMap)) {
            assertThat(RealTexts.onlyReport(text).notes()).as(text).contains(NmtText.ENDS_EARLY);
        }
        assertThat(RealTexts.onlyReport(withoutThread).notes())
                .containsExactly("the NMT report lacks categories: they add up to less than its total");
        NmtReport report = RealTexts.onlyReport(inTheMiddleOfALine);
        assertThat(report.categories().get(1).malloc()).as("half a figure").isNull();
    }

    @Test
    void refusesAHeadingWithoutFigures() {
        assertThatThrownBy(
                        () -> parse("5:\n\nNative Memory Tracking:\n\n(Omitting categories weighting less than 1KB)\n"))
                .isInstanceOf(DataException.class)
                .hasMessage("nmt.txt: the NMT report has a heading and no figures;"
                        + " save the whole output of jcmd PID VM.native_memory");
        TextRead second = read(REPORT + "\nNative Memory Tracking:\n\n");
        assertThat(second.samples()).hasSize(1);
        assertThat(second.notes()).containsExactly("skipped NMT headings without figures: 1");
    }

    @Test
    void saysWhatDoesNotAddUp() {
        NmtReport report = RealTexts.onlyReport(REPORT.replace("committed=2048", "committed=2040"));
        assertThat(NmtCheck.disagreements(report))
                .containsExactly("the categories add up to 2048 bytes committed, the total is 2040");
        NmtReport parts = RealTexts.onlyReport(REPORT.replace("malloc=1024", "malloc=1000"));
        assertThat(NmtCheck.disagreements(parts))
                .containsExactly("the parts of Thread add up to 1000 bytes, its committed memory is 1024");
    }
}
