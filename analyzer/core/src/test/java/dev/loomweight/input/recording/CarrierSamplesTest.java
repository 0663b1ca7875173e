package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Samples of what ran on carriers, by every reader: as many as {@code jfr print} shows of virtual threads and carriers. */
class CarrierSamplesTest {

    private static final Path FOLDER = Path.of("../src/test/resources/carriers");

    @ParameterizedTest
    @EnumSource(ReaderChoice.class)
    void samplesOfProcessorTime(ReaderChoice reader) {
        List<Sample> samples = read("25/yields.jfr", reader);

        // 152 and 91 in all, of which one of the main thread each; 27 losses, one of them the main thread's.
        assertThat(samples).filteredOn(CpuTimeSample.class::isInstance).hasSize(151);
        assertThat(samples).filteredOn(ExecutionSample.class::isInstance).hasSize(91);
        assertThat(samples).filteredOn(CpuSamplesLost.class::isInstance).hasSize(26);
        assertThat(samples)
                .filteredOn(CpuTimeSample.class::isInstance)
                .map(CpuTimeSample.class::cast)
                .allSatisfy(sample -> {
                    assertThat(sample.periodNanos()).isIn(10_000_000L, 20_000_000L);
                    assertThat(sample.failed()).isFalse();
                    assertThat(sample.stack().frames()).isNotEmpty();
                })
                .filteredOn(CpuTimeSample::biased)
                .hasSize(95);
    }

    @ParameterizedTest
    @EnumSource(ReaderChoice.class)
    void samplesOfNativeCode(ReaderChoice reader) {
        assertThat(read("21/pipe.jfr", reader))
                .filteredOn(NativeMethodSample.class::isInstance)
                .hasSize(192)
                .allSatisfy(sample -> assertThat(
                                ((NativeMethodSample) sample).thread().virtual())
                        .isTrue());
    }

    @ParameterizedTest
    @EnumSource(ReaderChoice.class)
    void everyReaderGivesTheSame(ReaderChoice reader) {
        for (String file : List.of("25/yields.jfr", "21/pipe.jfr")) {
            assertThat(read(file, reader)).containsExactlyInAnyOrderElementsOf(read(file, ReaderChoice.JDK));
        }
    }

    private static List<Sample> read(String file, ReaderChoice reader) {
        return List.copyOf(Recordings.read(FOLDER.resolve(file), reader).samples());
    }
}
