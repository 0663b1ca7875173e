package dev.loomweight.memory.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.ClassHistogram.Line;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By histograms of JDK 25.0.3 with the options of the first column. */
class ObjectHeadersTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "-XX:+UseCompactObjectHeaders,                               115,  920, 8858, 212592, COMPACT",
        "-XX:-UseCompactObjectHeaders,                               115, 1840, 8858, 212592, USUAL",
        "-XX:-UseCompressedClassPointers,                            115, 1840, 2668,  85376, UNKNOWN",
        "-XX:+UseCompactObjectHeaders -XX:ObjectAlignmentInBytes=16, 115, 1840, 2662,  85184, UNKNOWN",
        "a histogram without objects,                                  0,    0, 8858, 212592, UNKNOWN"
    })
    void anObjectIsItsHeader(
            String how, long objects, long bytes, long strings, long ofStrings, ObjectHeaders headers) {
        ClassHistogram histogram = new ClassHistogram(
                List.of(
                        new Line("java.lang.Object", "", objects, bytes),
                        new Line("java.lang.String", "", strings, ofStrings)),
                objects + strings,
                bytes + ofStrings);

        assertThat(ObjectHeaders.of(histogram)).isEqualTo(headers);
    }

    @ParameterizedTest
    @CsvSource({
        "21.0.8+9-LTS, '',                                                          USUAL",
        "23.0.2+7,     '',                                                          USUAL",
        "25.0.3+9-LTS, '',                                                          UNKNOWN",
        "27+20,        '',                                                          UNKNOWN",
        "'',           '',                                                          UNKNOWN",
        "25.0.3+9-LTS, -XX:+UseCompactObjectHeaders,                                COMPACT",
        "27+20,        -XX:-UseCompactObjectHeaders,                                USUAL",
        "25.0.3+9-LTS, -XX:+UseCompactObjectHeaders -XX:-UseCompactObjectHeaders,   USUAL"
    })
    void withoutAHistogramTheCommandOrTheJdkSaysIt(String jdk, String options, ObjectHeaders headers) {
        CaptureInfo info = new CaptureInfo(
                "app",
                jdk,
                7,
                Instant.EPOCH,
                List.of(("java " + options + " App").split(" +")),
                CaptureInfo.Threads.NONE,
                "complete",
                null,
                CaptureInfo.End.UNKNOWN);
        ObservedProcess process = new ObservedProcess(
                "app",
                info,
                false,
                List.of(),
                null,
                new RecordedFigures(),
                Map.of(),
                List.of(),
                new EndReports(),
                new ObservedProcess.ProcessFiles(List.of(), List.of()));

        assertThat(ObjectHeaders.of(process)).isEqualTo(headers);
    }
}
