package dev.loomweight.cli;

import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine.Option;

/** How a report is written; the same options on every command that prints one. */
final class Output {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "How the report is written: ${COMPLETION-CANDIDATES} (default: text).")
    private Format format = Format.TEXT;

    void write(Report report, Console console) {
        write(report, console.out(), console.textOptions());
    }

    void write(Report report, PrintWriter out, TextOptions options) {
        StringBuilder text = new StringBuilder();
        try {
            format.renderer(options).render(report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.print(text);
        out.flush();
    }
}
