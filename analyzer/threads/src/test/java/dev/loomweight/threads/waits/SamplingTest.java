package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which dumps are samples, in which order, and how they were taken. */
class SamplingTest {

    private static WaitSample sample(
            String file, int index, Kind kind, @Nullable Instant time, long took, long paused, String runtime) {
        Quantity tookNanos = took == 0 ? DumpedThreads.NOT_MEASURED : Quantity.of(took);
        Quantity pausedNanos = Quantity.notNegative(paused, "not measured");
        return new WaitSample(file, index, kind, time, tookNanos, pausedNanos, runtime, Map.of(), Map.of());
    }

    private static WaitSample of(Kind kind, String file) {
        return sample(file, 0, kind, Instant.EPOCH, 0, -1, "");
    }

    private static Instant second(String text) {
        return Instant.EPOCH.plusSeconds(Long.parseLong(text));
    }

    /** Dumps as their kind and an exclamation mark where an alarm took them. */
    @ParameterizedTest(name = "{0}: {1}, {2} left out")
    @CsvSource({
        "JSON JSON,              JSON JSON,    0",
        "TEXT JSON PRINT,        JSON,         2",
        "PRINT TEXT TEXT,        TEXT TEXT,    1",
        "PRINT PRINT,            PRINT PRINT,  0",
        "JSON! JSON TEXT,        JSON,         2",
        "JSON! TEXT,             TEXT,         1",
        "JSON! JSON!,            JSON! JSON!,  0",
    })
    void whichDumpsAreSamples(String dumps, String samples, int leftOut) {
        Sampling sampling = Sampling.of(
                Arrays.stream(dumps.split(" ", -1))
                        .map(dump -> of(
                                Kind.valueOf(dump.replace("!", "")),
                                dump.endsWith("!") ? "1-alarm.json.gz" : "1-sampled.json.gz"))
                        .toList(),
                0.01);

        assertThat(sampling.samples())
                .extracting(sample -> sample.kind() + (sample.isOfAlarm() ? "!" : ""))
                .containsExactly(samples.split(" ", -1));
        assertThat(sampling.leftOut()).isEqualTo(leftOut);
        assertThat(sampling.kind()).isEqualTo(sampling.samples().getFirst().kind());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "dumps/001-9s-alarm.json.gz, true",
        "dumps/001-9s-alarm.json,    true",
        "dumps/001-9s-alarm.txt,     true",
        "dumps/001-9s-alarm.txt.gz,  true",
        "dumps/001-9s-sampled.json,  false",
        "dumps/alarm.json,           false",
        "dumps/1-alarm.jsonl,        false",
        "my-alarm.json/001.json,     false",
    })
    void whatAnAlarmTook(String file, boolean alarm) {
        assertThat(of(Kind.JSON, file).isOfAlarm()).isEqualTo(alarm);
    }

    /** By time, then by what else there is; those without a time are first. */
    @Test
    void inOrder() {
        StackFree free = new StackFree();
        List<WaitSample> sorted = List.of(
                sample("b", 9, Kind.PRINT, null, 9, 9, "z"),
                sample("a", 0, Kind.JSON, Instant.EPOCH, 0, 0, ""),
                sample("a", 1, Kind.JSON, Instant.EPOCH, 0, 0, ""),
                sample("b", 1, Kind.JSON, Instant.EPOCH, 0, 0, ""),
                sample("b", 1, Kind.TEXT, Instant.EPOCH, 0, 0, ""),
                sample("b", 1, Kind.TEXT, Instant.EPOCH, 2, 0, ""),
                sample("b", 1, Kind.TEXT, Instant.EPOCH, 2, 3, ""),
                sample("b", 1, Kind.TEXT, Instant.EPOCH, 2, 3, "25"),
                free.sample(Map.of(free.waiting(Doing.IO), 1L)),
                free.sample(Map.of(free.waiting(Doing.SLEEP), 1L)),
                free.sample(Map.of(free.waiting(Doing.SLEEP), 2L)),
                sample("a", 0, Kind.JSON, Instant.EPOCH.plusNanos(1), 0, 0, ""));
        for (int seed = 0; seed < 20; seed++) {
            List<WaitSample> shuffled = new ArrayList<>(sorted);
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(shuffled.stream().sorted(WaitSample.IN_ORDER)).containsExactlyElementsOf(sorted);
        }
    }

    /** Samples that differ by what their threads do alone. */
    private static final class StackFree {

        private Waiting waiting(Doing doing) {
            return new Waiting(true, doing, "", null, DumpedStacks.lines(""), 0);
        }

        private WaitSample sample(Map<Waiting, Long> threads) {
            return new WaitSample(
                    "b", 1, Kind.TEXT, Instant.EPOCH, Quantity.of(2), Quantity.of(3), "26", threads, Map.of());
        }
    }

    /** Dumps at seconds: the time from the first to the last, and that in the middle from one to the next. */
    @ParameterizedTest(name = "at {0}: {1} s, {2} s")
    @CsvSource({
        "0 1 3 7,   7, 2",
        "0 1 3,     3, 1",
        "0 4,       4, 4",
        "5,         , ",
        "5 5 5,     , ",
        "7 0 3 1,   7, 2",
        "- 0 1 3,   , ",
    })
    void timesOfDumps(String seconds, @Nullable Long span, @Nullable Long interval) {
        Sampling sampling = Sampling.of(
                Arrays.stream(seconds.split(" ", -1))
                        .map(at -> sample("a", 0, Kind.JSON, at.equals("-") ? null : second(at), 0, -1, ""))
                        .toList(),
                0);

        assertThat(sampling.spanNanos()).isEqualTo(nanos(span));
        assertThat(sampling.intervalNanos()).isEqualTo(nanos(interval));
    }

    private static Quantity nanos(@Nullable Long seconds) {
        return Quantity.ofNullable(
                seconds == null ? null : Duration.ofSeconds(seconds).toNanos(), "not known");
    }

    /** Each dump as how long it took and for how long threads stopped: 0 and -1 where that was not measured. */
    @ParameterizedTest(name = "{0}: took {1}, paused {2}, share {3}")
    @CsvSource({
        "5/1 3/2 9/3,   5 9 all,  2 3 all,   0.75",
        "5/1 3/0,       3 5 all,  0 1 all,   0.5",
        "0/1 3/-1 9/3,  3 9 some, 1 3 some,  ",
        "0/-1 0/-1,     not measured not measured none, not measured not measured none,  ",
        "5/1,           5 5 all,  1 1 all,   ",
        "1/1 2/1 3/1 4/1, 2 4 all, 1 1 all,  0.5",
    })
    void whatDumpsCost(String dumps, String took, String paused, @Nullable Double share) {
        String[] all = dumps.split(" ", -1);
        List<WaitSample> samples = IntStream.range(0, all.length)
                .mapToObj(i -> sample(
                        "a",
                        i,
                        Kind.JSON,
                        Instant.EPOCH.plusNanos(2L * i),
                        Long.parseLong(all[i].split("/", -1)[0]),
                        Long.parseLong(all[i].split("/", -1)[1]),
                        ""))
                .toList();
        Sampling sampling = Sampling.of(samples, 0);

        assertThat(said(sampling.took())).isEqualTo(took);
        assertThat(said(sampling.paused())).isEqualTo(paused);
        assertThat(sampling.pausedShare().stream().boxed().findFirst().orElse(null))
                .isEqualTo(share);
    }

    private static String said(Sampling.Durations durations) {
        return said(durations.median()) + " " + said(durations.most()) + " "
                + (durations.isComplete() ? "all" : durations.isKnown() ? "some" : "none");
    }

    private static String said(Quantity nanos) {
        return nanos.isKnown() ? String.valueOf(nanos.known()) : nanos.reason();
    }

    @Test
    void versionsWithoutTheirBuild() {
        assertThat(Sampling.of(
                                List.of(
                                        sample("a", 0, Kind.JSON, null, 0, -1, "25.0.3+9-LTS"),
                                        sample("b", 0, Kind.JSON, null, 0, -1, "21.0.8+9-LTS"),
                                        sample("c", 0, Kind.JSON, null, 0, -1, "25.0.3+7"),
                                        sample("d", 0, Kind.JSON, null, 0, -1, "26-ea+5"),
                                        sample("e", 0, Kind.JSON, null, 0, -1, "")),
                                0)
                        .runtime())
                .isEqualTo("21.0.8, 25.0.3, 26");
    }

    @Test
    void whatRunsOrIsAtAMonitorShowsThatThereAreNoStates() {
        StackFree free = new StackFree();
        WaitSample active = free.sample(Map.of(free.waiting(Doing.ACTIVE), 1L));
        WaitSample running = free.sample(Map.of(free.waiting(Doing.RUNNING), 1L));

        assertThat(Sampling.of(List.of(running, active), 0).hasStates()).isFalse();
        assertThat(Sampling.of(List.of(running), 0).hasStates()).isTrue();
    }
}
