package dev.loomweight.pins.carriers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.command.Watched;
import dev.loomweight.jvm.StillCarriers;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.live.LiveFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code loomweight watch PID} knows of real programs that hold their carriers for good, by construction, and of those
 * that keep them busy in other ways.
 */
@Tag("applications")
class WatchedCarriersTest {

    private static final String JDK_21 = "loomweight.jdk21";
    private static final String NEWEST = "loomweight.jdk.newest";

    /** Longer than a carrier must stand still, and than a look and two dumps take. */
    private static final Duration OBSERVED = StillCarriers.MIN_STILL_TIME.multipliedBy(3);

    @TempDir
    private static Path classes;

    @TempDir
    private Path folder;

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        CarrierProgram.compile(classes);
    }

    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void carriersThatAreHeldForGoodAreSaidWithTheApplicationsFrames(String jdk) throws Exception {
        try (CarrierProgram program = CarrierProgram.start(classes, jdk, List.of(), "hangs", "2");
                Watched watched = watch(program)) {
            List<LiveFigures.Held> last = new ArrayList<>();
            AgentCaptures.until(() -> "the frames of the carriers that are held, and not " + last.getLast(), () -> {
                LiveFigures.Held held = watched.at(Instant.now()).held();
                last.add(held);
                return held.all()
                        && held.sites().stream().allMatch(HeldThreads.Site::isKnown)
                        && !held.verdict().isEmpty();
            });
            LiveFigures.Held held = last.getLast();

            assertThat(held.carriers()).isEqualTo(2);
            assertThat(held.leastNanos()).isGreaterThanOrEqualTo(StillCarriers.MIN_STILL_TIME.toNanos());
            // The seven that were started last, and one that woke the scheduler.
            assertThat(held.waiting()).isBetween(7L, 8L);
            assertThat(held.sites())
                    .extracting(HeldThreads.Site::own)
                    .anyMatch(frame -> frame.startsWith("Carriers$Settings.load:"))
                    .anyMatch(frame ->
                            frame.startsWith(jdk.equals(JDK_21) ? "Carriers$Monitor.enter:" : "Carriers.hangs:"));
            assertThat(held.command()).isEqualTo("loomweight hang " + program.pid());
        }
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(JDK_21, "computes 2"),
                Arguments.of(NEWEST, "computes 2"),
                Arguments.of(JDK_21, "healthy 20"),
                Arguments.of(NEWEST, "healthy 20"),
                Arguments.of(JDK_21, "synchronizes 2"),
                Arguments.of(NEWEST, "callsBack 2"),
                Arguments.of(NEWEST, "sleeps 2"),
                Arguments.of(JDK_21, "answered 2 pipe"),
                Arguments.of(NEWEST, "answered 2 pipe"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void carriersThatComputeAreIdleOrEndTheirPinsAndCallsAreNotHeld(String jdk, String way) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        String[] arguments = way.replace("pipe", pipe.toString()).split(" ", -1);
        try (CarrierProgram program = CarrierProgram.start(classes, jdk, List.of(), arguments);
                Watched watched = watch(program)) {
            List<LiveFigures.Held> seen = new ArrayList<>();
            List<Instant> since = new ArrayList<>();
            AgentCaptures.until("some time in which the carriers are seen", () -> {
                Instant now = Instant.now();
                LiveFigures.Held held = watched.at(now).held();
                seen.add(held);
                if (held.seen() >= 0) {
                    since.add(now);
                }
                return !since.isEmpty()
                        && Duration.between(since.getFirst(), now).compareTo(OBSERVED) > 0;
            });

            assertThat(seen).as(Arrays.toString(arguments)).noneMatch(LiveFigures.Held::isAny);
        }
    }

    private static Watched watch(CarrierProgram program) {
        return Watched.start(
                Options.NONE.with(Watched.TARGET, program.pid()).with(Watched.NO_THREAD_EVENTS, true), what -> {});
    }
}
