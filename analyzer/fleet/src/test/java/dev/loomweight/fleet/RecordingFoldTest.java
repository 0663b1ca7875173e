package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Samples;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.memory.Account;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is counted of one recording. */
class RecordingFoldTest {

    private static final Instant START = Instant.parse("2026-11-02T10:30:00Z");
    private static final Labels LABELS = Labels.of(Map.of("service", "shop"));

    private final List<Sample> samples = new ArrayList<>();
    private boolean finished = true;
    private PinOptions options = PinOptions.NONE;

    private GroupSums sums(Coverage coverage) {
        RecordingFold fold = new RecordingFold(options, List.of());
        Results half = fold.fold().empty();
        Results all = fold.fold().empty();
        for (Sample sample : samples) {
            fold.fold().add(all, Samples.SHOP, sample);
        }
        Held held = new Held("shop.jfr", Kind.RECORDING, List.of(new Chunk(1, 1, 1, 1, finished)));
        return fold.sums(new Folded<>(fold.fold().merge(half, all), coverage), LABELS, "shop.jfr", 1000, held)
                .group(LABELS);
    }

    private static OfEvent pins(State state, long thresholdMillis, boolean stacks) {
        return Events.of(
                Pin.EVENT, state, 1, Duration.ofMillis(thresholdMillis), stacks, 0, 0, 64, List.of("pinnedReason"));
    }

    private static Coverage of(long lost, long unread, List<String> notes, OfEvent... events) {
        return of(START, lost, unread, notes, events);
    }

    private static Coverage of(@Nullable Instant start, long lost, long unread, List<String> notes, OfEvent... events) {
        Instant end = start == null ? null : start.plusSeconds(100);
        return Coverage.of(new OfSource(Samples.SHOP, start, end, lost, unread, List.of(events), notes));
    }

    private static Coverage recorded() {
        return of(0, 0, List.of(), pins(State.RECORDED, 0, true));
    }

    private static Pin pin(long atMillis, long millis, String method) {
        return new Pin(
                START.plusMillis(atMillis),
                Duration.ofMillis(millis).toNanos(),
                new ThreadRef(7, "", 0, true),
                new ThreadRef(101, "ForkJoinPool-1-worker-1", 101, false),
                "LockSupport.park",
                "Native or VM frame on stack",
                Samples.stack("java.lang.VirtualThread.parkOnCarrierThread", method));
    }

    /** Its counters, without the recordings, their bytes and their times. */
    private static Map<Counter, Long> counted(GroupSums sums) {
        Map<Counter, Long> counters = new TreeMap<>(sums.counters());
        assertThat(counters.remove(Counter.RECORDINGS)).isEqualTo(1);
        assertThat(counters.remove(Counter.BYTES)).isEqualTo(1000);
        counters.keySet().removeAll(List.of(Counter.FIRST_NANOS, Counter.LAST_NANOS));
        return counters;
    }

