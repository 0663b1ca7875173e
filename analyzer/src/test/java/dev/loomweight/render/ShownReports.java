package dev.loomweight.render;

import dev.loomweight.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Shows reports as pages.
 *
 * @param browser where
 * @param folder the folder of the pages
 */
record ShownReports(Browser browser, Path folder) {

    /** Writes the page of a report and opens it. */
    Path open(String name, Report report) throws IOException {
        Path page = folder.resolve(name + ".html");
        try (var out = Files.newBufferedWriter(page)) {
            Format.HTML.renderer(TextOptions.PLAIN).render(report, out);
        }
        browser.open(page);
        return page;
    }

    /** Draws all charts: these are drawn once they are near the screen, or for paper. */
    void drawAll() {
        browser.evaluate("dispatchEvent(new Event('beforeprint'))");
        browser.waitFor("[...document.querySelectorAll('.chart, .graph')].every(room => room.dataset.drawn)");
    }

    /** Waits until the flame graphs that are drawn have their full width: they unfold. */
    void settle() {
        browser.waitFor("[...document.querySelectorAll('.graph[data-drawn]')].every(room => room.querySelector('rect')"
                + ".getBoundingClientRect().width > room.clientWidth - 20)");
    }
}
