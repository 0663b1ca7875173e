package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.Smaps.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's own account of the same process is what pmap's must be. */
class PmapTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"x", "xp", "X", "XX"})
    void hasWhatTheKernelHas(String form) {
        TextRead read = read(text(form));

        assertThat(read.notes()).isEmpty();
        assertThat(read.samples()).contains(new ProcessId(3518));
        Map<Long, Mapping> mappings = byAddress(read);
        Map<Long, Mapping> kernel = byAddress(TextFormat.SMAPS.read(cursor(text("smaps"))));
        assertThat(mappings).hasSameSizeAs(kernel);
        kernel.forEach((from, mapping) -> {
            Mapping found = Objects.requireNonNull(mappings.get(from));
            assertThat(found.residentBytes()).as(mapping.toString()).isEqualTo(mapping.residentBytes());
            assertThat(found.to()).as(mapping.toString()).isEqualTo(mapping.to());
            // With -x, what was written stands for what no file backs: a clean page is not told apart.
            assertThat(Math.abs(found.anonymousBytes() - mapping.anonymousBytes()))
                    .as(mapping.toString())
                    .isLessThanOrEqualTo(form.startsWith("x") ? 16 << 10 : 0);
        });
    }

    @Test
    void linesInAnyOrderAndWithoutHeadAreReadAndWhatIsMissingIsSaid() {
        List<String> lines = Arrays.asList(text("x").split("\n"));
        Map<Long, Mapping> all = byAddress(read(text("x")));
        List<String> rows = lines.subList(2, lines.size() - 2);
        Collections.reverse(rows);

        TextRead turned = read(String.join("\n", rows));
        assertThat(byAddress(turned).keySet()).isEqualTo(all.keySet());
        assertThat(turned.notes()).singleElement().asString().contains("no line with the sums");

        TextRead cut = read(String.join("\n", lines.subList(20, lines.size())));
        assertThat(cut.notes())
                .singleElement()
                .asString()
                .contains("of the 122440 kB")
                .contains("not in the text");
    }

    private static Map<Long, Mapping> byAddress(TextRead read) {
        Map<Long, Mapping> mappings = new TreeMap<>();
        read.samples().stream()
                .filter(Smaps.class::isInstance)
                .map(Smaps.class::cast)
                .forEach(smaps -> smaps.mappings().forEach(mapping -> mappings.put(mapping.from(), mapping)));
        return mappings;
    }

    private static TextRead read(String text) {
        assertThat(text.lines().map(String::strip)).anyMatch(TextFormat.PMAP::isSign);
        return TextFormat.PMAP.read(cursor(text));
    }

    private static LineCursor cursor(String text) {
        return new LineCursor(new StringReader(text), "pmap.txt");
    }

    private static String text(String form) {
        try (InputStream in =
                Objects.requireNonNull(PmapTextTest.class.getResourceAsStream("/ended/pmap/" + form + ".txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
