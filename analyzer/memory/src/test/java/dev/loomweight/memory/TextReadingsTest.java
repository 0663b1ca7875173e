package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Origin.SnapshotId;
import dev.loomweight.sample.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is read of texts: their order, the order of their rows, and what grew between two of them. */
class TextReadingsTest {

    private static final Origin FILE = new Origin("a", null, "a.txt", Instrument.NMT);

    @Test
    void textsAreInTheOrderOfTheirProcessesAndSnapshots() {
        ClassHistogram any = new ClassHistogram(List.of(), 0, 0);

        assertThat(read(
                        new HeapClasses(),
                        new Text<>(at("b", 0), any),
                        new Text<>(at("a", 2), any),
                        new Text<>(FILE, any),
                        new Text<>(at("a", 1), any)))
                .extracting(Text::title)
                .containsExactly("a", "a, s1", "a, s2", "b, s0");
    }

    @Test
    void theLargestIsFirstAndOfADifferenceWhatChangedMost() {
        List<NmtCategory> categories =
                List.of(category("B", 5, 0), category("A", 5, -3, "odd"), category("C", 9, 1), category("D", 1, 2));
        List<Site> sites = List.of(site("x", "B", 5, 0), site("x", "A", 5, -3), site("x", "C", 9, 1));

        NmtReading now = nmt(report(false, categories, sites, "new"));
        assertThat(now.categories()).extracting(NmtCategory::name).containsExactly("C", "A", "B", "D");
        assertThat(now.sites()).extracting(Site::frames).containsExactly(List.of("C"), List.of("A"), List.of("B"));
        assertThat(now.unknownLines()).containsExactly("new", "odd");

        NmtReading difference = nmt(report(true, categories, sites));
        assertThat(difference.categories()).extracting(NmtCategory::name).containsExactly("A", "D", "C", "B");
        assertThat(difference.sites())
                .extracting(Site::frames)
                .containsExactly(List.of("A"), List.of("C"), List.of("B"));
    }

    private static Origin at(String subject, int index) {
        return new Origin(subject, new SnapshotId(index, "s" + index, null), subject + ".txt", Instrument.NMT);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // it is only read
    private static <S extends Sample, R> R read(Analysis<Texts<S>, R> analysis, Text<S>... texts) {
        return read(analysis, Arrays.asList(texts));
    }

    private static <S extends Sample, R> R read(Analysis<Texts<S>, R> analysis, List<Text<S>> texts) {
        Texts<S> all = analysis.fold().empty();
        texts.forEach(text -> all.add(text.origin(), text.sample()));
        return analysis.read(all, Coverage.NONE);
    }

    private static NmtReading nmt(NmtReport report) {
        return read(new NmtAnalysis(), new Text<>(FILE, report)).getFirst();
    }

    private static NmtCategory category(String name, long bytes, long change, String... unknown) {
        Amount amount = new Amount(bytes, change);
        return new NmtCategory(
                name, NmtUsage.of(amount, amount), Map.of(), null, null, null, null, null, List.of(), List.of(unknown));
    }

    private static Site site(String category, String frame, long bytes, long change) {
        return new Site(category, List.of(frame), new NmtMalloc(new Amount(bytes, change), 1, 0, -1, -1), null);
    }

    private static NmtReport report(boolean diff, List<NmtCategory> categories, List<Site> sites, String... unknown) {
        return new NmtReport(
                7,
                1,
                diff,
                NmtUsage.of(Amount.ZERO, Amount.ZERO),
                null,
                null,
                categories,
                List.of(),
                List.of(),
                sites,
                List.of(),
                List.of(unknown));
    }
}
