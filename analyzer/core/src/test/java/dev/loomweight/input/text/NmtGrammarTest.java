package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtCategory.Count;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Each rule of the grammar on the smallest text that has it, with the figures written out. */
class NmtGrammarTest {

    private static final String HEAD = """
            Native Memory Tracking:

            Total: reserved=1000KB, committed=500KB
            """;

    private static NmtCategory category(String lines) {
        List<NmtCategory> categories = RealTexts.onlyReport(HEAD + lines).categories();
        assertThat(categories).hasSize(1);
        return categories.get(0);
    }

    private static NmtReport.Site site(String line) {
        List<NmtReport.Site> sites = RealTexts.onlyReport(HEAD + "\nDetails:\n\n[0x00007f0ec76fcbf6] f()+0x46\n" + line)
                .sites();
        assertThat(sites).hasSize(1);
        return sites.get(0);
    }

    private static Amount kb(long amount, long change) {
        return new Amount(amount << 10, change << 10);
    }

    @Test
    void readsTheLinesOfACategoryWithPeaks() {
        NmtCategory thread = category("""
                -                    Thread (reserved=1000KB, committed=500KB, readonly=7KB)
                                            (threads #219)
                                            (stack: reserved=900KB, committed=400KB, peak=450KB)
                                            (malloc=60KB tag=Thread #1328) (peak=70KB #1400)
                                            (mmap: reserved=30KB, committed=30KB, at peak)
                                            (arena=10KB #434) (at peak)
                                            (tracking overhead=5KB)
                """);
        assertThat(thread.name()).isEqualTo("Thread");
        assertThat(thread.usage()).isEqualTo(new NmtUsage(kb(1000, 0), kb(500, 0), kb(7, 0), -1));
        assertThat(thread.counts()).containsOnly(java.util.Map.entry("threads", new Count(219, 0)));
        assertThat(thread.stack()).isEqualTo(new NmtUsage(kb(900, 0), kb(400, 0), null, 450 << 10));
        assertThat(thread.malloc()).isEqualTo(new NmtMalloc(kb(60, 0), 1328, 0, 70 << 10, 1400));
        assertThat(thread.mmap()).isEqualTo(new NmtUsage(kb(30, 0), kb(30, 0), null, 30 << 10));
        assertThat(thread.arena()).isEqualTo(new NmtMalloc(kb(10, 0), 434, 0, 10 << 10, 434));
        assertThat(thread.trackingOverhead()).isEqualTo(kb(5, 0));
        assertThat(thread.unknownLines()).isEmpty();
    }

    @Test
    void readsTheSameLinesWithoutPeaksAndWithTheOlderWord() {
        NmtCategory thread = category("""
                -                    Thread (reserved=1000KB, committed=500KB)
                                            (thread #217)
                                            (malloc=789KB #1304)\s
                """);
        assertThat(thread.counts()).containsOnlyKeys("threads");
        assertThat(thread.malloc()).isEqualTo(new NmtMalloc(kb(789, 0), 1304, 0, -1, -1));
    }

    @Test
    void readsTheSingleStackFigureOfAix() {
        NmtCategory thread = category("""
                -                    Thread (reserved=1000KB, committed=500KB)
                                            (Stack: 480KB)
                """);
        assertThat(thread.stack()).isEqualTo(NmtUsage.of(kb(480, 0), kb(480, 0)));
    }

    @Test
    void readsChangesWhicheverWayTheJdkPrintsThoseOfArenas() {
        for (String change : List.of("+236", "+236d", "+236KB")) {
            NmtCategory thread = category("""
                    -                    Thread (reserved=1000KB +10KB, committed=500KB -20KB)
                                                (threads #219 +201)
                                                (malloc=60KB -3KB #1328 -12)
                                                (arena=252KB %s #432 +400)
                    """.formatted(change));
            assertThat(thread.usage()).isEqualTo(NmtUsage.of(kb(1000, 10), kb(500, -20)));
            assertThat(thread.counts()).containsEntry("threads", new Count(219, 201));
            assertThat(thread.malloc()).isEqualTo(new NmtMalloc(kb(60, -3), 1328, -12, -1, -1));
            assertThat(thread.arena()).isEqualTo(new NmtMalloc(kb(252, 236), 432, 400, -1, -1));
        }
    }

