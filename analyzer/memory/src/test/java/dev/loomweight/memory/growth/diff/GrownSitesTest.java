package dev.loomweight.memory.growth.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.NmtReading;
import dev.loomweight.memory.Texts;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Origin.SnapshotId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The call sites that grew over the snapshots of a process. */
class GrownSitesTest {

    private static final Origin FILE = new Origin("a", null, "a.txt", Instrument.NMT);

    @Test
    void aSiteGrewThatHoldsMoreAtTheLastSnapshotThanAtTheFirst() {
        NmtReport first = report(
                site("x", "same", 7),
                site("x", "less", 9),
                site("x", "more", 1),
                // One call site can have several lines, of which the sum counts.
                site("x", "two", 1),
                site("x", "two", 1),
                site("x", "equal", 0));
        NmtReport between = report(site("x", "more", 99));
        NmtReport last = report(
                site("x", "same", 7),
                site("x", "less", 8),
                site("x", "more", 2),
                site("x", "two", 4),
                site("x", "two", 5),
                site("y", "new", 3),
                site("x", "equal", 1));

        assertThat(read(new Text<>(at("a", 2), last), new Text<>(at("a", 0), first), new Text<>(at("a", 1), between)))
                .singleElement()
                .satisfies(grown -> {
                    assertThat(grown.subject()).isEqualTo("a");
                    assertThat(grown.sites())
                            .extracting(site -> site.category() + " " + site.frames() + " "
                                    + NmtReading.held(site).bytes() + " "
                                    + NmtReading.held(site).deltaBytes())
                            .containsExactly("x [two] 9 7", "y [new] 3 3", "x [equal] 1 1", "x [more] 2 1");
                });
    }

    @Test
    void growthNeedsTwoSnapshotsWithSites() {
        NmtReport less = report(site("x", "s", 1));
        NmtReport more = report(site("x", "s", 2));
        NmtReport difference = report(true, List.of(site("x", "s", 3)));

        record Case(String what, List<Text<NmtReport>> texts, int processes) {}
        for (Case one : List.of(
                new Case("two", List.of(new Text<>(at("a", 0), less), new Text<>(at("a", 1), more)), 1),
                new Case("shrunk", List.of(new Text<>(at("a", 0), more), new Text<>(at("a", 1), less)), 0),
                new Case("one", List.of(new Text<>(at("a", 0), more)), 0),
                new Case("no snapshot", List.of(new Text<>(FILE, less), new Text<>(at("a", 1), more)), 0),
                new Case("two processes", List.of(new Text<>(at("a", 0), less), new Text<>(at("b", 1), more)), 0),
                new Case("no sites", List.of(new Text<>(at("a", 0), report()), new Text<>(at("a", 1), more)), 0),
                new Case(
                        "a difference",
                        List.of(new Text<>(at("a", 0), less), new Text<>(at("a", 1), difference)),
                        0))) {
            assertThat(read(one.texts)).as(one.what).hasSize(one.processes);
        }
    }

    /** A table for each process, of the innermost frame and its caller. */
    @Test
    void theTablesOfTwoProcesses() {
        GrownSites analysis = new GrownSites();
        NmtReport none = report(site("x", "other", 1));
        NmtReport more = report(
                new Site(
                        "GC",
                        List.of("a(int)+0x1", "b()+0x2", "c()+0x3"),
                        new NmtMalloc(new Amount(3072, 0), 1, 0, -1, -1),
                        null),
                new Site("Code", List.of(), null, NmtUsage.of(Amount.of(9999), Amount.of(1024))));
        Section section = analysis.say(
                read(
                        new Text<>(at("a", 0), none),
                        new Text<>(at("a", 1), more),
                        new Text<>(at("b", 0), report(site("GC", "f", 1024))),
                        new Text<>(at("b", 1), report(site("GC", "f", 3072)))),
                Coverage.NONE);

        assertThat(SectionText.of(section)).isEqualTo("""
                ## grownSites: Native call sites that grew
                grown1: a
                site | category | first | last | growth
                a(int)+0x1 < b()+0x2 | GC | 0 B | 3 KB | 3 KB
                (no frames) | Code | 0 B | 1 KB | 1 KB

                grown2: b
                site | category | first | last | growth
                f | GC | 1 KB | 3 KB | 2 KB
                """);
        assertThat(section.blocks())
                .allSatisfy(block -> assertThat(((Table) block).top()).isEqualTo(10));
    }

    private static Origin at(String subject, int index) {
        return new Origin(subject, new SnapshotId(index, "s" + index, null), subject + ".txt", Instrument.NMT);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // it is only read
    private static List<GrownSites.SitesReading> read(Text<NmtReport>... texts) {
        return read(Arrays.asList(texts));
    }

    private static List<GrownSites.SitesReading> read(List<Text<NmtReport>> texts) {
        GrownSites analysis = new GrownSites();
        Texts<NmtReport> all = analysis.fold().empty();
        texts.forEach(text -> all.add(text.origin(), text.sample()));
        return analysis.read(all, Coverage.NONE);
    }

    private static Site site(String category, String frame, long bytes) {
        return new Site(category, List.of(frame), new NmtMalloc(new Amount(bytes, 0), 1, 0, -1, -1), null);
    }

    private static NmtReport report(Site... sites) {
        return report(false, List.of(sites));
    }

    private static NmtReport report(boolean diff, List<Site> sites) {
        return new NmtReport(
                7,
                1,
                diff,
                NmtUsage.of(Amount.ZERO, Amount.ZERO),
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                sites,
                List.of(),
                List.of());
    }
}
