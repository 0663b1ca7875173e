package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Origin.SnapshotId;
import dev.loomweight.sample.Sample;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which growth is a known fault: what a process with it showed, and what looks like it and is none. */
class LeakFaultsTest {

    private static final String NODE = "com.fasterxml.jackson.core.util.RecyclerPool$LockFreePoolBase$Node";
    /** 16 threads that write with jackson-core 2.17.0 for 22 s, by the histograms of a capture. */
    private static final String LEAK = "0 5 4 42 483 1004 1534";

    private static @Nullable Archive jar(String version) {
        return version.isEmpty()
                ? null
                : new Archive(
                        Archive.Kind.JAR,
                        "jackson-core-" + version + ".jar",
                        "com.fasterxml.jackson.core",
                        version,
                        List.of(),
                        "",
                        "jackson-core-" + version + ".jar");
    }

    private static List<Finding> faults(String className, String counts, String version) {
        LeakFaults analysis = new LeakFaults(KnownFaults.own(), name -> name.equals(NODE) ? jar(version) : null);
        Results all = analysis.fold().empty();
        int moment = 0;
        for (String count : counts.split(" ", -1)) {
            long objects = Long.parseLong(count);
            ClassHistogram.Line line = new ClassHistogram.Line(className, "", objects, 24 * objects);
            analysis.fold()
                    .add(
                            all,
                            new Origin(
                                    "app",
                                    new SnapshotId(moment, "periodic", null),
                                    moment + "/histogram.txt",
                                    Instrument.HISTOGRAM),
                            new ClassHistogram(List.of(line), objects, 24 * objects));
            moment++;
        }
        return analysis.finish(all, Coverage.NONE).findings();
    }

    @Test
    void aPoolThatGrowsWithoutEndIsTheFaultOfItsRelease() {
        assertThat(faults(NODE, LEAK, "2.17.0")).singleElement().satisfies(fault -> {
            assertThat(fault.severity()).isEqualTo(Severity.PROBLEM);
            assertThat(fault.summary())
                    .startsWith("The growth of app is the known fault jackson-core-1260: ")
                    .endsWith("It is fixed in jackson-core 2.17.1; this is 2.17.0.");
        });
    }

    @Test
    void withoutItsJarItMayBeTheFault() {
        assertThat(faults(NODE, LEAK, "")).singleElement().satisfies(fault -> {
            assertThat(fault.severity()).isEqualTo(Severity.WARNING);
            assertThat(fault.summary())
                    .contains("may be the known fault jackson-core-1260")
                    .contains("the version of jackson-core is not in the input");
        });
    }

    /** A user can choose the same pool in other releases, of which it is no fault of the default. */
    @ParameterizedTest
    @CsvSource({"2.17.1", "2.18.0", "2.16.2"})
    void anotherReleaseDoesNotHaveIt(String version) {
        assertThat(faults(NODE, LEAK, version)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // Few: as many as threads that write at a time.
        "0 16 16 16 16",
        "0 300 600 999",
        // A pool that is full after a while.
        "0 4000 5000 5000 5000 5000",
        // It comes and goes.
        "0 4000 100 4500 200 5000",
        "5000 4000 3000",
        // Two histograms do not show whether it goes on.
        "0 5000"
    })
    void whatDoesNotGrowOnIsNone(String counts) {
        assertThat(faults(NODE, counts, "2.17.0")).isEmpty();
    }

    /** A thousand objects, a fall of a tenth of the growth, and a quarter of it in the second half are the limits. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "0 500 1000, 1",
        "0 500 999, 0",
        "0 2000 1500 5000, 1",
        "0 2000 1499 5000, 0",
        "0 3750 4000 5000, 1",
        "0 3751 4000 5000, 0",
        // 900 more, most of them late.
        "400 600 800 1300, 0",
        // The second half begins at the third of five.
        "0 1000 4800 4900 5000, 0"
    })
    void growthAtTheLimits(String counts, int faults) {
        assertThat(faults(NODE, counts, "2.17.0")).hasSize(faults);
    }

    @Test
    void theGrowthOfAnotherClassIsNone() {
        assertThat(faults("com.acme.Cart", LEAK, "2.17.0")).isEmpty();
    }

    private static LeakFaults.Leak leak(GrowingProcess process) {
        LeakFaults analysis = new LeakFaults(KnownFaults.own(), name -> null);
        return analysis.read(process.results(), Coverage.NONE).getFirst();
    }

    private static Sample[] texts(long objects, long code) {
        ClassHistogram.Line line = new ClassHistogram.Line(NODE, "", objects, 24 * objects);
        return new Sample[] {
            new ClassHistogram(List.of(line), objects, 24 * objects),
            GrowingProcess.nmt(GrowingProcess.category("Code", 0, code))
        };
    }

    /** Two snapshots show places that grew, and three classes; one shows nothing. */
    @Test
    void whatIsKnownOfAProcess() {
        GrowingProcess process = new GrowingProcess().snapshot(texts(0, 100));
        assertThat(leak(process)).isEqualTo(new LeakFaults.Leak("app", "", null, null));

        process.snapshot(texts(2000, 120));
        assertThat(leak(process)).isEqualTo(new LeakFaults.Leak("app", "", null, Set.of("code")));

        process.snapshot(texts(5000, 140));
        assertThat(leak(process)).isEqualTo(new LeakFaults.Leak("app", "", Set.of(NODE), Set.of("code")));
    }

    /** An unfinished snapshot may have half a histogram: it is none. */
    @Test
    void aHistogramOfAnUnfinishedSnapshot() {
        GrowingProcess process = new GrowingProcess().snapshot(texts(0, 100)).snapshot(texts(2000, 100));
        for (Sample text : texts(5000, 100)) {
            Observations.FOLD.add(
                    process.results(),
                    new Origin("app", SnapshotId.unfinished(2, "s2", null), "s2.txt", Instrument.HISTOGRAM),
                    text);
        }

        assertThat(leak(process).classes()).isNull();
    }

    @Test
    void theSectionOfFaults() {
        assertThat(new LeakFaults(KnownFaults.own(), name -> null).id()).isEqualTo("leakFaults");
    }
}
