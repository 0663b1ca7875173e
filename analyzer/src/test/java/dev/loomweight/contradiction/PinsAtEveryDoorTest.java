package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.loomweight.agent.AgentSites;
import dev.loomweight.fold.Sum;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.live.LivePins;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sites of every recording among the fixtures, with their costs, are the same at every door. */
@Tag("oracles")
class PinsAtEveryDoorTest {

    @TempDir
    private Path folder;

    static List<Path> recordings() throws IOException {
        return Door.fixtures(".jfr", ".jfr.gz");
    }

    /** Those that the JDK's own reader does not refuse: others are damaged, or packed. */
    static List<Path> readByTheJdk() throws IOException {
        return recordings().stream().filter(PinsAtEveryDoorTest::isReadByTheJdk).toList();
    }

    private static boolean isReadByTheJdk(Path recording) {
        try {
            return !RecordingFile.readAllEvents(recording).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** A site as a door shows it. */
    private record Shown(String site, String blocker, String cause) implements Comparable<Shown> {

        static Shown of(JsonObject row) {
            // Sites of one name and cause are distinguished by holder or class where a door shows several.
            return new Shown(
                    word(row, "site"), word(row, "blocker"), word(row, "cause").replaceAll(" \\([^)]*\\)", ""));
        }

        private static String word(JsonObject row, String key) {
            JsonElement value = row.get(key);
            return value == null || value.isJsonNull() ? "" : value.getAsString();
        }

        @Override
        public int compareTo(Shown other) {
            return toString().compareTo(other.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aSiteCostsTheSame(Path recording) {
        String file = recording.toString();
        Map<Shown, Sum> pins = costs(Door.rows(Door.json("pins", file), "pins", "sites"), "totalNanos");
        String fold = folder.resolve("x.lwf").toString();
        Door.text("fold", file, "-o", fold);

        assertThat(costs(Door.rows(Door.json("report", file), "pins", "sites"), "totalNanos"))
                .as("report")
                .isEqualTo(pins);
        assertThat(costs(Door.rows(Door.json("pins", fold), "pins", "sites"), "totalNanos"))
                .as("pins of a fold")
                .isEqualTo(pins);
        assertThat(withoutCauses(costs(Door.rows(Door.json("fleet", file), "sites", "sites"), "pinnedNanos")))
                .as("fleet")
                .isEqualTo(withoutCauses(pins));
        assertThat(costs(Door.rows(Door.json("check", file, "--budget", "pins=0"), "budgets", "sites"), "totalNanos"))
                .as("check")
                .isEqualTo(pins);
        assertThat(live(recording)).as("watch").isEqualTo(ofCauses(pins));
    }

    /**
     * The agent, which has no class files either, counts as many pins of each cause at each method. What it calls a monitor
     * by elimination, the report calls unknown.
     */
    @ParameterizedTest
    @MethodSource("readByTheJdk")
    void theAgentCountsTheSame(Path recording) throws IOException {
        Map<String, Long> reported = new TreeMap<>();
        for (JsonObject row : Door.rows(Door.json("pins", recording.toString()), "pins", "sites")) {
            Shown site = Shown.of(row);
            reported.merge(
                    site.site() + " " + site.cause().split(" in ", 2)[0],
                    row.get("pinsCount").getAsLong(),
                    Long::sum);
        }
        Map<String, Long> counted = new TreeMap<>();
        AgentSites.of(recording).forEach((site, count) -> {
            String cause = site.cause().equals(CauseKind.MONITOR.id()) ? "unknown" : site.cause();
            counted.merge(site.method() + " " + CauseKind.of(cause).words(), count, Long::sum);
        });

        assertThat(counted).isEqualTo(reported);
    }

    private static Map<Shown, Sum> costs(List<JsonObject> rows, String total) {
        Map<Shown, Sum> costs = new TreeMap<>();
        for (JsonObject row : rows) {
            costs.merge(
                    Shown.of(row),
                    new Sum(
                            row.get("pinsCount").getAsLong(),
                            row.get(total).getAsLong(),
                            row.get("maxNanos").getAsLong()),
                    Sum::plus);
        }
        return costs;
    }

    // A site of a fleet has all causes of its recordings.
    private static Map<String, Sum> withoutCauses(Map<Shown, Sum> sites) {
        Map<String, Sum> costs = new TreeMap<>();
        sites.forEach((site, sum) -> costs.merge(site.site() + " " + site.blocker(), sum, Sum::plus));
        return costs;
    }

    // A live site has its innermost cause alone.
    private static Map<String, Sum> ofCauses(Map<Shown, Sum> sites) {
        Map<String, Sum> costs = new TreeMap<>();
        sites.forEach(
                (site, sum) -> costs.merge(site.blocker() + " " + site.cause().split(" in ", 2)[0], sum, Sum::plus));
        return costs;
    }

    /** What the live screen makes of the same samples, with a window that is longer than any recording. */
    private static Map<String, Sum> live(Path recording) {
        Interest interest = Interest.in(Pin.class, MonitorEnter.class).and(Interest.onRequest(MonitorWait.class));
        List<Sample> samples = new ArrayList<>();
        try (Inputs inputs = Inputs.open(List.of(recording), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                source.read(interest, () -> (origin, sample) -> samples.add(sample), 1);
            }
        }
        LivePins live = new LivePins(PinOptions.NONE, Integer.MAX_VALUE);
        if (samples.stream().anyMatch(sample -> sample instanceof Pin pin && pin.reason() != null)) {
            live.givesReasons();
        }
        // As the JVM writes them: when they end, a wait before the pin that it is a part of.
        samples.sort(Comparator.comparing(PinsAtEveryDoorTest::end).thenComparing(sample -> sample instanceof Pin));
        samples.forEach(live::add);
        LongSummaryStatistics seconds = samples.stream()
                .mapToLong(sample -> end(sample).getEpochSecond())
                .summaryStatistics();
        Map<String, Sum> costs = new TreeMap<>();
        if (seconds.getCount() > 0) {
            for (LiveSite site : live.sites(seconds.getMin(), seconds.getMax() + 1)) {
                costs.merge(site.blocker() + " " + site.cause().words(), site.sum(), Sum::plus);
            }
        }
        return costs;
    }

    /** When something ended. */
    private static Instant end(Sample sample) {
        return switch (sample) {
            case Pin pin -> pin.start().plusNanos(pin.nanos());
            case MonitorEnter enter -> enter.start().plusNanos(enter.nanos());
            case MonitorWait wait -> wait.start().plusNanos(wait.nanos());
            default -> throw new AssertionError(sample);
        };
    }
}
