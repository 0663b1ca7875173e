package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A report as a page of a document. */
class MarkdownPageTest {

    @Test
    void isReadFromItsBeginningAndTheRestIsFolded() throws IOException {
        Section first = BarsReport.bars().sections().getFirst();
        Finding finding = new Finding("failed", Finding.Severity.PROBLEM, "A run failed.", "", "Run it again.");
        Section failed = new Section(first.id(), first.title(), first.blocks().subList(0, 4), List.of(finding));
        Section pins = new Section("pins", "Pins", List.of(Note.of("none", "Nothing pinned.")), List.of());

        assertThat(page(new Report("report", "ping: a *question*", List.of(failed, pins))))
                .isEqualTo("""
                        # ping: a \\*question\\*

                        - JDK 25.0.3: of 2 claims, 1 holds.
                        - It was run on \\*this\\* machine.

                        - ■ **problem: A run failed.**\\
                          → Run it again.

                        ## What was claimed

                        Two words are faster.

                        And \\*nothing\\* else.

                        ## What is said

                        | experiment | verdict |
                        |---|---|
                        | [ping \\| pong](ping.md) | holds |
                        | **others** |  |
                        | [tasks](sub/tasks.html) | cannot be told |

                        ## Requests per second; published and measured each to a scale of its own

                        ```
                          Vert.x, on its event loop  published   166,867    ████████████████████████████████████████
                                                     JDK 21.0.8   41,000    ███████████████████████████████████████▌
                                                     JDK 25.0.3   41,500    ████████████████████████████████████████
                          Go                         JDK 21.0.8        –¹
                                                     JDK 25.0.3        0
                          latency                    JDK 21.0.8      1.5 ms ████████████████████
                                                     JDK 25.0.3        3 ms ████████████████████████████████████████

                          ¹ go not found
                        ```

                        <details><summary>Pins</summary>

                        - Nothing pinned.

                        </details>
                        """);
    }

    @Test
    void anEmptyReportIsItsTitle() throws IOException {
        assertThat(page(new Report("report", "nothing", List.of()))).isEqualTo("# nothing\n");
    }

    private static String page(Report report) throws IOException {
        StringBuilder out = new StringBuilder();
        Format.MARKDOWN.renderer(TextOptions.PLAIN).page(report, out);
        return out.toString();
    }
}
