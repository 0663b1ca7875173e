package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.longs;
import static org.quicktheories.generators.SourceDSL.strings;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.input.text.nmt.NmtCheck;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Sample;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Laws of the NMT reader over made-up and damaged reports. */
class NmtTextPropertyTest {

    private static final List<String> DAMAGED = List.of(
            "11.0.13/platform-detail.diff-b.txt",
            "17.0.15/gc-zgc-detail.txt",
            "21.0.8/platform-summary.diff.txt",
            "25.0.3/gc-zgc-detail.txt",
            "25.0.3/platform-statistics.txt");

    @Test
    void whatWasPrintedIsReadBack() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            NmtReport report = new NmtGenerator(seed).report();
            NmtReport read = RealTexts.onlyReport(NmtPrinter.print(report, 1));
            assertThat(read).isEqualTo(report);
            assertThat(NmtCheck.disagreements(read)).isEmpty();
        });
    }

    @Test
    void everyFigureIsWithinHalfAUnitOfTheTrueOne() {
        qt().forAll(longs().all(), arbitrary().pick(1L << 10, 1L << 20, 1L << 30))
                .checkAssert((seed, scale) -> {
                    NmtReport report = new NmtGenerator(seed).report();
                    NmtReport read = RealTexts.onlyReport(NmtPrinter.print(report, scale));
                    assertThat(read.scale()).isEqualTo(scale);
                    assertThat(read.total().reserved().bytes())
                            .isEqualTo(
                                    NmtPrinter.rounded(report.total().reserved().bytes(), scale));
                    assertThat(read.categories()).hasSameSizeAs(report.categories());
                    for (int i = 0; i < report.categories().size(); i++) {
                        NmtCategory whole = report.categories().get(i);
                        long error =
                                read.categories().get(i).usage().committed().bytes()
                                        - whole.usage().committed().bytes();
                        assertThat(Math.abs(error)).isLessThanOrEqualTo(scale / 2);
                    }
                    assertThat(read.regions()).hasSameSizeAs(report.regions());
                    assertThat(read.sites()).hasSameSizeAs(report.sites());
                    assertThat(read.notes()).isEmpty();
                });
    }

    @Test
    void aDamagedReportIsReadOrRefusedButNeverBreaksTheReader() {
        qt().forAll(longs().all(), arbitrary().pick(DAMAGED)).checkAssert((seed, name) -> {
            String text = damaged(RealTexts.text(name), new Random(seed));
            parseOrRefuse(text);
        });
    }

    @Test
    void aLineThatWasInsertedIsNamed() {
        String name = "25.0.3/platform-summary-b.txt";
        qt().forAll(longs().all()).checkAssert(seed -> {
            Random random = new Random(seed);
            List<String> lines = new ArrayList<>(RealTexts.text(name).lines().toList());
            int at = 9 + random.nextInt(lines.size() - 12);
            String garbage = " ".repeat(28) + "(future figure=" + random.nextInt(1000) + " ~" + seed + ")";
            lines.add(at, garbage);
            NmtReport report = RealTexts.onlyReport(String.join("\n", lines));
            List<String> unknown = new ArrayList<>(report.unknownLines());
            report.categories().forEach(category -> unknown.addAll(category.unknownLines()));
            assertThat(unknown).containsExactly(garbage.strip());
        });
    }

    @Test
    void anyTextAtAllIsReadOrRefused() {
        qt().forAll(strings().allPossible().ofLengthBetween(0, 200)).checkAssert(text -> {
            parseOrRefuse(text);
            parseOrRefuse("Native Memory Tracking:\nTotal: reserved=1, committed=1\n" + text);
            for (TextFormat format : TextFormat.values()) {
                TextRead read = format.read(new LineCursor(new StringReader(text), "text"));
                assertThat(read.notes()).doesNotContainNull();
            }
        });
    }

    /** Any exception but the one for bad data fails the test. */
    private static void parseOrRefuse(String text) {
        try {
            List<Sample> samples = NmtText.parse(new StringReader(text), "nmt.txt");
            assertThat(samples).doesNotContainNull();
        } catch (DataException refused) {
            assertThat(refused).hasMessageStartingWith("nmt.txt: ").hasMessageNotContaining("\n");
        }
    }

    /** Deletes, doubles, cuts, exchanges and garbles lines. */
    private static String damaged(String text, Random random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (int i = 1 + random.nextInt(30); i > 0 && !lines.isEmpty(); i--) {
            int at = random.nextInt(lines.size());
            String line = lines.get(at);
            switch (random.nextInt(6)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, line);
                case 2 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
                case 3 -> lines.set(at, lines.get(random.nextInt(lines.size())));
                case 4 -> lines.add(at, garbage(random));
                default -> lines.set(at, garbled(line, random));
            }
        }
        String whole = String.join("\n", lines);
        return random.nextBoolean() ? whole : whole.substring(0, random.nextInt(whole.length() + 1));
    }

    private static String garbage(Random random) {
        String alphabet = "([{=#,+-)]}0x19 KBd%:\t\uFFFDé";
        StringBuilder garbage = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            garbage.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return garbage.toString();
    }

    private static String garbled(String line, Random random) {
        if (line.isEmpty()) {
            return "99999999999999999999KB";
        }
        int at = random.nextInt(line.length());
        return line.substring(0, at) + garbage(random) + line.substring(at);
    }
}