    /** Whether pins were on decides what a recording without pins says. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RECORDED | true  | {TOLD=1, RECORDED_NANOS=100000000000}
            RECORDED | false | {TOLD=1, WITHOUT_STACKS=1, RECORDED_NANOS=100000000000}
            SILENT   | true  | {TOLD=1, RECORDED_NANOS=100000000000}
            SILENT   | false | {TOLD=1, RECORDED_NANOS=100000000000}
            OFF      | true  | {PINS_OFF=1}
            UNSTATED | true  | {PINS_UNSTATED=1}
            UNKNOWN  | true  | {PINS_UNKNOWN=1}
            """)
    void whetherPinsWereOn(State state, boolean stacks, String counted) {
        assertThat(counted(sums(of(0, 0, List.of(), pins(state, 0, stacks))))).hasToString(counted);
    }

    /** One that cannot be read, in part or at all, that was cut, or that lost events, is counted as one of these. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # finished, lost, unread, counted
            true  | 0 | 0 | {PINS_OFF=1}
            false | 0 | 0 | {CUT=1, PINS_OFF=1}
            true  | 1 | 0 | {LOST=1, PINS_OFF=1}
            false | 0 | 1 | {DAMAGED=1, PINS_OFF=1}
            true  | 0 | 1 | {DAMAGED=1, PINS_OFF=1}
            """)
    void whatIsMissing(boolean finished, long lost, long unread, String counted) {
        this.finished = finished;
        GroupSums sums = sums(of(lost, unread, List.of("first", "second"), pins(State.OFF, 0, true)));

        assertThat(counted(sums)).hasToString(counted);
        assertThat(sums.examples()).isEqualTo(unread == 0 ? Set.of() : Set.of("shop.jfr: first"));
    }

    @Test
    void whatIsNoRecording() {
        assertThat(counted(sums(of(null, 0, 0, List.of())))).hasToString("{UNREADABLE=1}");
        assertThat(counted(sums(of(0, 0, List.of())))).hasToString("{NO_RECORDING=1}");
        assertThat(counted(sums(Coverage.NONE))).hasToString("{NO_RECORDING=1}");
    }

    /** A clock that was not set says nothing of when it was. */
    @Test
    void whenItWas() {
        GroupSums sums = sums(recorded());
        assertThat(sums.get(Counter.FIRST_NANOS)).isEqualTo(EpochNanos.of(START));
        assertThat(sums.get(Counter.LAST_NANOS)).isEqualTo(EpochNanos.of(START.plusSeconds(100)));
        assertThat(sums.hours())
                .isEqualTo(
                        Map.of(Duration.between(Instant.EPOCH, START).toHours(), new Hour(100_000_000_000L, 0, 0, 0)));
        assertThat(sums.examples()).isEmpty();

        GroupSums early = sums(of(Instant.EPOCH, 0, 0, List.of(), pins(State.RECORDED, 0, true)));
        assertThat(early.examples())
                .containsExactly("shop.jfr: it begins at 1970-01-01 00:00:00Z by its clock, which cannot be.");
        assertThat(sums(Coverage.NONE).hours()).isEmpty();
    }

    /** Pins by site, their share of the time of the carriers, and the threshold in force. */
    @Test
    void pinsAreCountedBySite() {
        samples.addAll(List.of(pin(0, 20, "com.acme.Shop.sell"), pin(1000, 30, "com.acme.Shop.sell")));
        samples.add(pin(2000, 50, "com.acme.Shop.buy"));
        samples.add(new ContainerConfiguration(START, 0, 4));
        GroupSums sums = sums(of(0, 0, List.of(), pins(State.RECORDED, 20, true)));

        assertThat(sums.sites().values())
                .extracting(site -> site.sum().count() + " " + site.sum().nanos() + " " + site.recordings())
                .containsExactlyInAnyOrder("2 50000000 1", "1 50000000 1");
        assertThat(counted(sums))
                .containsEntry(Counter.THRESHOLD_NANOS, 20_000_000L)
                .containsEntry(Counter.CARRIERS_KNOWN, 1L)
                .containsEntry(Counter.CARRIER_NANOS, 400_000_000_000L)
                .containsEntry(Counter.PINNED_OF_KNOWN_NANOS, 100_000_000L);
        assertThat(sums.hours().values()).containsExactly(new Hour(100_000_000_000L, 100_000_000L, 0, 0));
    }

    /** The number of carriers that the user says is that of all recordings. */
    @Test
    void carriersCanBeGiven() {
        options = new PinOptions(options.code(), options.own(), options.filter(), 2);
        samples.add(new ContainerConfiguration(START, 0, 4));

        assertThat(sums(recorded()).get(Counter.CARRIER_NANOS)).isEqualTo(200_000_000_000L);
        options = new PinOptions(options.code(), options.own(), options.filter(), 1 << 30);
        assertThat(sums(recorded()).get(Counter.CARRIER_NANOS)).isEqualTo(Long.MAX_VALUE);
        assertThat(sums(of(0, 0, List.of(), pins(State.OFF, 0, true))).get(Counter.CARRIERS_KNOWN))
                .as("nothing was recorded of them")
                .isZero();
    }

