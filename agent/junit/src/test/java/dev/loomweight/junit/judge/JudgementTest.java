package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.budget.PinGate;
import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said where a recording does not have all pins. */
class JudgementTest {

    private static final String LOST = "the JVM lost 64 KB of events in tests.jfr";
    private static final Duration DEFAULT = Duration.ofMillis(20);

    private static final Spans SPANS =
            SpansTest.spans(span("[class:Cart]", null), span("[class:Cart]/[method:add()]", "add"));
    private static final int CART = 0;
    private static final int ADD = 1;

    private static TestSpan span(String id, @Nullable String method) {
        Instant time = Instant.EPOCH;
        return new TestSpan(id, "add()", "Cart", method, 1, "main", time, time, List.of());
    }

    private static Claim claim(Claim.Kind kind, long atMost, @Nullable Duration longest) {
        return new Claim(kind, atMost, longest, List.of(), false, List.of(), "@NoPins");
    }

    private static TestPins.OfTest pins(Sum... sites) {
        return pins("nativeCall", sites);
    }

    private static TestPins.OfTest pins(String cause, Sum... sites) {
        List<Site> all = new ArrayList<>();
        for (Sum sum : sites) {
            SiteKey key = new SiteKey("Till.pay", "Till.pay", "java.lang.Thread.sleep");
            all.add(new Site(
                    key,
                    List.of(cause),
                    "its words",
                    true,
                    sum,
                    new Site.Words(null, "Till.pay blocks.", "Call it elsewhere."),
                    true,
                    List.of(),
                    List.of(),
                    SlicedSpread.UNKNOWN,
                    Map.of()));
        }
        PinGate.Divided divided = new PinGate.Divided(all, Map.of(), Sum.NONE, Sum.NONE, Sum.NONE, Sum.NONE);
        return new TestPins.OfTest(
                divided,
                Set.of(),
                divided.counted(),
                TestPins.WithTests.NONE,
                TestPins.WithTests.NONE,
                TestPins.WithTests.NONE,
                new TreeSet<>(),
                Sum.NONE,
                TestPins.WithTests.NONE);
    }

    private static Verdict of(int test, String missing, Duration threshold, Claim claim, Sum... sites) {
        return new Judgement(SPANS, missing, threshold).of(test, claim, pins(sites));
    }

    @Test
    void ifEventsWereLostNoTestPasses() {
        Claim claim = claim(Claim.Kind.NO_PINS, 0, null);
        Verdict verdict = of(ADD, LOST, Duration.ZERO, claim);

        assertThat(verdict.failed()).isTrue();
        assertThat(verdict.message())
                .isEqualTo("@NoPins could not be measured (counts as a failure): " + LOST
                        + ". Give JFR more memory: -XX:FlightRecorderOptions:memorysize=64m");
        assertThat(of(CART, LOST, Duration.ZERO, claim).failed())
                .as("a class, whose tests say so")
                .isFalse();
    }

    @Test
    void whatIsTooMuchIsSaidWhateverWasLost() {
        Verdict verdict = of(ADD, LOST, Duration.ZERO, claim(Claim.Kind.NO_PINS, 1, null), new Sum(2, 30, 20));

        assertThat(verdict.failed()).isTrue();
        assertThat(verdict.message()).startsWith("@NoPins allows at most 1 pin, and there are 2 pins, ");
    }

    @Test
    void pinsOfMicrosecondsFailNoTestUnlessThatIsAskedFor() {
        Sum[] many = {new Sum(40, 40 * 87_000, 87_000)};
        Claim byDefault = Claim.noPins(null, null, List.of(), false, List.of(), "@NoPins");
        Claim none = Claim.noPins(0L, null, List.of(), false, List.of(), "@NoPins");

        Verdict passed = of(ADD, "", Duration.ZERO, byDefault, many);
        assertThat(passed.failed()).isFalse();
        assertThat(passed.message())
                .isEqualTo("40 pins, 3.48 ms in total, the longest 87 µs, within what @NoPins allows.");
        assertThat(of(ADD, "", Duration.ZERO, none, many).failed()).isTrue();
        assertThat(of(ADD, "", Duration.ZERO, byDefault, new Sum(1, 1_100_000, 1_100_000))
                        .message())
                .startsWith("@NoPins allows no pin longer than 1 ms, and there is 1 pin, 1.1 ms:");
    }

    @Test
    void whoWaitsForAMonitorMayWaitLongerUnlessADurationIsGiven() {
        Claim byDefault = Claim.noPins(null, null, List.of(), false, List.of(), "@NoPins");
        Claim tenMillis = Claim.noPins(null, Duration.ofMillis(10), List.of(), false, List.of(), "@NoPins");
        Judgement judgement = new Judgement(SPANS, "", Duration.ZERO);
        TestPins.OfTest shorter = pins("monitorEnter", new Sum(1, 19_000_000, 19_000_000));
        TestPins.OfTest longer = pins("monitorEnter", new Sum(1, 21_000_000, 21_000_000));

        assertThat(judgement.of(ADD, byDefault, shorter).failed()).isFalse();
        assertThat(judgement.of(ADD, byDefault, longer).message())
                .startsWith("@NoPins allows no pin longer than 1 ms and no wait for a monitor longer than 20 ms,"
                        + " and there is 1 pin, 21 ms:");
        assertThat(judgement.of(ADD, tenMillis, shorter).message())
                .startsWith("@NoPins allows no pin longer than 10 ms, and there is 1 pin, 19 ms:");
    }

    @Test
    void aPinThatWasExpectedAndRecordedNeedsNoOthers() {
        Claim claim = claim(Claim.Kind.EXPECT_PINS, Long.MAX_VALUE, null);

        assertThat(of(ADD, LOST, Duration.ZERO, claim, new Sum(1, 5, 5)).failed())
                .isFalse();
        assertThat(of(ADD, LOST, Duration.ZERO, claim).message()).contains("could not be measured");
        assertThat(of(CART, "", Duration.ZERO, claim).failed())
                .as("a class, which expects it of its tests")
                .isFalse();
    }

    @Test
    void aThresholdHidesPinsUnlessTheyMayBeAsLong() {
        assertThat(of(ADD, "", DEFAULT, claim(Claim.Kind.NO_PINS, 0, null)).message())
                .contains("pins shorter than 20 ms were not recorded");
        assertThat(of(ADD, "", DEFAULT, claim(Claim.Kind.NO_PINS, Long.MAX_VALUE, Duration.ofMillis(10)))
                        .failed())
                .isTrue();
        assertThat(of(ADD, "", DEFAULT, claim(Claim.Kind.NO_PINS, Long.MAX_VALUE, DEFAULT))
                        .failed())
                .isFalse();
    }
}
