package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One text file through the door that the application uses. */
class TextSourceTest {

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("nmt.txt"), text);
    }

    private RealTexts.Found read(String text) throws IOException {
        return RealTexts.read(file(text), RealTexts.ALL);
    }

    @Test
    void saysThatAmountsAreRounded() throws IOException {
        RealTexts.Found found = read(RealTexts.text("21.0.8/platform-summary-KB.txt"));
        assertThat(found.samples()).singleElement().isInstanceOf(NmtReport.class);
        assertThat(found.notes())
                .containsExactly(
                        "(Omitting categories weighting less than 1KB)", "amounts are rounded to KB; use scale=b");
        assertThat(found.coverage().sources().get(0).events()).isEmpty();
    }

    @Test
    void saysNothingOfAReportThatIsExact() throws IOException {
        assertThat(read(RealTexts.text("25.0.3/platform-summary-b.txt")).notes())
                .isEmpty();
    }

    @Test
    void quotesTheFirstUnknownLinesAndCountsTheRest() throws IOException {
        String head = "                            (tracking overhead=";
        String text = RealTexts.text("25.0.3/platform-summary-b.txt");
        StringBuilder unknown = new StringBuilder();
        for (int i = 1; i <= 5; i++) {
            unknown.append("                            (news ").append(i).append(")\n");
        }
        assertThat(read(text.replace(head, unknown + head)).notes())
                .containsExactly("unknown lines in the NMT category Native Memory Tracking: 5"
                        + " (\"(news 1)\", \"(news 2)\", \"(news 3)\", ...)");
    }

    @Test
    void saysWhenNmtDoesNotAddUp() throws IOException {
        String text = RealTexts.text("25.0.3/platform-summary-b.txt");
        assertThat(read(text.replaceFirst("committed=(\\d)", "committed=9$1")).notes())
                .anyMatch(note -> note.startsWith("incomplete: NMT does not add up: the categories add up to "));
    }

    @Test
    void trackingSwitchedOffIsAnAnswerNotAnError() throws IOException {
        RealTexts.Found found = read("20327:\nNative memory tracking is not enabled\n");
        assertThat(found.samples())
                .containsExactly(new NmtMessage(20327, NmtMessage.Kind.OFF, "Native memory tracking is not enabled"));
        assertThat(found.notes())
                .singleElement()
                .asString()
                .startsWith("native memory tracking is off in this process;"
                        + " start the JVM with -XX:NativeMemoryTracking=summary");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|nmt.txt: the file is empty",
                "`  `|nmt.txt: the file is empty",
                "FLR\0\0\2\0\1x|nmt.txt: this is a Flight Recorder recording, not a text; give it the ending .jfr",
                "JAVA PROFILE 1.0.2|nmt.txt: this is a heap dump, not a text",
                "PK\3\4x|nmt.txt: this is a compressed file; unpack it first",
                "Dear diary|nmt.txt: this is no text that Loomweight reads: thread dumps (Thread.print, jstack",
                "`{\n  \"schemaVersion\": 2,\n  \"command\": \"pins\"`|nmt.txt: this is a report that loomweight wrote; pass",
                "{\"schemaVersion\":2,\"command\":\"pins\"|nmt.txt: this is a report that loomweight wrote; pass",
            })
    void saysWhatAFileIsThatItCannotRead(String text, String message) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> RealTexts.read(file, RealTexts.ALL))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void saysThatARecordingIsDamagedThatDoesNotBeginAsOne() throws IOException {
        Path file = Files.writeString(folder.resolve("cut.JFR"), "R\u0000\u0000\u0002jdk.VirtualThreadPinned\nx");
        assertThatThrownBy(() -> RealTexts.read(file, RealTexts.ALL))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(
                        "cut.JFR: this is a damaged recording: it does not begin as one; copy it again");
        Path text = Files.writeString(
                folder.resolve("nmt.jfr"), RealTexts.text(RealTexts.names().getFirst()));
        assertThat(RealTexts.read(text, RealTexts.ALL)).as("what it is decides").isNotNull();
    }

    @Test
    void saysThatAFileIsMissingOrAFolder() {
        Path missing = folder.resolve("gone.txt");
        assertThatThrownBy(() -> RealTexts.read(missing, RealTexts.ALL))
                .isInstanceOf(DataException.class)
                .hasMessage("gone.txt: no such file");
        assertThatThrownBy(() -> RealTexts.read(folder, RealTexts.ALL))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith(": is a directory, not a text");
    }

    @Test
    void readsTextsThatWerePastedTogetherEachWithItsInstrument() throws IOException {
        RealTexts.Found found = read(RealTexts.text("25.0.3/platform-summary-b.txt")
                + "\n" + RealTexts.text("25.0.3/platform-histogram.txt")
                + "\n" + RealTexts.text("25.0.3/platform-proc-status.txt"));
        assertThat(found.samples()).hasExactlyElementsOfTypes(NmtReport.class, ClassHistogram.class, ProcStatus.class);
        assertThat(found.samples().get(2))
                .isEqualTo(read(RealTexts.text("25.0.3/platform-proc-status.txt"))
                        .samples()
                        .get(0));
        assertThat(found.origins())
                .extracting(Origin::instrument)
                .containsExactly(Instrument.NMT, Instrument.HISTOGRAM, Instrument.PROC);
    }

    /** A crash log from which lines were lost: what is after NMT's heading is read. */
    @Test
    void headingOfNmtWithoutItsReportLeavesTheRest() throws IOException {
        String log = "Native Memory Tracking:\n\nResident Set Size: 48448K (peak: 48448K)\n";
        RealTexts.Found found = RealTexts.read(file(log), Interest.in(NmtReport.class, ProcessMemory.class));
        assertThat(found.samples()).singleElement().isInstanceOf(ProcessMemory.class);
        assertThat(found.notes()).containsExactly("incomplete: the output of VM.native_memory in it cannot be read");
        assertThatThrownBy(() -> RealTexts.read(file(log), Interest.in(NmtReport.class)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the NMT report has a heading and no figures");
    }

    /** Pasted one after the other, before and after: the later one is how things are. */
    @Test
    void reportsOfOneTextAreOfMomentsOfTheirOwn() throws IOException {
        String report = RealTexts.text("25.0.3/platform-summary-b.txt");
        RealTexts.Found found = RealTexts.read(file(report + report), Interest.in(NmtReport.class));
        assertThat(found.origins())
                .extracting(Origin::moment)
                .containsExactly(
                        new Origin.SnapshotId(1, "report 1", null), new Origin.SnapshotId(2, "report 2", null));
        assertThat(RealTexts.read(file(report), Interest.in(NmtReport.class)).origins())
                .extracting(Origin::moment)
                .containsOnlyNulls();
    }

    @Test
    void handsOverOnlyWhatIsWanted() throws IOException {
        Path file =
                file(RealTexts.text("25.0.3/platform-baseline.txt") + RealTexts.text("25.0.3/platform-summary-b.txt"));
        assertThat(RealTexts.read(file, Interest.in(NmtReport.class)).samples())
                .hasExactlyElementsOfTypes(NmtReport.class);
        assertThat(RealTexts.read(file, Interest.in(ClassHistogram.class)).samples())
                .isEmpty();
    }

    @Test
    void readsWhatPowerShellWrites() throws IOException {
        String text = RealTexts.text("21.0.8/platform-detail.txt");
        Path utf16 = Files.write(folder.resolve("a.txt"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
        Path utf8 = Files.write(folder.resolve("b.txt"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
        assertThat(RealTexts.read(utf16, RealTexts.ALL).samples())
                .isEqualTo(RealTexts.read(utf8, RealTexts.ALL).samples())
                .containsExactly(RealTexts.onlyReport(text));
    }

    @Test
    void oddBytesAreReplacedNotRefused() throws IOException {
        byte[] text = RealTexts.text("25.0.3/platform-summary-b.txt")
                .replace("String Deduplication", "String Dedu\u00fflication")
                .getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("odd.txt"), text);
        assertThat(RealTexts.read(file, RealTexts.ALL).samples())
                .singleElement()
                .satisfies(sample -> assertThat(((NmtReport) sample).category("String Dedu\uFFFDlication"))
                        .isNotNull());
    }
}
