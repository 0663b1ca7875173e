package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder {@code dumps} of a capture, as collectors leave it and as strangers make it. */
class CapturedDumpsTest {

    private static final String HEAD = "file,time,tookNanos,pausedNanos\n";
    private static final Interest BOTH = Interest.in(DumpedThreads.class, ThreadDump.class);

    @TempDir
    private Path folder;

    private final List<String> notes = new ArrayList<>();

    @BeforeEach
    void makeCapture() throws IOException {
        Files.createDirectory(folder.resolve("dumps"));
        Files.writeString(
                folder.resolve("capture.json"),
                "{\"schemaVersion\": 1, \"target\": \"app\", \"status\": \"complete\", \"snapshots\": []}");
    }

    private static String json(int id) {
        return "{\"threadDump\": {\"threadContainers\": [{\"container\": \"<root>\", \"threads\": [{\"tid\": \"" + id
                + "\", \"name\": \"main\", \"stack\": [\"Main.main(Main.java:1)\"]}]}]}}";
    }

    private void dump(String name, String content) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("dumps/" + name)))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void index(String lines) throws IOException {
        Files.writeString(folder.resolve("dumps/dumps.csv"), HEAD + lines);
    }

    private List<Sample> read() {
        List<Sample> samples = new ArrayList<>();
        try (Inputs inputs = Inputs.open(List.of(folder), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                Coverage coverage = source.read(BOTH, () -> (origin, sample) -> samples.add(sample));
                coverage.sources().forEach(of -> notes.addAll(of.notes()));
            }
        }
        return samples;
    }

    private List<Long> ids() {
        return read().stream()
                .filter(DumpedThreads.class::isInstance)
                .map(sample -> ((DumpedThreads) sample).threads().getFirst().id())
                .toList();
    }

    @Test
    void dumpsComeInTheOrderOfTimeWithWhatTheyTook() throws IOException {
        dump("000-0s-periodic.json.gz", json(1));
        dump("001-2s-alarm.json.gz", json(2));
        dump("002-4s-periodic.json.gz", json(3));
        index("""
                001-2s-alarm.json.gz,2026-11-23T10:00:00Z,5000,70
                000-0s-periodic.json.gz,2026-11-23T10:00:02Z,6000,-1
                002-4s-periodic.json.gz,2026-11-23T10:00:01Z,7000,0
                """);
        List<Sample> samples = read();

        List<DumpedThreads> dumps = samples.stream()
                .filter(DumpedThreads.class::isInstance)
                .map(DumpedThreads.class::cast)
                .toList();
        assertThat(dumps).extracting(dump -> dump.threads().getFirst().id()).containsExactly(2L, 3L, 1L);
        assertThat(dumps)
                .extracting(DumpedThreads::tookNanos)
                .containsExactly(Quantity.of(5000), Quantity.of(7000), Quantity.of(6000));
        assertThat(dumps)
                .extracting(DumpedThreads::pausedNanos)
                .containsExactly(Quantity.of(70), Quantity.of(0), DumpedThreads.NOT_MEASURED);
        assertThat(dumps.getFirst().time()).isEqualTo(Instant.parse("2026-11-23T10:00:00Z"));
        assertThat(samples.stream().filter(ThreadDump.class::isInstance))
                .as("what the threads do now is in the newest")
                .hasSize(1);
    }

    @Test
    void aDumpWithoutAThreadIsLeftOut() throws IOException {
        dump("000-0s-periodic.json.gz", json(1));
        dump("001-2s-periodic.json.gz", "{\"threadDump\": {\"threadContainers\": []}}");
        dump("002-4s-periodic.json.gz", json(3));

        assertThat(ids()).containsExactly(1L, 3L);
        assertThat(notes).containsExactly(DumpedThreads.EMPTY);
    }

    @Test
    void anIndexThatIsDamagedOrMissingCostsTheTimes() throws IOException {
        dump("000-0s-periodic.json.gz", json(1));
        dump("001-2s-periodic.json.gz", json(2));
        assertThat(ids()).containsExactly(1L, 2L);

        index("000-0s-periodic.json.gz,2026-11-23T10:00:00Z,5000,70\n001-2s-periodic.json.gz,2026-1");
        assertThat(ids()).containsExactly(1L, 2L);
        assertThat(notes).isEmpty();
    }

    @Test
    void aDumpThatIsCutOffIsReadUpToThere() throws IOException {
        StringBuilder threads = new StringBuilder();
        for (int i = 1; i < 5000; i++) {
            threads.append("{\"tid\": \"")
                    .append(i)
                    .append("\", \"name\": \"")
                    .append(i * 7919L % 5000)
                    .append("\"},");
        }
        dump("000-0s-periodic.json.gz", "{\"threadDump\": {\"threads\": [" + threads + "]}}");
        Path file = folder.resolve("dumps/000-0s-periodic.json.gz");
        byte[] packed = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(packed, packed.length / 2));
        List<Sample> samples = read();

        assertThat(samples).isNotEmpty();
        assertThat(notes).hasSize(2).contains("incomplete: the compressed file is cut off");
        assertThat(notes.get(1)).matches("incomplete: a thread dump is cut off after \\d{3,4} threads");
    }

    /** The capture of a stranger: links lead nowhere, names and sizes are limited, and one bad file hides no other. */
    @Test
    void whatIsNoDumpIsNotRead() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.json"), json(99));
        Files.createSymbolicLink(folder.resolve("dumps/000-0s-link.json"), secret);
        Files.writeString(folder.resolve("dumps/notes.md"), "text");
        Files.createDirectory(folder.resolve("dumps/folder.json"));
        dump("001-2s-periodic.json.gz", json(2));
        index("../secret.json,2026-11-23T10:00:00Z,5000,70\n");
        // Read as a stranger's capture, the link alone would refuse it; as one's own it is left out.
        assertThat(ids()).containsExactly(2L);
    }
}
