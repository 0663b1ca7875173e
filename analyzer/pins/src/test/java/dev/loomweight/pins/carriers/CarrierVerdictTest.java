package dev.loomweight.pins.carriers;

import static dev.loomweight.pins.carriers.CarrierMaker.START;
import static dev.loomweight.pins.carriers.CarrierMaker.UNKNOWN;
import static dev.loomweight.pins.carriers.CarrierMaker.carrier;
import static dev.loomweight.pins.carriers.CarrierMaker.nanos;
import static dev.loomweight.pins.carriers.CarrierMaker.pin;
import static dev.loomweight.pins.carriers.CarrierMaker.read;
import static dev.loomweight.pins.carriers.CarrierMaker.recorded;
import static dev.loomweight.pins.carriers.CarrierMaker.second;
import static dev.loomweight.pins.carriers.CarrierMaker.stack;
import static dev.loomweight.pins.carriers.CarrierMaker.standing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.fold.Fold.Results;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What keeps carriers from running virtual threads, at the limits of each condition. */
class CarrierVerdictTest {

    private static final ThreadRef VIRTUAL = new ThreadRef(7, "", 0, true);
    private static final ThreadRef CARRIER = new ThreadRef(3, "ForkJoinPool-1-worker-1", 101, false);

    private static final StackTrace YIELDS =
            stack("java.lang.VirtualThread.tryYield", "java.lang.Thread.yield", "com.acme.Poll.ask:12");
    private static final StackTrace SPINS = stack("java.lang.Thread.onSpinWait", "com.acme.Poll.spin:30");
    private static final StackTrace PARKS = stack("java.lang.VirtualThread.park", "com.acme.Queue.take:3");
    private static final StackTrace COMPUTES = stack("com.acme.Cart.add:5");
    private static final StackTrace SWITCHES = stack("java.lang.VirtualThread.runContinuation");

    /** Each verdict by its kind, with an exclamation mark where it is a problem. */
    private static String shown(CarrierProcess process) {
        return CarrierVerdict.of(process).stream()
                .map(verdict -> verdict.getClass().getSimpleName() + (verdict.isProblem() ? "!" : ""))
                .collect(Collectors.joining(" "));
    }

    private static <V extends CarrierVerdict> V only(Class<V> type, CarrierProcess process) {
        assertThat(CarrierVerdict.of(process)).singleElement().isInstanceOf(type);
        return type.cast(CarrierVerdict.of(process).getFirst());
    }

    /** A second of one carrier, of which all looks off the processor find it idle: what it ran, waited and was pinned, in ms. */
    @ParameterizedTest(name = "ran {0} ms, waited {1} ms, pinned {2} ms: {3}")
    @CsvSource({
        "0,   0,   49,  ''",
        "0,   0,   50,  Pinned",
        "0,   0,   499, Pinned",
        "0,   0,   500, Pinned!",
        "100, 99,  0,   ''",
        "100, 100, 0,   Waits",
        "99,  100, 0,   Waits!",
        "849, 0,   0,   ''",
        "850, 0,   0,   Busy",
        "751, 99,  0,   Busy",
        "750, 100, 0,   Waits Busy",
        "0,   850, 0,   Waits!",
        "1,   849, 60,  Pinned Waits! Busy",
    })
    void sharesOfTheTimeDecide(long run, long wait, long pinned, String verdicts) {
        List<Sample> samples = new ArrayList<>(List.of(second(0, 1, carrier(1, run, wait, 0, 0, 10))));
        if (pinned > 0) {
            samples.add(pin(0, pinned, "com.acme.Cart.add"));
        }

        assertThat(shown(one(recorded(), samples))).isEqualTo(verdicts);
    }

    @Test
    void withoutARecordingNothingIsPinned() {
        List<Sample> samples = List.of(second(0, 1, carrier(1, 0, 0, 0, 100, 0)));

        assertThat(shown(one(Coverage.NONE, samples))).isEqualTo("Blocked!");
        assertThat(one(Coverage.NONE, samples).pins().recorded()).isFalse();
    }

    @Test
    void theWorstSiteOfPinsIsTheCostliest() {
        CarrierVerdict.Pinned pinned = only(
                CarrierVerdict.Pinned.class,
                one(
                        recorded(),
                        List.of(
                                second(0, 1, carrier(1, 0, 0, 0, 0, 10)),
                                pin(0, 100, "com.acme.Cart.add"),
                                pin(200, 150, "com.acme.Till.pay"))));

        assertThat(pinned.share()).isEqualTo(0.25);
        assertThat(pinned.worst())
                .isNotNull()
                .satisfies(site -> assertThat(site.name()).isEqualTo("com.acme.Till.pay"));
    }

