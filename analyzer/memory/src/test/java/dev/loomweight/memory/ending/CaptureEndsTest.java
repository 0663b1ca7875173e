package dev.loomweight.memory.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which captures are said to be incomplete. */
class CaptureEndsTest {

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # kind, asked, ran, status, killed for memory, said
            platform, 40, 40, complete,             false, -
            platform, 40, 39, complete,             false, -
            platform, 40,  0, complete,             false, -
            platform, 40, 40, running,              false, PROBLEM
            platform, 40, 40, running,              true,  -
            platform, 40, 39, running,              true,  -
            platform, 40, 39, running,              false, -
            platform, 40, 40, stopped: disk is low, false, WARNING
            -,         0,  0, stopped: disk is low, false, WARNING
            -,         0,  0, running,              false, -
            -,         0,  0, failed,               false, PROBLEM
            -,         0,  0, complete,             false, -
            -,         0,  0, not recorded: no space, false, PROBLEM
            -,         0,  0, process 7 ended while it was captured: killed, false, -
            # The last snapshots of sleepers are what they are captured for.
            platform,  0,  0, running,              false, PROBLEM
            platform,  0,  0, complete,             false, -
            """)
    void aCaptureThatLacksSomethingIsAFinding(
            @Nullable String kind, long asked, long ran, String status, boolean killed, @Nullable Severity said) {
        End end = killed
                ? new End(
                        null,
                        null,
                        137,
                        true,
                        new KillCount("memory.events", 0, 1, KillCount.Since.START, KillCount.Group.SAME),
                        ThreadLimit.NONE,
                        null,
                        List.of())
                : End.UNKNOWN;
        Processes all = Processes.FOLD.empty();
        Processes.FOLD.add(
                all,
                new Origin("run", null, "file", Instrument.CAPTURE),
                new CaptureInfo(
                        "shop",
                        "25",
                        7,
                        Instant.EPOCH,
                        List.of(),
                        new CaptureInfo.Threads(kind, asked, ran, 0, 0),
                        status,
                        null,
                        end));

        Section section = new CaptureEnds().finish(all, Coverage.NONE);

        assertThat(section.id()).isEqualTo("captures");
        assertThat(section.blocks()).isEmpty();
        assertThat(section.findings())
                .extracting(Finding::severity)
                .containsExactlyElementsOf(said == null ? List.of() : List.of(said));
    }
}
