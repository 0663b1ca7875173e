package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GC.class_histogram} and {@code jmap -histo}, of HotSpot and OpenJ9, with and without the module after the class.
 * Text before the heading and after the total is skipped.
 */
public final class ClassHistogramText {

    private final LineScanner scan = new LineScanner();
    private final List<ClassHistogram.Line> classes = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

    private String skipped = "";
    private long before;
    private long instances;
    private long bytes;

    private ClassHistogramText() {}

    /** Whether a line, stripped, is the heading. */
    static boolean isSign(String text) {
        return text.startsWith("num ")
                && (text.contains("#instances")
                        ? text.contains("#bytes")
                        : text.contains("object count") && text.contains("total size"));
    }

    /** The first histogram, if any, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        String line = lines.next();
        while (line != null && !isSign(line.strip())) {
            line = lines.next();
        }
        return line == null ? new TextRead(List.of(), List.of()) : new ClassHistogramText().below(lines);
    }

    private TextRead below(LineCursor lines) {
        List<String> notes = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            scan.over(line);
            if (scan.eat("Total ")) {
                ClassHistogram whole = total(notes);
                if (whole != null) {
                    skipped(notes);
                    TextRead.quote(notes, unknown, "unknown lines in the class histogram");
                    return TextRead.of(whole, notes);
                }
                unknown.add(line);
            } else if (!entry(lines.number()) && !scan.atEnd() && !line.startsWith("---")) {
                unknown.add(line);
            }
        }
        skipped(notes);
        notes.add(TextRead.missing("the class histogram ends early" + lines.place()
                + ": its last line \"Total\" is missing, so the totals are the sums of the lines"));
        TextRead.quote(notes, unknown, "unknown lines in the class histogram");
        return TextRead.of(new ClassHistogram(classes, instances, bytes), notes);
    }

    /** {@code 1: 2383 128952 [B (java.base@11.0.13)}; the name of a hidden class may have blanks in it. */
    private boolean entry(long at) {
        int start = scan.mark();
        long place = scan.number();
        // OpenJ9 leaves it out.
        scan.eat(":");
        scan.blanks();
        long count = scan.number();
        scan.blanks();
        long size = scan.number();
        scan.blanks();
        String name = scan.failed() ? "" : scan.rest();
        if (name.isEmpty()) {
            scan.back(start);
            return false;
        }
        // No name of a class has brackets; the blank before them may be lost where a line was wrapped.
        int module = name.endsWith(")") ? name.lastIndexOf('(') : -1;
        classes.add(
                module < 0
                        ? new ClassHistogram.Line(name, "", count, size)
                        : new ClassHistogram.Line(
                                name.substring(0, module).stripTrailing(),
                                name.substring(module + 1, name.length() - 1),
                                count,
                                size));
        if (place != before + 1 && skipped.isEmpty()) {
            skipped = "the class histogram lacks its lines " + (before + 1) + " to " + (place - 1) + ", before line "
                    + at;
        }
        before = place;
        instances += count;
        bytes += size;
        return true;
    }

    private void skipped(List<String> notes) {
        if (!skipped.isEmpty()) {
            notes.add(TextRead.missing(skipped));
        }
    }

    private @Nullable ClassHistogram total(List<String> notes) {
        scan.blanks();
        long allInstances = scan.number();
        scan.blanks();
        long allBytes = scan.number();
        if (scan.failed() || !scan.atEnd()) {
            return null;
        }
        if (allInstances != instances || allBytes != bytes) {
            notes.add(TextRead.missing("the class histogram does not add up: its lines have " + instances
                    + " objects and " + bytes + " bytes, its total " + allInstances + " and " + allBytes));
        }
        return new ClassHistogram(classes, allInstances, allBytes);
    }
}
