package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import dev.loomweight.capture.DataException;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chunks of a recording, folded one by one and merged, are one process, and give what they give together. */
class FoldedChunksTest {

    private static final Path RECORDINGS = Path.of("src/test/resources/recordings");

    private static final int JVM = 110;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"11", "17", "21", "25"})
    void chunksThatAreFoldedOneByOneGiveTheSameBytes(String jdk) throws IOException {
        List<Path> chunks = chunks(RECORDINGS.resolve(jdk).resolve("variety.jfr"));
        assertThat(chunks).hasSizeGreaterThan(1);
        assertSame(chunks, 42);
    }

    @ParameterizedTest
    @CsvSource({"1, 40, 100", "2, 400, 100", "3, 400, 3000"})
    void theCarriersOfManyPinsAreTheSumOfTheParts(int seed, int stacks, int pins) throws IOException {
        Random random = new Random(seed);
        List<Path> chunks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            chunks.add(made(i, stacks, pins, random, 1000));
        }

        assertSame(chunks, seed);
        assertThat(answer(Question.PINS, chunks))
                .containsAnyOf("carriersPossiblyStarved", "the JVM had added carriers");
    }

    @Test
    void whatIsMissingBetweenTwoPartsIsAGapOfOneProcess() throws IOException {
        Random random = new Random(5);
        List<Path> folds = new ArrayList<>();
        for (int number : List.of(0, 3, 4, 9)) {
            folds.add(fold(made(number, 5, 20, random, 1000)));
        }
        Path other = fold(made(20, 5, 20, random, 1001));

        assertThat(merged(folds).processes()).isEqualTo(1);
        assertThat(answer(Question.PINS, folds)).contains("40 s of the recording");
        folds.add(other);
        assertThat(merged(folds).processes()).isEqualTo(2);
        // Two JVMs that were started at once: which of the two the others are of cannot be decided.
        folds.add(fold(made(12, 5, 20, random, 1001)));
        assertThat(merged(folds).processes()).isEqualTo(2);
        folds.add(fold(shifted(made(12, 5, 20, random, 1001))));
        assertThat(merged(folds).processes()).isEqualTo(4);
    }

    private static FoldFile merged(List<Path> folds) {
        return FoldFile.merge(folds.stream().map(FoldFile::read).toList());
    }

    @Test
    void whatIsInSeveralFoldsCountsOnce() throws IOException {
        List<Path> chunks = chunks(RECORDINGS.resolve("25").resolve("variety.jfr"));
        Path all = fold(chunks.toArray(Path[]::new));
        Path one = fold(chunks.get(1));
        String expected = answer(Question.PINS, List.of(all));

        assertThat(pins(List.of(one, all))).isEqualTo(pins(List.of(all))).isPositive();
        assertThat(pins(List.of(chunks.get(0), chunks.get(1), all))).isEqualTo(pins(List.of(all)));
        assertThat(pins(List.of(chunks.get(0), chunks.get(1), chunks.get(2), one)))
                .isEqualTo(pins(List.of(all)));
        assertThat(pins(List.of(chunks.get(2), one))).isEqualTo(pins(List.of(chunks.get(1), chunks.get(2))));
        assertThat(answer(Question.REPORT, List.of(one, all)))
                .contains("Left out, because other inputs contain the same: the fold of ");
        assertThat(answer(
                        Question.REPORT,
                        List.of(fold(chunks.get(0), chunks.get(1)), fold(chunks.get(1), chunks.get(2)))))
                .contains("so events can be counted twice; fold the recordings together");
        assertThat(expected).doesNotContain("Left out");
    }

    /** The pins and threads of all sites together. */
    private static long pins(List<Path> inputs) {
        return Question.PINS.ask(request(inputs)).report().sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(table -> table.id().equals("sites"))
                .flatMap(table -> table.rows().stream())
                .flatMap(row -> row.cells().stream())
                .filter(Cell.Count.class::isInstance)
                .mapToLong(cell -> ((Cell.Count) cell).value())
                .sum();
    }

    /** A chunk of ten seconds, in which pins of up to eight threads overlap, and none reaches beyond it. */
    private Path made(int number, int stacks, int pins, Random random, long pid) throws IOException {
        Path file = folder.resolve("made-" + number + ".jfr");
        Files.deleteIfExists(file);
        long length = 10_000_000_000L;
        long start = number * length;
        MetadataText types = PinChunk.metadata();
        PinChunk.event(types, JVM, "jdk.JVMInformation")
                .also(event -> event.field("jvmStartTime", PinChunk.LONG)
                        .annotated(PinChunk.TIMESTAMP, "MILLISECONDS_SINCE_EPOCH"))
                .also(event -> event.field("pid", PinChunk.LONG))
                .also(event -> event.field("jvmVersion", PinChunk.STRING))
                .also(event -> event.field("jvmArguments", PinChunk.STRING));
        try (PinChunk chunk = new PinChunk(file, types)) {
            chunk.settings();
            chunk.writer()
                    .event(
                            JVM,
                            new FieldBytes()
                                    .number(ChunkWriter.START + start)
                                    .number(1_790_000_000_000L)
                                    .number(pid)
                                    .text("25")
                                    .text("-Xmx1g"));
            chunk.stacks(stacks);
            chunk.threads(1, 8);
            for (int i = 0; i < pins; i++) {
                long nanos = 1_000_000L + random.nextInt(40_000_000);
                chunk.pin(start + random.nextInt(2_000_000_000), nanos, 1 + i % 8, 1 + random.nextInt(stacks));
            }
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(
                    ByteBuffer.allocate(24)
                            .putLong(ChunkWriter.START + start)
                            .putLong(length)
                            .putLong(ChunkWriter.START + start)
                            .flip(),
                    32);
        }
        return file;
    }

    /** The same one millisecond later, as of another JVM. */
    private static Path shifted(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        bytes.putLong(32, bytes.getLong(32) + 1_000_000);
        return Files.write(file.resolveSibling("shifted.jfr"), bytes.array());
    }

    private void assertSame(List<Path> chunks, int seed) {
        List<Path> folds = new ArrayList<>(folds(chunks));
        Random random = new Random(seed);
        Collections.shuffle(folds, random);
        Path merged = folder.resolve("all.lwf");
        FoldFile.merge(folds.stream().map(FoldFile::read).toList()).write(merged);
        int half = 1 + random.nextInt(folds.size() - 1);
        FoldFile left = FoldFile.merge(
                folds.subList(0, half).stream().map(FoldFile::read).toList());
        FoldFile right = FoldFile.merge(
                folds.subList(half, folds.size()).stream().map(FoldFile::read).toList());

        assertThat(right.merge(left).merge(right).bytes())
                .isEqualTo(FoldFile.read(merged).bytes());
        assertThat(FoldFile.read(merged).processes()).isEqualTo(1);
        for (Question question :
                Stream.concat(Question.ALL.stream(), Question.VIEWS.stream()).toList()) {
            assertThat(answer(question, List.of(merged))).as(question.word()).isEqualTo(answer(question, chunks));
        }
    }

    private List<Path> folds(List<Path> chunks) {
        return chunks.stream().map(this::fold).toList();
    }

    private Path fold(Path... inputs) {
        Path fold = folder.resolve(
                Stream.of(inputs).map(Path::getFileName).map(Path::toString).collect(Collectors.joining("+")) + ".lwf");
        FoldFile.of(request(List.of(inputs)), Map.of()).write(fold);
        return fold;
    }

    private List<Path> chunks(Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        List<Path> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int end = at + (int) ByteBuffer.wrap(bytes).getLong(at + 8);
            chunks.add(
                    Files.write(folder.resolve("chunk-" + chunks.size() + ".jfr"), Arrays.copyOfRange(bytes, at, end)));
            at = end;
        }
        return chunks;
    }

    /** With a number of carriers, so that there are windows in which all are pinned. */
    private static Options request(List<Path> inputs) {
        return InputOptions.of(inputs.toArray(Path[]::new)).with(ClassOptions.CARRIERS, 3);
    }

    private static String answer(Question question, List<Path> inputs) {
        try {
            Question.Answer answer = question.ask(request(inputs));
            return text(answer.report()) + answer.problems();
        } catch (DataException e) {
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
