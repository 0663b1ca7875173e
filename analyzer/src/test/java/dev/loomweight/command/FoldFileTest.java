package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fold files give what the recordings give, are the same in any order of merging, and are refused if they lie. */
@Tag("oracles")
class FoldFileTest {

    private static final Path RECORDINGS = Path.of("src/test/resources/recordings");
    private static final Path NMT = Path.of("src/test/resources/nmt");

    @TempDir
    Path folder;

    static List<Path> recordings() throws IOException {
        try (Stream<Path> all = Files.walk(RECORDINGS)) {
            return all.filter(file -> file.toString().endsWith(".jfr")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyQuestionGivesTheSameBytes(Path recording) {
        Path fold = fold("one.lwf", recording);

        for (Question question :
                Stream.concat(Question.ALL.stream(), Question.VIEWS.stream()).toList()) {
            assertThat(answer(question, fold, recording))
                    .as(question.word())
                    .isEqualTo(answer(question, recording, recording));
        }
    }

    /** One budget at a time: a figure may not depend on what else is asked. */
    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void everyBudgetByItselfIsJudgedTheSame(int jdk) {
        for (Scene scene : List.of(Scene.SUBMIT_FAILED, Scene.PINS)) {
            Path recording = Recordings.of(jdk, scene);
            Path fold = fold("budget.lwf", recording);
            for (Figure<?> figure : CheckOptions.FIGURES.all()) {
                if (figure.scope().isAll()) {
                    assertThat(judged(fold, figure.id()).replace(recording.toString(), ""))
                            .as(figure.id())
                            .isEqualTo(judged(recording, figure.id()));
                }
            }
        }
        Path refused = fold("refused.lwf", Recordings.of(jdk, Scene.SUBMIT_FAILED));
        assertThat(judged(refused, "failed-submits")).startsWith("failed").doesNotContain("not measured");
    }

    private static String judged(Path input, String budget) {
        Check.Judgement judgement = Check.judge(
                InputOptions.of(input).with(CheckOptions.LIMITS, List.of(Limit.of(CheckOptions.FIGURES, budget, 0))),
                count -> {});
        return (judgement.passed() ? "passed " : "failed ")
                + text(judgement.answer().report()).replace(input.toString(), "");
    }

    @Test
    void mergedInAnyOrderTheyAreOneFileAndOneReport() throws IOException {
        List<Path> all = recordings();
        List<FoldFile> folds = new ArrayList<>();
        for (Path recording : all) {
            folds.add(FoldFile.read(fold("f" + folds.size() + ".lwf", recording)));
        }
        byte[] merged = FoldFile.merge(folds).bytes();

        for (int seed = 0; seed < 5; seed++) {
            Collections.shuffle(folds, new Random(seed));
            FoldFile left = FoldFile.merge(folds.subList(0, 4));
            FoldFile right = FoldFile.merge(folds.subList(2, folds.size()));
            assertThat(left.merge(right).bytes()).isEqualTo(merged);
            assertThat(right.merge(left).merge(left).bytes()).isEqualTo(merged);
        }
        assertThat(FoldFile.of(InputOptions.of(all.toArray(Path[]::new)), Map.of())
                        .processes())
                .isEqualTo(all.size());
        Path file = folder.resolve("all.lwf");
        FoldFile.read(merged, "all.lwf").write(file);
        assertThat(text(Question.PINS.ask(InputOptions.of(file)).report()))
                .isEqualTo(text(Question.PINS
                        .ask(InputOptions.of(all.toArray(Path[]::new)))
                        .report()));
    }

    @Test
    void textsAndComparisonsAreTheSame() throws IOException {
        List<Path> texts;
        try (Stream<Path> all = Files.walk(NMT)) {
            texts = all.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .limit(6)
                    .toList();
        }
        assertThat(texts).isNotEmpty();
        for (Path text : texts) {
            String expected = answer(Question.MEMORY, text, text);
            if (Files.size(text) > 0) {
                Path fold = fold("text.lwf", text);
                assertThat(answer(Question.MEMORY, fold, text)).as("%s", text).isEqualTo(expected);
            }
        }
        List<Path> all = recordings();
        Path before = fold("before.lwf", all.get(0));
        Path after = fold("after.lwf", all.get(all.size() - 1));
        assertThat(diff(before, after)).isEqualTo(diff(all.get(0), all.get(all.size() - 1)));
    }

    @Test
    void optionsThatChooseSinglePinsAreRefused() throws IOException {
        Path fold = fold("one.lwf", recordings().getFirst());

        assertThatThrownBy(() ->
                        Question.PINS.ask(InputOptions.of(fold).with(PinOptions.Filter.LONGER, Duration.ofMillis(5))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("--longer cannot choose among them; name the recordings");
        assertThatThrownBy(() -> Question.PINS.ask(InputOptions.of(fold).with(ClassOptions.CARRIERS, 3)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("fold the recordings again with --carriers 3");
    }

    @Test
    void theNumberOfCarriersIsFolded() throws IOException {
        for (Path recording : recordings()) {
            Options stated = InputOptions.of(recording).with(ClassOptions.CARRIERS, 2);
            Path file = folder.resolve("stated.lwf");
            FoldFile.of(stated, Map.of("service", "shop")).write(file);

            assertThat(FoldFile.read(file).labels().getFirst()).isEqualTo(Map.of("service", "shop"));
            assertThat(text(Question.PINS.ask(InputOptions.of(file)).report()))
                    .isEqualTo(text(Question.PINS.ask(stated).report()));
        }
    }

    @Test
    void aCutOffRecordingSaysWhatIsMissing() throws IOException {
        Path whole = recordings().getLast();
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length * 2 / 3));
        String expected;
        try {
            expected = text(Question.REPORT.ask(InputOptions.of(cut)).report());
        } catch (DataException e) {
            // Its only chunk is gone: so says the fold, beside one that could be read.
            Path fold = folder.resolve("with.lwf");
            FoldFile.of(InputOptions.of(cut, whole), Map.of()).write(fold);
            assertThat(Question.REPORT.ask(InputOptions.of(fold)).problems())
                    .isEqualTo(Question.REPORT.ask(InputOptions.of(cut, whole)).problems());
            return;
        }
        assertThat(text(Question.REPORT
                        .ask(InputOptions.of(fold("cut.lwf", cut)))
                        .report()))
                .isEqualTo(expected);
    }

    @Test
    void otherVersionsAreRefusedInOneLine() throws IOException {
        byte[] bytes = Files.readAllBytes(fold("one.lwf", recordings().getFirst()));
        bytes[8] = 3;

        assertThatThrownBy(() -> FoldFile.read(bytes, "one.lwf"))
                .isInstanceOf(DataException.class)
                .hasMessageMatching("the fold one.lwf is of schema version 3, written by loomweight \\S+, and this"
                        + " loomweight reads version 2; fold the recordings again, or read it with that version");
        byte[] older = bytes.clone();
        older[8] = 1;
        assertThatThrownBy(() -> FoldFile.read(older, "old.lwf"))
                .isInstanceOf(DataException.class)
                .hasMessage("the fold old.lwf was made by a version before the release; fold the recordings again");
        assertThatThrownBy(() -> FoldFile.read(new byte[] {1, 2, 3}, "x.txt"))
                .hasMessageContaining("x.txt is not a fold");
    }

    @Test
    void filesThatLieAreRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(fold("one.lwf", recordings().getFirst()));
        Random random = new Random(42);
        Path file = folder.resolve("hostile.lwf");
        for (int i = 0; i < 300; i++) {
            byte[] hostile = bytes.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                hostile[8 + random.nextInt(hostile.length - 8)] = (byte) random.nextInt();
            }
            Files.write(file, i % 3 == 0 ? Arrays.copyOf(hostile, random.nextInt(hostile.length)) : hostile);
            try {
                Question.REPORT.ask(InputOptions.of(file));
            } catch (DataException e) {
                assertThat(e.getMessage()).doesNotContain("\n");
            }
        }
    }

    private Path fold(String name, Path... inputs) {
        Path file = folder.resolve(name);
        FoldFile.of(InputOptions.of(inputs), Map.of()).write(file);
        return file;
    }

    private static String diff(Path before, Path after) {
        try {
            return text(Diff.compare(before, after).report());
        } catch (DataException e) {
            return "no comparison";
        }
    }

    /** The report, or that there is none. */
    private static String answer(Question question, Path input, Path named) {
        try {
            Question.Answer answer = question.ask(InputOptions.of(input));
            return text(answer.report()) + answer.problems();
        } catch (DataException e) {
            return String.valueOf(e.getMessage()).replace(named.toString(), "it");
        }
    }

    private static String text(Report report) {
        StringBuilder out = new StringBuilder();
        try {
            Format.JSON.renderer(TextOptions.PLAIN).render(report, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Every format is made of the report alone.
        return out.toString() + report;
    }
}
