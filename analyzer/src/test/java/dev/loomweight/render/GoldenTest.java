package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Seals what each format looks like. After a wanted change, look at the files that a failing run leaves in {@code
 * target/render}, and copy those that are right over the golden ones.
 */
class GoldenTest {

    private static final Path ACTUAL = Path.of("target", "render");

    /** A golden file and what makes it. */
    record Golden(String file, Format format, TextOptions options, Report report) {

        String actual() throws IOException {
            StringBuilder out = new StringBuilder();
            format.renderer(options).render(report, out);
            return format == Format.HTML ? withoutScripts(out.toString()) : out.toString();
        }

        /** The page as it was made for this report: without the scripts and styles that all pages have. */
        private static String withoutScripts(String page) {
            return page.replaceAll("(?s)<script>.*?</script>", "<script></script>")
                    .replaceAll("(?s)<style>.*?</style>", "<style></style>")
                    .replaceAll("script-src [^;]*;", "script-src;");
        }

        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Golden> goldens() {
        List<Golden> all = new ArrayList<>();
        Reports.all().forEach((name, report) -> {
            for (Format format : Format.values()) {
                if (format == Format.TEXT) {
                    for (int width : new int[] {40, 80, 120}) {
                        all.add(new Golden(
                                name + "." + width + ".text", format, new TextOptions(width, false), report));
                    }
                    all.add(new Golden(name + ".colour.text", format, new TextOptions(80, true), report));
                } else {
                    all.add(new Golden(name + "." + format, format, TextOptions.PLAIN, report));
                }
            }
        });
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void looksLikeItsGoldenFile(Golden golden) throws IOException {
        String actual = golden.actual();
        String expected = expected(golden.file());
        if (!actual.equals(expected)) {
            Path saved = ACTUAL.resolve(golden.file());
            Files.createDirectories(ACTUAL);
            Files.writeString(saved, actual);
            assertThat(actual)
                    .as("render/%s; the actual output is in %s", golden.file(), saved.toAbsolutePath())
                    .isEqualTo(expected);
        }
    }

    /** German swaps comma and point; Egyptian Arabic has digits of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "ar-EG-u-nu-arab", "tr-TR"})
    void isTheSameInEveryLocale(String tag) {
        Locale before = Locale.getDefault();
        try {
            goldens().forEach(golden -> {
                try {
                    Locale.setDefault(Locale.ROOT);
                    String root = golden.actual();
                    Locale.setDefault(Locale.forLanguageTag(tag));
                    assertThat(golden.actual()).as(golden.file()).isEqualTo(root);
                } catch (IOException e) {
                    fail(e);
                }
            });
        } finally {
            Locale.setDefault(before);
        }
    }

    /** The content of a golden file; nothing where it is missing, so that the first run leaves the actual output. */
    private static String expected(String file) throws IOException {
        try (InputStream in = GoldenTest.class.getResourceAsStream("/render/" + file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
