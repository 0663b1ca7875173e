package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.DataException;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.RowProgress;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture whose recording has lost its beginning, of which there are folds, as the agent leaves it. */
class CaptureFoldsTest {

    private static final Path RECORDING = Path.of("src/test/resources/recordings/25/variety.jfr");
    private static final String JVM = "repository/2026_11_23_08_45_00_7";

    @TempDir
    private Path folder;

    private final List<byte[]> chunks = new ArrayList<>();

    @BeforeEach
    void split() throws IOException {
        byte[] bytes = Files.readAllBytes(RECORDING);
        for (int at = 0; at < bytes.length; ) {
            int end = at + (int) ByteBuffer.wrap(bytes).getLong(at + 8);
            chunks.add(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        assertThat(chunks).hasSizeGreaterThan(2);
    }

    private Path capture(String name) throws IOException {
        Path capture = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(capture.resolve(JVM));
        Files.writeString(capture.resolve("capture.json"), """
                {"schemaVersion": 1, "started": "2026-11-01T10:00:00Z", "status": "complete", "snapshots": [],
                 "target": "shop", "command": ["java"], "jdk": "25", "pid": 7}
                """);
        return capture;
    }

    private Path put(int chunk, Path inside) throws IOException {
        Files.createDirectories(inside);
        return Files.write(inside.resolve("2026_11_23_08_45_0" + chunk + ".jfr"), chunks.get(chunk));
    }

    /** Its fold, as the agent makes it: of a folder that is then removed. */
    private void fold(int chunk, Path capture) throws IOException {
        Path stretch = folder.resolve("folding").resolve("20261123T08450" + chunk + ".000Z");
        Path recording = put(chunk, stretch);
        Files.createDirectories(capture.resolve("folds"));
        FoldFile.of(InputOptions.of(stretch), Map.of())
                .write(capture.resolve("folds/20261123T08450" + chunk + ".000Z.lwf"));
        Files.delete(recording);
    }

    private Path whole() throws IOException {
        Path whole = capture("app.lw");
        for (int i = 0; i < chunks.size(); i++) {
            put(i, whole.resolve(JVM));
        }
        return whole;
    }

    private static String answer(Question question, Options request) {
        StringBuilder out = new StringBuilder();
        try {
            Question.Answer answer = question.ask(request);
            Format.JSON.renderer(TextOptions.PLAIN).render(answer.report(), out);
            return out + " " + answer.problems();
        } catch (DataException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Question> questions() {
        return Stream.concat(Question.ALL.stream(), Question.VIEWS.stream()).toList();
    }

    @Test
    void onlyWhatTheRecordingLostIsTakenFromTheFolds() throws IOException {
        Options whole = InputOptions.of(whole());
        Path rolled = capture("rolled/app.lw");
        // The first is in a fold alone, the second in both, the third could not be folded, all others are not folded.
        fold(0, rolled);
        fold(1, rolled);
        put(2, rolled.resolve("folding/20261123T084503.000Z"));
        for (int i = 1; i < chunks.size(); i++) {
            if (i != 2) {
                put(i, rolled.resolve(JVM));
            }
        }
        put(1, rolled.resolve("folding/20261123T084502.000Z"));

        for (Question question : questions()) {
            String ofFolds = answer(question, InputOptions.of(rolled));
            assertThat(ofFolds.replace(
                                    rolled.toString(), folder.resolve("app.lw").toString())
                            .replace("folds/20261123T084500.000Z.lwf", JVM)
                            .replace("folding/20261123T084503.000Z", JVM))
                    .as(question.word())
                    .isEqualTo(answer(question, whole));
        }
        assertThat(answer(Question.PINS, InputOptions.of(rolled))).contains("folds/20261123T084500.000Z.lwf/");
    }

    @Test
    void theFoldOfSuchACaptureGivesTheSameBytes() throws IOException {
        Path capture = capture("app.lw");
        fold(0, capture);
        fold(1, capture);
        put(1, capture.resolve(JVM));
        put(2, capture.resolve(JVM));
        Path fold = folder.resolve("app.lwf");
        FoldFile made = FoldFile.of(InputOptions.of(capture), Map.of());
        made.write(fold);

        assertThat(made.processes()).isOne();
        for (Question question : questions()) {
            String ofCapture = answer(question, InputOptions.of(capture));
            assertThat(answer(question, InputOptions.of(fold)))
                    .as(question.word())
                    .isEqualTo(ofCapture);
            // Next to each other in a folder they are one process, too.
            assertThat(rows(answer(question, InputOptions.of(capture, fold))))
                    .as(question.word())
                    .isEqualTo(rows(ofCapture));
        }
    }

    @Test
    void singleEventsAreReadFromTheRecordingAndNotFromTheFold() throws IOException {
        Path rolled = capture("app.lw");
        fold(0, rolled);
        fold(1, rolled);
        put(1, rolled.resolve(JVM));
        Path recording = put(1, folder.resolve("alone"));
        Duration longer = Duration.ofNanos(1);

        String ofCapture = answer(Question.PINS, InputOptions.of(rolled).with(PinOptions.Filter.LONGER, longer));
        assertThat(ofCapture)
                .contains(
                        "Not read, since they have no single events: 1 fold of captures that have what is no longer in"
                                + " their recordings.");
        assertThat(rows(ofCapture))
                .isEqualTo(
                        rows(answer(Question.PINS, InputOptions.of(recording).with(PinOptions.Filter.LONGER, longer))));
        try (OpenInput opened = OpenInput.of(rolled);
                OpenInput alone = OpenInput.of(recording)) {
            assertThat(opened.types(new RowProgress()))
                    .isEqualTo(alone.types(new RowProgress()))
                    .isNotEmpty();
        }
    }

    /** The sites and their pins. */
    private static List<String> rows(String json) {
        return json.lines().filter(line -> line.contains("\"pinsCount\"")).toList();
    }

    @Test
    void aFolderOfFoldsIsReadLikeItsFiles() throws IOException {
        Path capture = capture("app.lw");
        fold(0, capture);
        fold(1, capture);
        List<Path> files;
        try (Stream<Path> all = Files.list(capture.resolve("folds"))) {
            files = all.sorted().toList();
        }

        String ofFolder = answer(Question.PINS, InputOptions.of(capture.resolve("folds")));
        String ofFiles = answer(Question.PINS, InputOptions.of(files.toArray(Path[]::new)));
        assertThat(ofFolder.substring(ofFolder.indexOf("\"sections\"")))
                .isEqualTo(ofFiles.substring(ofFiles.indexOf("\"sections\"")));
        // One that is damaged costs itself.
        byte[] bytes = Files.readAllBytes(files.getFirst());
        Files.write(files.getFirst(), Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(answer(Question.PINS, InputOptions.of(capture.resolve("folds"))))
                .contains(files.getFirst().toString())
                .contains("is damaged");
    }
}