    /** Throttling is why carriers wait where it takes a twentieth of their time. */
    @ParameterizedTest(name = "throttled for {0} ms: {1} ms")
    @CsvSource({"49, 0", "50, 50", "-1, 0"})
    void throttlingIsWhyTheyWait(long throttled, long millis) {
        CarrierTimes times = new CarrierTimes(
                START,
                START.plusSeconds(1),
                List.of(carrier(1, 300, 300, 0, 0, 10)),
                new CarrierInterval.Pool(1, 1, UNKNOWN, UNKNOWN),
                throttled < 0 ? UNKNOWN : nanos(throttled),
                0,
                UNKNOWN);
        CarrierVerdict.Waits waits = only(CarrierVerdict.Waits.class, one(recorded(), List.of(times)));

        assertThat(waits.throttledNanos()).isEqualTo(nanos(millis));
        assertThat(waits.share()).isEqualTo(0.3);
    }

    /** A group that is throttled is one whether its carriers waited meanwhile or none had begun. */
    @ParameterizedTest(name = "throttled for {0} ms: {1} ms, a problem: {2}")
    @CsvSource({"50, 50, false", "99, 99, false", "100, 100, true", "900, 900, true"})
    void throttlingIsFoundWithoutCarriersThatWait(long throttled, long millis, boolean problem) {
        CarrierTimes times = new CarrierTimes(
                START,
                START.plusSeconds(1),
                List.of(),
                new CarrierInterval.Pool(1, 1, UNKNOWN, UNKNOWN),
                nanos(throttled),
                0,
                UNKNOWN);
        CarrierVerdict.Waits waits = only(CarrierVerdict.Waits.class, one(recorded(), List.of(times)));

        assertThat(waits.throttledNanos()).isEqualTo(nanos(millis));
        assertThat(waits.isProblem()).isEqualTo(problem);
    }

    /** From the first number of mounted looks on at which a twentieth of the time was blocked for certain. */
    @Test
    void theLowerEndOfWhatIsBlockedMatters() {
        List<String> verdicts = IntStream.rangeClosed(0, 100)
                .mapToObj(mounted -> shown(blocked(mounted)))
                .toList();
        int first = verdicts.indexOf("Blocked");

        assertThat(verdicts.subList(0, first)).containsOnly("");
        assertThat(verdicts.subList(first, 50)).containsOnly("Blocked");
        assertThat(verdicts.subList(50, 101)).containsOnly("Blocked!");
        CarrierBalance before = blocked(first - 1).balance();
        assertThat(before.share(before.off().otherNanos()) - before.share(before.errorNanos()))
                .isLessThan(0.05);
        CarrierVerdict.Blocked found = only(CarrierVerdict.Blocked.class, blocked(first));
        assertThat(found.least()).isGreaterThanOrEqualTo(0.05).isLessThan(found.share());
        assertThat(found.share()).isCloseTo(first / 100.0, within(1e-9));
        assertThat(found.site()).isNull();
        assertThat(found.isOfStill()).isFalse();
    }

    private static CarrierProcess blocked(int mounted) {
        return one(recorded(), List.of(second(0, 1, carrier(1, 0, 0, 0, mounted, 100 - mounted))));
    }

    /** Four seconds of carriers that stand still, among those that run and are idle in turn. */
    @ParameterizedTest(name = "{0} of {1}: {2}, of those that stand still {3}")
    @CsvSource({"2, 2, Blocked!, true", "1, 4, Blocked, true", "1, 2, Blocked!, true"})
    void carriersThatStandStillAreBlocked(int still, int carriers, String verdict, boolean ofStill) {
        List<Sample> samples = new ArrayList<>();
        for (int at = 0; at < 4; at++) {
            samples.add(second(
                    at,
                    carriers,
                    IntStream.rangeClosed(1, carriers)
                            .mapToObj(i -> i <= still ? standing(i, 0, 0) : carrier(i, 500, 0, 5, 0, 5))
                            .toArray(Row[]::new)));
        }
        CarrierProcess process = one(recorded(), samples);

        assertThat(shown(process)).isEqualTo(verdict);
        assertThat(only(CarrierVerdict.Blocked.class, process).isOfStill()).isEqualTo(ofStill);
        assertThat(process.holds().all()).isEqualTo(still == carriers);
    }

