package dev.loomweight.growth.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.loomweight.growth.Course.Trend;
import dev.loomweight.growth.live.LiveGrowth.Figures;
import dev.loomweight.growth.live.LiveGrowth.Growing;
import dev.loomweight.sample.Amount;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtUsage;
import dev.loomweight.sample.ProcStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveGrowthTest {

    private static final long MB = 1 << 20;

    private final LiveGrowth growth = new LiveGrowth();

    @Test
    void mappedFilesMetaspaceAndTheRestAreRankedByWhatTheyGrewSinceTheStart() {
        Figures figures = Figures.NONE;
        for (int second = 0; second <= 600; second++) {
            // 6 MB a minute of metaspace, 12 of files, 3 of what nothing divides.
            long metaspace = 100 * MB + second * MB / 10;
            long files = 50 * MB + second * MB / 5;
            figures = at(second, 400 * MB + second * MB / 10 + second * MB / 5 + second * MB / 20, files, metaspace);
        }

        assertThat(figures.window().toSeconds()).isEqualTo(600);
        assertThat(figures.places()).extracting(Growing::id).containsExactly("mappedFiles", "metaspace", "rest");
        assertThat(figures.places()).extracting(Growing::bytes).containsExactly(120 * MB, 60 * MB, 30 * MB);
        assertThat(figures.places()).extracting(Growing::trend).containsOnly(Trend.GROWS);
        assertThat(figures.places().getFirst().perMinute().orElseThrow() / MB).isCloseTo(12, offset(0.01));
        assertThat(figures.places().getFirst().errorPerMinute().orElseThrow() / MB)
                .isLessThan(0.01);
    }

    @Test
    void whatStaysOrStepsOnceDoesNotGrow() {
        Figures figures = Figures.NONE;
        for (int second = 0; second <= 60; second++) {
            figures = at(second, (second < 20 ? 400 : 480) * MB, 50 * MB, 100 * MB + second % 7 * MB);
        }

        assertThat(figures.places()).singleElement().satisfies(rest -> {
            assertThat(rest.id()).isEqualTo("rest");
            assertThat(rest.trend()).isNotEqualTo(Trend.GROWS);
        });
    }

    private Figures at(int second, long resident, long files, long metaspace) {
        growth.add(new ProcStatus(7, Map.of("VmRSS", resident, "RssFile", files, "RssShmem", 0L), 20));
        growth.add(nmt(metaspace));
        return growth.at(Instant.ofEpochSecond(second));
    }

    private static NmtReport nmt(long bytes) {
        NmtUsage usage = NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
        return new NmtReport(
                7,
                1,
                false,
                usage,
                null,
                null,
                List.of(new NmtCategory(
                        "Metaspace", usage, Map.of(), null, null, null, null, null, List.of(), List.of())),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
