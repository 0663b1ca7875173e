package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chunks of a recording, folded one by one and merged, are one process, and give what they give together. */
class FoldedChunksTest {

    private static final Path RECORDINGS = Path.of("src/test/resources/recordings");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"11", "17", "21", "25"})
    void chunksThatAreFoldedOneByOneGiveTheSameBytes(String jdk) throws IOException {
        List<Path> chunks = chunks(RECORDINGS.resolve(jdk).resolve("variety.jfr"));
        assertThat(chunks).hasSizeGreaterThan(1);
        List<Path> folds = new ArrayList<>();
        for (Path chunk : chunks) {
            Path fold = folder.resolve(chunk.getFileName() + ".lwf");
            FoldFile.of(Request.of(chunk), Map.of()).write(fold);
            folds.add(fold);
        }
        Collections.shuffle(folds, new Random(42));
        Path merged = folder.resolve("all.lwf");
        FoldFile.merge(folds.stream().map(FoldFile::read).toList()).write(merged);

        for (Question question :
                Stream.concat(Question.ALL.stream(), Question.VIEWS.stream()).toList()) {
            assertThat(answer(question, List.of(merged)))
                    .as(question.word())
                    .isEqualTo(answer(question, chunks));
        }
    }

    private List<Path> chunks(Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        List<Path> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int end = at + (int) ByteBuffer.wrap(bytes).getLong(at + 8);
            chunks.add(Files.write(
                    folder.resolve("chunk-" + chunks.size() + ".jfr"), Arrays.copyOfRange(bytes, at, end)));
            at = end;
        }
        return chunks;
    }

    private static String answer(Question question, List<Path> inputs) {
        try {
            Question.Answer answer = question.ask(Request.of(inputs.toArray(Path[]::new)));
            return text(answer.report()) + answer.problems();
        } catch (dev.loomweight.capture.DataException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String text(Report report) {
        StringBuilder out = new StringBuilder();
        try {
            Format.JSON.renderer(TextOptions.PLAIN).render(report, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString() + report;
    }
}