    @Test
    void readsMetaspaceWithAnyHeadAndDecimalSign() {
        for (String head : List.of("(  Metadata:   )", "(  Metadata)", ": (  Metadata)")) {
            NmtCategory classes = category("""
                    -                     Class (reserved=1000KB, committed=500KB)
                                                (classes #873 +53)
                                                (  instance classes #732 +49, array classes #141 +4)
                                                %s
                                                (    reserved=64KB, committed=32KB +8KB)
                                                (    used=20KB +6KB)
                                                (    free=3KB)
                                                (    waste=12KB =37,50%% +2KB)
                                                (  Class space:)
                                                (    reserved=8KB, committed=0KB)
                                                (    used=0KB)
                                                (    waste=0KB =-nan%%)
                    """.formatted(head));
            assertThat(classes.counts())
                    .containsOnly(
                            java.util.Map.entry("classes", new Count(873, 53)),
                            java.util.Map.entry("instance classes", new Count(732, 49)),
                            java.util.Map.entry("array classes", new Count(141, 4)));
            assertThat(classes.metaspace())
                    .containsExactly(
                            new NmtCategory.Metaspace(
                                    "Metadata",
                                    NmtUsage.of(kb(64, 0), kb(32, 8)),
                                    kb(20, 6),
                                    kb(3, 0),
                                    kb(12, 2),
                                    37.5),
                            new NmtCategory.Metaspace(
                                    "Class space", NmtUsage.of(kb(8, 0), kb(0, 0)), kb(0, 0), null, kb(0, 0), 0));
            assertThat(classes.unknownLines()).isEmpty();
        }
    }

    @Test
    void readsTheTotalsOfMallocAndMmap() {
        NmtReport report = RealTexts.onlyReport(HEAD + """
                         malloc: 9416KB #15588, peak=9142KB #15590
                         mmap:   reserved=2169856KB, committed=145560KB
                  """);
        assertThat(report.malloc()).isEqualTo(new NmtMalloc(kb(9416, 0), 15588, 0, 9142 << 10, 15590));
        assertThat(report.mmap()).isEqualTo(NmtUsage.of(kb(2169856, 0), kb(145560, 0)));
        NmtReport diff =
                RealTexts.onlyReport(HEAD + "\nmalloc=94KB +1KB #155 -2\n\nmmap: reserved=21KB +4KB, committed=14KB\n");
        assertThat(diff.malloc()).isEqualTo(new NmtMalloc(kb(94, 1), 155, -2, -1, -1));
        assertThat(diff.mmap()).isEqualTo(NmtUsage.of(kb(21, 4), kb(14, 0)));
        assertThat(diff.diff()).isTrue();
    }

    @Test
    void readsCallSitesOfEveryJdk() {
        NmtMalloc two = new NmtMalloc(kb(2048, 0), 2, 0, -1, -1);
        NmtMalloc atPeak = new NmtMalloc(kb(2048, 0), 2, 0, 2048 << 10, 2);
        assertThat(site("    (malloc=2048KB type=GC #2)").malloc()).isEqualTo(two);
        assertThat(site("    (malloc=2048KB type=GC #2) (at peak)").malloc()).isEqualTo(atPeak);
        assertThat(site("    ((malloc=2048KB tag=Thread Stack #2) (at peak))"))
                .isEqualTo(new NmtReport.Site("Thread Stack", List.of("f()+0x46"), atPeak, null));
        assertThat(site("    ((malloc=1KB tag=GC #2) (peak=3KB #4))").malloc())
                .isEqualTo(new NmtMalloc(kb(1, 0), 2, 0, 3 << 10, 4));
        assertThat(site("    (reserved=32KB, committed=16KB Tag=Thread Stack)"))
                .isEqualTo(new NmtReport.Site(
                        "Thread Stack", List.of("f()+0x46"), null, NmtUsage.of(kb(32, 0), kb(16, 0))));
    }

