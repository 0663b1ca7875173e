package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation: every link leads to a file, and to a heading of it that there is once. */
class DocsLinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    private static final Pattern NAMED = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAHeading(Path page) throws IOException {
        Matcher link = LINK.matcher(text(page));
        while (link.find()) {
            if (link.group(1).contains(":")) {
                continue;
            }
            Path file = link.group(1).isEmpty()
                    ? page
                    : page.resolveSibling(link.group(1)).normalize();
            assertThat(file).as(link.group()).exists();
            if (link.group(2) != null) {
                assertThat(anchors(file)).as(link.group()).contains(link.group(2));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noHeadingIsThereTwice(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        assertThat(anchors(page)).allMatch(anchors::add);
    }

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(
                Stream.of("README.md", "README.zh-CN.md", "CHANGELOG.md", "CONTRIBUTING.md", "scripts/README.md")
                        .map(ROOT::resolve)
                        .toList());
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        assertThat(pages).hasSizeGreaterThan(15);
        return pages;
    }

    private static String text(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page)).replaceAll("");
    }

    /** The names of its headings in links, as GitHub makes them, and those that it gives. */
    private static List<String> anchors(Path page) throws IOException {
        String text = text(page);
        return Stream.concat(
                        HEADING.matcher(text)
                                .results()
                                .map(heading -> heading.group(1)
                                        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                                        .replace(' ', '-')),
                        NAMED.matcher(text).results().map(named -> named.group(1)))
                .toList();
    }
}
