package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.Pin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A query by cause and the report count the same pins for each cause, and both set the JVM's own apart. */
class PinCausesTest {

    private static final Path RECORDINGS = Path.of("src/test/resources/recordings");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "21/pins.jfr",
                "21/no-stacks.jfr",
                "21/stack-depth-8.jfr",
                "21/variety.jfr",
                "25/pins.jfr",
                "25/no-stacks.jfr",
                "25/stack-depth-8.jfr",
                "25/variety.jfr"
            })
    void aQueryCountsWhatTheReportCounts(String recording) throws Exception {
        Path path = RECORDINGS.resolve(recording);

        assertThat(queried(path)).isEqualTo(reported(path)).isNotEmpty();
    }

    /** The thread {@code initializer} of the fixtures becomes one of the network pollers: both names have 11 letters. */
    @ParameterizedTest
    @CsvSource({"21/pins.jfr, 1", "25/pins.jfr, 1"})
    void pinsOfAPollerAreTheJvmsOwnInBoth(String recording, long pollers) throws Exception {
        byte[] bytes = Files.readAllBytes(RECORDINGS.resolve(recording));
        String renamed = new String(bytes, StandardCharsets.ISO_8859_1).replace("initializer", "SubPoller-1");
        Path path = Files.write(folder.resolve("pollers.jfr"), renamed.getBytes(StandardCharsets.ISO_8859_1));

        Map<String, Long> queried = queried(path);

        assertThat(queried.remove(CauseKind.JVM_OWN.words())).isEqualTo(pollers);
        assertThat(queried).isEqualTo(reported(path)).isNotEmpty();
    }

    private static Map<String, Long> queried(Path recording) {
        Map<String, Long> counts = new TreeMap<>();
        try (OpenInput input = OpenInput.of(recording)) {
            Relation rows =
                    input.events(Pin.EVENT, Set.of("cause"), ClassPath.none(), List.of(), new RowProgress(), 1000);
            Field cause = rows.field(new FieldName("cause", 0));
            for (int row = 0; row < rows.rows(); row++) {
                counts.merge(String.valueOf(cause.value(row)), 1L, Long::sum);
            }
        }
        return counts;
    }

    private static Map<String, Long> reported(Path recording) {
        PinAnalysis analysis = new PinAnalysis();
        List<Pins> parts = Collections.synchronizedList(new ArrayList<>());
        Coverage coverage = RecordingSource.of(recording, ReaderChoice.AUTO)
                .read(analysis.fold().interest(), () -> {
                    Pins part = analysis.fold().empty();
                    parts.add(part);
                    return (origin, sample) -> {
                        if (sample instanceof Pin) {
                            analysis.fold().add(part, origin, sample);
                        }
                    };
                });
        Pins all = parts.stream().reduce(analysis.fold()::merge).orElseGet(analysis.fold()::empty);
        Map<String, Long> counts = new TreeMap<>();
        for (PinCensus.Site site : analysis.census(all, coverage).sites()) {
            String innermost = CauseKind.of(site.causeIds().getFirst()).words();
            counts.merge(innermost, site.sum().count(), Long::sum);
        }
        return counts;
    }
}