    /** With one carrier, each pin is a time in which all are pinned. */
    @Test
    void starvation() {
        options = new PinOptions(options.code(), options.own(), options.filter(), 1);
        samples.addAll(List.of(pin(0, 20, "com.acme.Shop.sell"), pin(1000, 30, "com.acme.Shop.sell")));
        GroupSums sums = sums(recorded());

        assertThat(sums.get(Counter.STARVATION_WINDOWS)).isEqualTo(2);
        assertThat(sums.get(Counter.STARVED_NANOS)).isEqualTo(50_000_000);
        assertThat(sums.get(Counter.CARRIER_NANOS)).isEqualTo(100_000_000_000L);
    }

    /** Resident memory, which stands for what is charged where nothing says that, against the limit. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # resident, limit, of the limit, counted
            500  | 1000 | 500  | {CHARGE_UNKNOWN=1}
            1000 | 1000 | 1000 | {CHARGE_UNKNOWN=1}
            1001 | 1000 | 1000 | {CHARGE_UNKNOWN=1, RESIDENT_OVER_LIMIT=1}
            500  | 0    | 0    | {}
            0    | 1000 | 0    | {}
            """)
    void memoryAndItsLimit(long resident, long limit, long ofLimit, String counted) {
        samples.add(new ContainerConfiguration(START, limit, 0));
        if (resident > 0) {
            samples.add(new ResidentSetSize(START, resident, resident));
        }
        GroupSums sums = sums(of(0, 0, List.of(), pins(State.OFF, 0, true)));
        Map<Counter, Long> counters = counted(sums);
        counters.remove(Counter.PINS_OFF);

        assertThat(counters).hasToString(counted);
        assertThat(sums.limits()).isEqualTo(limit == 0 ? Map.of() : Map.of(limit, 1L));
        assertThat(sums.memory(Account.RESIDENT).max()).isEqualTo(resident);
        assertThat(sums.ofLimit().max()).isEqualTo(ofLimit);
        assertThat(sums.hours().values()).containsExactly(new Hour(0, 0, resident, ofLimit));
    }

    @Test
    void versionsAndRefusals() {
        samples.add(new RecordedJvm(START, 7, 1, "VM (25.0.3+9-LTS) for linux", CarrierOptions.of(null), false));
        samples.add(new RecordedJvm(START, 7, 1, "unknown", CarrierOptions.of(null), false));
        samples.add(new SubmitFailed(START, null, 8, "full", Samples.stack("com.acme.Shop.sell")));
        OfEvent refused = Events.of(SubmitFailed.EVENT, State.RECORDED, 1, null, true, 0, 0, 64, List.of());
        GroupSums sums = sums(of(0, 0, List.of(), pins(State.OFF, 0, true), refused));

        assertThat(sums.jdks()).containsExactly("25.0.3+9-LTS");
        assertThat(counted(sums)).hasToString("{PINS_OFF=1, SUBMITS_TOLD=1, FAILED_SUBMITS=1}");
    }

    /** Why nothing could be read, once with its name, and no longer than two labels. */
    @ParameterizedTest
    @CsvSource({"no recording, shop.jfr: no recording", "shop.jfr is empty, shop.jfr is empty"})
    void unread(String reason, String example) {
        GroupSums sums = RecordingFold.unread(LABELS, "shop.jfr", 1000, reason).group(LABELS);

        assertThat(counted(sums)).hasToString("{UNREADABLE=1}");
        assertThat(sums.examples()).containsExactly(example);
        assertThat(RecordingFold.unread(LABELS, "shop.jfr", 1, "x".repeat(1000))
                        .group(LABELS)
                        .examples()
                        .first())
                .hasSize(2 * Labels.LONGEST);
    }
}