    /** Two carriers that run all the time, and how many samples yield, spin, park, compute and are of the scheduler. */
    @ParameterizedTest(name = "{0} yield, {1} spin, {2} park, {3} compute, {4} switch: {5}, {6}")
    @CsvSource({
        "19, 0,  0,  0,  0,  Busy,         0",
        "20, 0,  0,  0,  0,  Spins!,       1",
        "0,  20, 0,  0,  0,  Spins!,       1",
        "20, 0,  0,  0,  40, Spins!,       1",
        "20, 0,  20, 0,  40, Busy,         0",
        "21, 0,  20, 0,  40, Spins!,       0.753",
        "37, 0,  0,  63, 0,  Busy,         0",
        "42, 0,  0,  58, 0,  Spins! Busy,  0.42",
        "50, 0,  0,  50, 0,  Spins!,       0.5",
        "1,  0,  0,  0,  99, Busy,         0",
    })
    void samplesShowASpin(int yield, int spin, int park, int compute, int switches, String verdicts, double share) {
        List<Sample> samples =
                new ArrayList<>(List.of(second(0, 2, carrier(1, 950, 0, 1, 0, 0), carrier(2, 950, 0, 1, 0, 0))));
        samples.addAll(samples(yield, VIRTUAL, YIELDS));
        samples.addAll(samples(spin, VIRTUAL, SPINS));
        samples.addAll(samples(park, VIRTUAL, PARKS));
        samples.addAll(samples(compute, VIRTUAL, COMPUTES));
        samples.addAll(samples(switches, CARRIER, SWITCHES));
        CarrierProcess process = one(recorded(), samples);

        assertThat(shown(process)).isEqualTo(verdicts);
        if (share > 0) {
            CarrierVerdict.Spins spins =
                    (CarrierVerdict.Spins) CarrierVerdict.of(process).getFirst();
            assertThat(spins.share()).isCloseTo(share, within(0.001));
            assertThat(spins.site().what().way()).isEqualTo(spin > 0 ? RanStack.Way.SPINS : RanStack.Way.YIELDS);
        }
    }

    /** Carriers that spin, by how long they ran in a second; without times, they were not watched. */
    @ParameterizedTest(name = "ran {0} ms: {1}")
    @CsvSource({"49, ''", "50, Spins", "499, Spins", "500, Spins!", ", Spins"})
    void aSpinIsAProblemWhereItTakesMostOfTheTime(@Nullable Long run, String verdicts) {
        List<Sample> samples = new ArrayList<>(samples(20, VIRTUAL, YIELDS));
        if (run != null) {
            samples.add(second(0, 1, carrier(1, run, 0, 0, 0, 10)));
        }

        assertThat(shown(one(recorded(), samples))).isEqualTo(verdicts);
    }

    @Test
    void whatRunsMostIsNamedWithItsPart() {
        List<Sample> samples = new ArrayList<>(List.of(second(0, 1, carrier(1, 900, 0, 0, 0, 0))));
        samples.addAll(samples(15, VIRTUAL, COMPUTES));
        samples.addAll(samples(5, VIRTUAL, PARKS));
        CarrierProcess process = one(recorded(), samples);
        CarrierVerdict.Busy busy = only(CarrierVerdict.Busy.class, process);

        assertThat(busy.share()).isEqualTo(0.9);
        assertThat(busy.site()).isNotNull().satisfies(site -> {
            assertThat(site.what().method()).isEqualTo("com.acme.Cart.add");
            assertThat(process.ran().part(site)).isEqualTo(0.75);
        });
    }

    /** The busiest first; one of which nothing is known is none. */
    @Test
    void processesAreInTheOrderOfWhatTheirCarriersDo() {
        CarrierAnalysis analysis = new CarrierAnalysis(PinOptions.NONE, true);
        Results all = analysis.fold().empty();
        long[] runs = {100, 300, 200, 300};
        for (int i = 0; i < runs.length; i++) {
            analysis.fold().add(all, origin("shop-" + i), second(0, 1, carrier(1, runs[i], 0, 0, 0, 10)));
        }
        analysis.fold().add(all, origin("shop-4"), second(0, 1, carrier(1, 0, 50, 0, 5, 5)));
        analysis.fold().add(all, origin("shop-5"), pin(0, 100, "com.acme.Cart.add"));

        assertThat(analysis.read(all, Coverage.NONE).processes())
                .extracting(CarrierProcess::subject)
                .containsExactly("shop-4", "shop-1", "shop-3", "shop-2", "shop-0");
    }

    /** By what they ran, then by how often they were blocked, then by their names. */
    @Test
    void carriersAreInTheOrderOfWhatTheyDo() {
        CarrierTimes times = second(
                0,
                4,
                carrier(4, 100, 0, 0, 5, 5),
                carrier(3, 100, 0, 0, 6, 4),
                carrier(2, 100, 0, 0, 5, 5),
                carrier(1, UNKNOWN, UNKNOWN, 0, 9, 1),
                carrier(5, 200, 0, 0, 0, 10));

        assertThat(BalanceSums.byCarrier(CarrierStretches.of(List.of(times))))
                .extracting(carrier -> carrier.getKey().replaceFirst(".*-worker-", "") + " "
                        + carrier.getValue().isMeasured())
                .containsExactly("5 (105) true", "3 (103) true", "2 (102) true", "4 (104) true", "1 (101) false");
    }

    private static Origin origin(String subject) {
        return new Origin(subject, null, subject + ".jfr", Instrument.JFR);
    }

    private static CarrierProcess one(Coverage coverage, List<Sample> samples) {
        return read(coverage, samples.toArray(Sample[]::new)).getFirst();
    }

    private static List<Sample> samples(int count, ThreadRef thread, StackTrace stack) {
        return IntStream.range(0, count)
                .<Sample>mapToObj(i -> new ExecutionSample(i, thread, stack))
                .toList();
    }
}
