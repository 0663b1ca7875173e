package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fold file of the first schema version gives the reports that it gave; {@code folds/README.md} says how it was made. */
class FormatOneTest {

    private static final Path FOLDS = Path.of("src/test/resources/folds");
    private static final Path FOLD = FOLDS.resolve("format-1.lwf");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"pins", "carriers", "memory", "report"})
    void itGivesTheReportsThatItGave(String word) throws IOException {
        assertThat(text(word, FOLD)).isEqualTo(Files.readString(FOLDS.resolve("format-1." + word + ".text")));
    }

    /** Merging writes it in the present form, which says the same. */
    @Test
    void mergedItIsOfThePresentVersion() throws IOException {
        Path merged = folder.resolve("merged.lwf");
        FoldFile.merge(List.of(FoldFile.read(FOLD), FoldFile.read(FOLD))).write(merged);

        assertThat(Files.readAllBytes(FOLD)[8]).isEqualTo((byte) 1);
        assertThat(Files.readAllBytes(merged)[8]).isEqualTo((byte) 2);
        for (String word : List.of("pins", "carriers", "memory", "report")) {
            assertThat(text(word, merged)).as(word).isEqualTo(text(word, FOLD));
        }
    }

    @Test
    void aDamagedOneIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(FOLD);
        for (int at = bytes.length / 2; at < bytes.length; at += 997) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x55;
            byte[] cut = Arrays.copyOf(bytes, at);

            assertThatThrownBy(() -> FoldFile.read(damaged, "one.lwf")).isInstanceOf(DataException.class);
            assertThatThrownBy(() -> FoldFile.read(cut, "one.lwf")).isInstanceOf(DataException.class);
        }
    }

    private static String text(String word, Path fold) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, word, fold.toString())).as("%s", err).isZero();
        return out.toString();
    }
}
