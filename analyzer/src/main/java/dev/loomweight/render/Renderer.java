package dev.loomweight.render;

import dev.loomweight.report.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes reports in one format. Holds no state between reports. */
public interface Renderer {

    /**
     * Writes a report; its last line ends with a line feed.
     *
     * <p>Whatever the names in the report contain, no control character but the line feed is written, unless the
     * renderer was made with colour, and then only the escape sequences of colours; comma-separated values have a
     * carriage return before each line feed.
     *
     * @param report what to write
     * @param out where to; neither flushed nor closed
     * @throws IOException as thrown by {@code out}
     */
    void render(Report report, Appendable out) throws IOException;

    /**
     * Writes a report as a page of a document, to be read from its beginning; the same where a format has one form.
     *
     * @param report what to write
     * @param out where to; neither flushed nor closed
     * @throws IOException as thrown by {@code out}
     */
    default void page(Report report, Appendable out) throws IOException {
        render(report, out);
    }

    /**
     * Writes a report as the bytes of a file.
     *
     * @throws IOException never for what is in memory; allowed for the sake of {@link #render}
     */
    default byte[] bytes(Report report) throws IOException {
        StringBuilder text = new StringBuilder();
        render(report, text);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The same report as several files for a folder, by their names.
     *
     * @return empty where the format is made for one file
     * @throws IOException never for what is in memory; allowed for the sake of {@link #render}
     */
    default Map<String, String> files(Report report) throws IOException {
        return Map.of();
    }
}
