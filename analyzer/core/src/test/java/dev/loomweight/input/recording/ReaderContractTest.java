package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every reader owes, over all committed recordings. */
@Tag("oracles")
class ReaderContractTest {

    @TempDir
    private static Path folder;

    /** What is read of each once, for all tests and readers. */
    private static final Map<Path, ReaderContract> CONTRACTS = new HashMap<>();

    @AfterAll
    static void forgetThem() {
        CONTRACTS.clear();
    }

    static List<Path> recordings() {
        return Recordings.all();
    }

    record Case(Path file, ReaderChoice reader) {

        @Override
        public String toString() {
            return file.subpath(file.getNameCount() - 2, file.getNameCount()) + " by " + reader;
        }
    }

    static List<Case> cases() {
        return recordings().stream()
                .flatMap(file -> Arrays.stream(ReaderChoice.values()).map(reader -> new Case(file, reader)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReaderGivesTheSameSamples(Case one) throws IOException {
        of(one.file).sameSamples(one.reader);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReaderGivesTheSameCoverage(Case one) {
        of(one.file).sameCoverage(one.reader);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReaderReadsAllTypes(Case one) throws IOException {
        of(one.file).allTypes(one.reader);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void theWholeIsItsChunks(Path file) throws IOException {
        of(file).theWholeIsItsChunks();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyFieldOfEveryEventIsTheSame(Path file) throws IOException {
        of(file).sameFields();
    }

    private static ReaderContract of(Path file) {
        return CONTRACTS.computeIfAbsent(file, one -> new ReaderContract(one, folder));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyTypeIsDescribedTheSame(Path file) throws IOException {
        for (Path chunk : Splits.of(file, folder)) {
            Set<String> types = EventCopies.types(chunk);
            var expected = RecordingSource.of(chunk, ReaderChoice.JDK).events(types, () -> event -> {});
            var read = RecordingSource.of(chunk, ReaderChoice.CHUNK).events(types, () -> event -> {});

            assertThat(read.types().keySet()).isEqualTo(expected.types().keySet());
            for (String type : types) {
                assertThat(read.types().get(type)).isEqualTo(expected.types().get(type));
            }
        }
    }
}
