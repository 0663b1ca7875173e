package dev.loomweight.render;

import dev.loomweight.report.Place;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The output formats. Help, completion and the golden tests go through this list: a new format is a renderer and a
 * constant here.
 */
public enum Format {
    /** Aligned tables and wrapped sentences, for a terminal. */
    TEXT("text", ".txt", TextRenderer::new),

    /** Github's Markdown, short enough for a comment. */
    MARKDOWN("markdown", ".md", MarkdownRenderer::new),

    /** One JSON document, described in {@code docs/output.md}. */
    JSON("json", ".json", options -> new JsonRenderer()),

    /** One page that needs nothing else. */
    HTML("html", ".html", options -> new HtmlRenderer()),

    /** Every table as comma-separated values. */
    CSV("csv", ".csv", options -> new CsvRenderer()),

    /** Stacks, one a line. */
    COLLAPSED("collapsed", ".collapsed", options -> new CollapsedRenderer()),

    /** Stacks for the viewer speedscope. */
    SPEEDSCOPE("speedscope", ".speedscope.json", options -> new SpeedscopeRenderer()),

    /** Stacks for pprof, as bytes. */
    PPROF("pprof", ".pb.gz", options -> new PprofRenderer()),

    /** Stacks as profiles of OpenTelemetry. */
    OTLP("otlp", ".otlp.json", options -> new OtlpRenderer()),

    /** Findings that code hosts show next to the lines of code. */
    SARIF("sarif", ".sarif", options -> new SarifRenderer(place -> null)),

    /** Findings as tests. */
    JUNIT("junit", ".xml", options -> new JunitRenderer());

    private final String word;
    private final String ending;
    // Constructors, which keep nothing.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<TextOptions, Renderer> renderer;

    Format(String word, String ending, Function<TextOptions, Renderer> renderer) {
        this.word = word;
        this.ending = ending;
        this.renderer = renderer;
    }

    /**
     * The format for a file name, from its longest known ending: {@code a.speedscope.json} is not a JSON report.
     */
    public static Optional<Format> ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> lower.endsWith(format.ending))
                .max(Comparator.comparingInt(format -> format.ending.length()));
    }

    /** Whether it is of bytes, which no terminal or prompt shows. */
    public boolean isBinary() {
        return this == PPROF;
    }

    /** The ending of its file names, with the dot. */
    public String ending() {
        return ending;
    }

    /**
     * A renderer of this format.
     *
     * @param options width, colour and rows of text and Markdown; the other formats ignore them
     */
    public Renderer renderer(TextOptions options) {
        return renderer.apply(options);
    }

    /**
     * A renderer of {@link #SARIF} that names files of a repository.
     *
     * @param files the path of a place from the root of the repository, with slashes; null where it is not known, whose
     *     path is then below its package's root
     */
    public static Renderer sarif(Function<Place, @Nullable String> files) {
        return new SarifRenderer(files);
    }

    /** The name for {@code --format}, in lower case. */
    @Override
    public String toString() {
        return word;
    }
}
