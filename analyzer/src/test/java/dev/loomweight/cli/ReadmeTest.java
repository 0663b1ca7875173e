package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README in Chinese shows the same commands and leads to the same pages as the English one, in the same order. */
class ReadmeTest {

    private static final Path ENGLISH = Path.of("..", "README.md");
    private static final Path CHINESE = Path.of("..", "README.zh-CN.md");

    private static final Pattern BLOCK = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");
    private static final Pattern ROW = Pattern.compile("^\\| (`.+?) \\|", Pattern.MULTILINE);

    @Test
    void blocksAreTheSame() throws IOException {
        assertThat(all(BLOCK, CHINESE, 0)).hasSizeGreaterThan(3).isEqualTo(all(BLOCK, ENGLISH, 0));
    }

    @Test
    void everyCommandAndOptionIsNamed() throws IOException {
        List<String> english = all(CODE, ENGLISH, 1);

        // Sentences can name the same things in another order.
        assertThat(all(CODE, CHINESE, 1)).hasSizeGreaterThan(40).containsExactlyInAnyOrderElementsOf(english);
        assertThat(all(ROW, CHINESE, 1).stream().map(row -> row.replace("、", ", ")))
                .hasSizeGreaterThan(10)
                .containsExactlyElementsOf(all(ROW, ENGLISH, 1));
    }

    @Test
    void everyPageIsLinked() throws IOException {
        List<String> english = all(LINK, ENGLISH, 1);
        List<String> chinese = all(LINK, CHINESE, 1);

        assertThat(english).contains("README.zh-CN.md");
        assertThat(chinese).contains("README.md");
        assertThat(chinese.stream().filter(link -> !link.equals("README.md")))
                .hasSizeGreaterThan(20)
                .containsExactlyElementsOf(english.stream()
                        .filter(link -> !link.equals("README.zh-CN.md"))
                        .toList());
        for (String link : chinese) {
            assertThat(Path.of("..", link.replaceFirst("#.*", ""))).exists();
        }
    }

    /** What a pattern finds outside of blocks of code, or the blocks. */
    private static List<String> all(Pattern pattern, Path file, int group) throws IOException {
        String text = Files.readString(file);
        String searched = pattern == BLOCK ? text : BLOCK.matcher(text).replaceAll("");
        return pattern.matcher(searched)
                .results()
                .map((MatchResult found) -> found.group(group))
                .toList();
    }
}
