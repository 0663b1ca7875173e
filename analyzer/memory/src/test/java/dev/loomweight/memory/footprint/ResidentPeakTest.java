package dev.loomweight.memory.footprint;

import static dev.loomweight.memory.footprint.ResidentMemory.Source.JFR;
import static dev.loomweight.memory.footprint.ResidentMemory.Source.SMAPS;
import static dev.loomweight.memory.footprint.ResidentMemory.Source.STATUS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.footprint.ResidentMemory.Source;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResidentPeakTest {

    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");
    private static final ResidentMemory NONE = new ResidentMemory(-1, STATUS, null, 0);

    static List<Arguments> peaks() {
        return List.of(
                row("nothing", List.of(), List.of(), NONE, NONE),
                row("one snapshot shows no peak", List.of(), List.of(smaps(7)), smaps(7), NONE),
                row("two do", List.of(), List.of(smaps(7), smaps(5)), smaps(7), smaps(7)),
                row("the kernel's peak", List.of(status(9)), List.of(smaps(7)), of(9, STATUS), of(9, STATUS)),
                row("it lags", List.of(status(6)), List.of(smaps(7)), smaps(7), smaps(7)),
                row("it is the snapshot's", List.of(status(7)), List.of(smaps(7)), smaps(7), of(7, STATUS)),
                row("JFR's peak", List.of(event(3, 9)), List.of(), of(9, JFR), of(9, JFR)),
                row("JFR's sample above its peak", List.of(event(9, 3)), List.of(), of(9, JFR), of(9, JFR)),
                row("JFR's above the kernel's", List.of(status(8), event(3, 9)), List.of(), of(9, JFR), of(9, JFR)),
                row("of equal ones", List.of(event(3, 9), status(9)), List.of(), of(9, STATUS), of(9, STATUS)),
                row("nothing is held", List.of(status(0), event(0, 0)), List.of(smaps(7)), smaps(7), NONE),
                row("others hold none", List.of(new SmapsRollup(Map.of("Rss", 9L))), List.of(), NONE, NONE),
                // RSS is 7 + 4: the kernel's peak of 12 counts the same pages again.
                row("pages count again", List.of(status(12)), List.of(again(7, 4)), again(7, 4), of(12, STATUS)),
                row("above the peak", List.of(status(10)), List.of(again(7, 4), smaps(8)), smaps(8), of(11, SMAPS)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("peaks")
    void theHighestOfAllIsThePeak(
            String what, List<Sample> held, List<ResidentMemory> measured, ResidentMemory once, ResidentMemory rss) {
        assertThat(orNone(of(held).once(measured))).as("each page once").isEqualTo(once);
        assertThat(orNone(of(held).counted(measured))).as("RSS").isEqualTo(rss);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("peaks")
    void partsMergeInAnyOrder(
            String what, List<Sample> held, List<ResidentMemory> measured, ResidentMemory once, ResidentMemory rss) {
        for (int cut = 0; cut <= held.size(); cut++) {
            ResidentPeak merged = of(held.subList(cut, held.size())).merge(of(held.subList(0, cut)));

            assertThat(merged.isHeld()).isEqualTo(merged.counted(List.of()) != null);
            assertThat(orNone(merged.once(measured))).isEqualTo(once);
            assertThat(orNone(merged.counted(measured))).isEqualTo(rss);
        }
    }

    private static ResidentPeak of(List<Sample> held) {
        ResidentPeak peak = new ResidentPeak();
        held.forEach(peak::add);
        return peak;
    }

    private static ResidentMemory orNone(@Nullable ResidentMemory found) {
        return found == null ? NONE : found;
    }

    private static Arguments row(
            String what, List<Sample> held, List<ResidentMemory> measured, ResidentMemory once, ResidentMemory rss) {
        return Arguments.of(what, held, measured, once, rss);
    }

    private static Sample status(long peak) {
        return new ProcStatus(7, Map.of("VmRSS", 1L, "VmHWM", peak), 3);
    }

    private static Sample event(long resident, long peak) {
        return new ResidentSetSize(NOW, resident, peak);
    }

    private static ResidentMemory of(long bytes, Source source) {
        return new ResidentMemory(bytes, source, null, 0);
    }

    private static ResidentMemory smaps(long bytes) {
        return of(bytes, SMAPS);
    }

    private static ResidentMemory again(long bytes, long again) {
        return new ResidentMemory(bytes, SMAPS, null, again);
    }
}
