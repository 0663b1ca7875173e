package dev.loomweight.memory.growth.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.memory.ChangedDefault;
import dev.loomweight.memory.ChangedDefault.Bears;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which differences between two JDKs may come from defaults that a release changed. */
class ChangedDefaultsTest {

    private static final long MB = 1 << 20;
    private static final String G1 = "garbage-first heap";

    private static MemoryStates side(String jdk, String options, String collector, long committed) {
        MemoryStates states = MemoryStates.FOLD.empty();
        Origin.SnapshotId moment = new Origin.SnapshotId(0, "end", Instant.EPOCH);
        NmtUsage usage = Differences.usage(400 * MB, 0, committed * MB, 0);
        for (var sample : List.of(
                new CaptureInfo(
                        "shop",
                        jdk,
                        7,
                        Instant.EPOCH,
                        Arrays.asList(options.split(" ", -1)),
                        CaptureInfo.Threads.NONE,
                        CaptureEnd.COMPLETE.status(),
                        null,
                        CaptureInfo.End.UNKNOWN),
                new NmtReport(
                        7,
                        1,
                        false,
                        usage,
                        null,
                        null,
                        List.of(Differences.category("Java Heap", usage, null)),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()),
                new HeapInfo(collector, 400 * MB, committed * MB, 5 * MB, 0, 0))) {
            MemoryStates.FOLD.add(states, new Origin("shop", moment, "texts", Instrument.NMT), sample);
        }
        return states;
    }

    private static String said(MemoryStates before, MemoryStates after) {
        Section section = new MemoryComparison().changes(before, after);
        return section.blocks().stream()
                .filter(block -> block.id().equals("compared"))
                .flatMap(block -> ((Note) block).sentences().stream())
                .filter(sentence -> sentence.contains("efault"))
                .collect(Collectors.joining(" "));
    }

    /** The heap by the JDK, the options of the command, and what is committed before and after. */
    @ParameterizedTest(name = "{0} {2} and {3} {5}: {6}")
    @CsvSource({
        "25.0.3+9-LTS, '',   384, 27+36,        '',    64,  26 26 27",
        "27+36,        '',   64,  25.0.3+9-LTS, '',    384, 26 26 27",
        "25.0.3,       '',   384, 26.0.1,       '',    64,  26 26",
        "26.0.1,       '',   384, 27-ea+3,      '',    64,  27",
        "25.0.3,    -Xms64m, 384, 26.0.1,    -Xms64m,  64,  26",
        "25.0.3,    -Xms64m, 384, 26.0.1,       '',    64,  26 26",
        // Within the noise, on JDKs with the same defaults, or unknown.
        "25.0.3,       '',   384, 27+36,        '',    380, ''",
        "21.0.8,       '',   384, 25.0.3,       '',    64,  ''",
        "27+36,        '',   384, 28,           '',    64,  ''",
        "unknown,      '',   384, 27+36,        '',    64,  ''",
    })
    void theHeapThatDiffers(
            String jdk, String options, long committed, String jdkAfter, String optionsAfter, long after, String from) {
        String said = said(side(jdk, options, G1, committed), side(jdkAfter, optionsAfter, G1, after));

        assertThat(Pattern.compile("from JDK (\\d+) on")
                        .matcher(said)
                        .results()
                        .map(one -> one.group(1))
                        .collect(Collectors.joining(" ")))
                .as(said)
                .isEqualTo(from);
    }

    /** What G1 changed is nothing to a JVM with another collector. */
    @ParameterizedTest
    @CsvSource({"ZHeap, 1", "garbage-first heap, 3", "PSYoungGen, 1"})
    void theHeapOfAnotherCollector(String collector, long changes) {
        String said = said(side("25.0.3", "", collector, 384), side("27", "", collector, 64));

        assertThat(said.split("from JDK", -1)).as(said).hasSize((int) changes + 1);
    }

    @ParameterizedTest(name = "{0} {1} and {2} {3}: {4}")
    @CsvSource({
        "25.0.3, def new generation, 27,     garbage-first heap, true",
        "26.0.1, DefNew,             27,     garbage-first heap, true",
        "27,     garbage-first heap, 25.0.3, DefNew,             true",
        // On 27 nothing selects Serial but an option.
        "25.0.3, garbage-first heap, 27,     DefNew,             false",
        "25.0.3, DefNew,             26.0.1, garbage-first heap, false",
        "25.0.3, garbage-first heap, 27,     garbage-first heap, false",
        "25.0.3, ZHeap,              27,     garbage-first heap, false",
        "unknown, DefNew,            27,     garbage-first heap, false",
    })
    void theCollectorThatDiffers(String jdk, String collector, String jdkAfter, String collectorAfter, boolean said) {
        String words = said(side(jdk, "", collector, 100), side(jdkAfter, "", collectorAfter, 100));

        assertThat(words.contains("which may be a default: from JDK 27 on G1 is selected in every environment"))
                .as(words)
                .isEqualTo(said);
    }

    @Test
    void betweenTwoReleases() {
        assertThat(ChangedDefault.between(25, 27, Bears.ON_HEAP))
                .containsExactly(ChangedDefault.INITIAL_HEAP, ChangedDefault.HEAP_RESIZING, ChangedDefault.FREE_RATIO);
        assertThat(ChangedDefault.between(27, 25, Bears.ON_COLLECTOR)).containsExactly(ChangedDefault.COLLECTOR);
    }

    @ParameterizedTest
    @EnumSource(ChangedDefault.class)
    void whatIsNotKnownHasNoDefaults(ChangedDefault one) {
        assertThat(one.holdsOn(0)).isFalse();
        assertThat(one.holdsOn(28)).isTrue();
        for (Bears bears : Bears.values()) {
            assertThat(ChangedDefault.between(0, 27, bears)).isEmpty();
            assertThat(ChangedDefault.between(27, 27, bears)).isEmpty();
        }
    }
}
