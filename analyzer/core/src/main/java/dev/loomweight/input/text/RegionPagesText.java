package dev.loomweight.input.text;

import dev.loomweight.capture.RegionPages;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.ResidentPages.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code pages.txt} of a capture: {@code [0xA - 0xB]}, a region of the JVM, and indented below it the same for each run of
 * resident pages.
 */
final class RegionPagesText {

    private RegionPagesText() {}

    static boolean isSign(String text) {
        return text.equals(RegionPages.TITLE);
    }

    /** The pages, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        LineScanner scan = new LineScanner();
        List<Range> regions = new ArrayList<>();
        List<Range> runs = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (text.isEmpty() || text.equals(RegionPages.TITLE)) {
                continue;
            }
            scan.over(text);
            scan.expect("[0x");
            long from = scan.hex();
            scan.expect(" - 0x");
            long to = scan.hex();
            scan.expect("]");
            boolean run = line.startsWith(" ");
            boolean outside = run
                    && (regions.isEmpty()
                            || from < regions.getLast().from()
                            || to > regions.getLast().to());
            if (scan.failed() || from < 0 || to <= from || outside) {
                unknown.add(text);
            } else {
                (run ? runs : regions).add(new Range(from, to));
            }
        }
        List<String> notes = new ArrayList<>();
        if (!unknown.isEmpty()) {
            TextRead.quote(notes, unknown, "unknown lines in pages.txt");
        }
        return regions.isEmpty()
                ? new TextRead(List.of(), notes)
                : TextRead.of(new ResidentPages(regions, runs), notes);
    }
}