    @Test
    void readsCallSitesOfEveryDiff() {
        assertThat(site("    (malloc=8KB type=Arena Chunk +6KB #128 +125)"))
                .isEqualTo(new NmtReport.Site(
                        "Arena Chunk", List.of("f()+0x46"), new NmtMalloc(kb(8, 6), 128, 125, -1, -1), null));
        assertThat(site("    (7KB +7KB #128 +125)"))
                .isEqualTo(new NmtReport.Site(
                        "Thread", List.of("f()+0x46"), new NmtMalloc(kb(7, 7), 128, 125, -1, -1), null));
        assertThat(site("    (0 -32)").malloc()).isEqualTo(new NmtMalloc(new Amount(0, -32), -1, 0, -1, -1));
        assertThat(site("    (malloc=0KB type=GC -9KB)").malloc()).isEqualTo(new NmtMalloc(kb(0, -9), -1, 0, -1, -1));
        assertThat(site("    (mmap: reserved=64KB, committed=9KB +1KB Type=Metaspace)"))
                .isEqualTo(
                        new NmtReport.Site("Metaspace", List.of("f()+0x46"), null, NmtUsage.of(kb(64, 0), kb(9, 1))));
    }

    @Test
    void readsFramesWithTheirLibraryAndWithoutAnyName() {
        NmtReport report = RealTexts.onlyReport(HEAD + """
                  Details:

                  [0x00007f33ed45f70b]JavaMain+0x8b in libjli.so
                  [0x00007f0eaf60f930]
                  [0x00007f770331615b]ZPartition::prime(ZWorkers*, unsigned long) [clone .part.0]+0x11b
                                               (malloc=1KB type=GC #2)

                  [BOOTSTRAP]                             (malloc=2KB type=Internal #3)
                  """);
        assertThat(report.sites().get(0).frames())
                .containsExactly(
                        "JavaMain+0x8b in libjli.so",
                        "[0x00007f0eaf60f930]",
                        "ZPartition::prime(ZWorkers*, unsigned long) [clone .part.0]+0x11b");
        assertThat(report.sites().get(1).frames()).containsExactly("[BOOTSTRAP]");
        assertThat(Objects.requireNonNull(report.sites().get(1).malloc()).count())
                .isEqualTo(3);
    }

    @Test
    void putsTheMapTogetherUpwardsWithUnsignedAddresses() {
        NmtReport report = RealTexts.onlyReport(HEAD + """
                  Virtual memory map:

                  [0xffff800000000000 - 0xffff800000001000] reserved and committed 4KB for Internal from
                      [0x00000000000000aa]high()+0x1

                  [0x00007faf7afff000 - 0x00007faf7b0ff000] reserved 1024KB for Thread Stack from
                      [0x00007faf7d075b16]thread_native_entry(Thread*)+0xd6

                          [0x00007faf7b0fd000 - 0x00007faf7b0ff000] committed 8KB

                          [0x00007faf7afff000 - 0x00007faf7b003000] committed 16KB from
                              [0x00007faf7d0]StackOverflow::create_stack_guard_pages()+0x1

                  [0x0000000000001000 - 0x0000000000002000] reserved 4KB for Code

                  Memory file details

                  Memory map of ZGC heap backing file

                  [0x0000000000000000 - 0x0000000004000000] allocated 65536KB for Java Heap from
                      [0x00007f770331e0f3]ZPhysicalMemoryManager::commit()+0xf3

                  Details:

                  (1459 call sites weighting less than 1KB each omitted.)
                  """);
        assertThat(report.regions())
                .extracting(NmtReport.Region::category)
                .containsExactly("Code", "Thread Stack", "Internal");
        NmtReport.Region stack = report.regions().get(1);
        assertThat(stack.frames()).containsExactly("thread_native_entry(Thread*)+0xd6");
        assertThat(stack.parts()).extracting(NmtReport.Part::bytes).containsExactly(16L << 10, 8L << 10);
        assertThat(stack.parts()).extracting(NmtReport.Part::isStackGuard).containsExactly(true, false);
        assertThat(report.regions().get(2).whollyCommitted()).isTrue();
        assertThat(report.files())
                .containsExactly(new NmtReport.MappedFile(
                        "ZGC heap backing file",
                        List.of(new NmtReport.Allocation(
                                0,
                                0x4000000,
                                65536L << 10,
                                "Java Heap",
                                List.of("ZPhysicalMemoryManager::commit()+0xf3")))));
        assertThat(report.unknownLines()).isEmpty();
        assertThat(report.notes()).contains("(1459 call sites weighting less than 1KB each omitted.)");
    }

    @Test
    void readsTheNotesOfOneVendor() {
        NmtReport report = RealTexts.onlyReport(
                "Native Memory Tracking: end time is 2025-01-01 10:00:00, elapsed time is 12 secs\n\n" + HEAD);
        assertThat(report.notes()).contains("end time is 2025-01-01 10:00:00, elapsed time is 12 secs");
    }
}
