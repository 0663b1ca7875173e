package dev.loomweight.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every exhibit in a real JVM of both JDKs: the recording must hold the events of its {@code .expected} file, and no others. */
@Tag("applications")
@Execution(ExecutionMode.CONCURRENT)
class GalleryTest {

    private static final int PART_IN_EVENT = 4;

    private static final List<String> JDKS = List.of("loomweight.jdk21", "loomweight.jdk.newest");

    /** As Loomweight records, and JFR by itself. */
    private static final int WHOLE_STACKS = 256;

    private static final int JFR_STACKS = 64;

    static Stream<Arguments> runs() throws Exception {
        Stream.Builder<Arguments> runs = Stream.builder();
        for (String name : Gallery.names()) {
            boolean depths = Expected.of(name).sites().stream()
                    .anyMatch(site -> site.stack().depth() == JFR_STACKS);
            for (String jdk : JDKS) {
                runs.add(Arguments.of(name, jdk, WHOLE_STACKS));
                if (depths) {
                    runs.add(Arguments.of(name, jdk, JFR_STACKS));
                }
            }
        }
        return runs.build();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("runs")
    void theRecordingHoldsWhatIsExpectedAndNothingElse(String name, String jdk, int stackDepth, @TempDir Path folder)
            throws Exception {
        RecordedEvents recorded = RecordedEvents.of(GalleryProcess.record(jdk, name, stackDepth, folder));
        List<Site> sites = Expected.of(name).on(recorded.jdk(), stackDepth);

        assertThat(recorded.events().stream()
                        .filter(event -> !RecordedEvents.canHappenAnywhere(event))
                        .filter(event -> sites.stream()
                                .noneMatch(site -> recorded.isOf(event, site) || RecordedEvents.isBeside(event, site))))
                .as("events that no site of %s tells of", name)
                .isEmpty();
        for (Site site : sites) {
            List<RecordedEvent> events = recorded.events().stream()
                    .filter(event -> recorded.isOf(event, site))
                    .toList();
            counts(events.size(), site, site.event());
            if (site.also() != null) {
                long beside = recorded.events().stream()
                        .filter(event -> RecordedEvents.isBeside(event, site))
                        .count();
                counts(beside, site, site.also());
            }
            if (!events.isEmpty()) {
                lastsAsLongAsItSays(events, site);
                events.forEach(event -> stackIsAsItSays(event, site));
            }
        }
    }

    private static void counts(long count, Site site, String event) {
        if (site.atLeast()) {
            assertThat(count).as("%s of %s", event, site).isGreaterThanOrEqualTo(site.count());
        } else {
            assertThat(count).as("%s of %s", event, site).isEqualTo(site.count());
        }
    }

    /**
     * One of them does, or a good part of it: the first pins after the start of a recording are under-timed on 21, and a
     * sleep ends at its deadline, so that what a busy machine takes before the event begins is not in the event.
     */
    private static void lastsAsLongAsItSays(List<RecordedEvent> events, Site site) {
        long longest = events.stream()
                .mapToLong(event -> event.getDuration().toMillis())
                .max()
                .orElseThrow();
        assertThat(longest).as("the longest of %s", site).isGreaterThanOrEqualTo(site.millis() / PART_IN_EVENT);
    }

    private static void stackIsAsItSays(RecordedEvent event, Site site) {
        RecordedStackTrace stack = event.getStackTrace();
        assertThat(stack).isNotNull();
        assertThat(stack.isTruncated())
                .as("truncated: %s", site)
                .isEqualTo(site.stack().depth() == JFR_STACKS);
        if (site.stack().compiled()) {
            assertThat(RecordedEvents.frames(event))
                    .filteredOn(frame -> site.causes().stream()
                            .anyMatch(cause -> RecordedEvents.method(frame).equals(cause.frame())))
                    .extracting(RecordedFrame::getType)
                    .doesNotContain("Interpreted");
        }
    }
}
