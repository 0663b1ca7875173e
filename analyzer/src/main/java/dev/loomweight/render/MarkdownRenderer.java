package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reports in the Markdown of code hosts, for a comment on a change: what matters first, the sections folded. Never longer
 * than {@link #MOST_CHARACTERS}; a section that does not fit is named and left out.
 */
final class MarkdownRenderer implements Renderer {

    /** What a comment may have is 65,536. */
    static final int MOST_CHARACTERS = 65_000;

    private static final int ROWS = 30;
    private static final int LEAD_ROWS = 8;
    private static final int SENTENCES = 40;
    private static final int WIDTH = 100;

    // For the heads of those that are left out, however long they are.
    private static final int RESERVE = 800;

    @Override
    public void render(Report report, Appendable out) throws IOException {
        StringBuilder text = new StringBuilder();
        writeHead(report, text);
        List<String> left = new ArrayList<>();
        for (Section section : report.sections()) {
            if (section.isEmpty()) {
                continue;
            }
            StringBuilder folded = new StringBuilder();
            write(section, folded);
            if (text.length() + folded.length() <= MOST_CHARACTERS - RESERVE) {
                text.append('\n').append(folded);
            } else {
                left.add(section.title().isBlank() ? section.id() : section.title());
            }
        }
        if (!left.isEmpty()) {
            text.append("\nToo long for a comment: ").append(clipped(left)).append(". The html report has it all.\n");
        }
        out.append(text);
    }

    private static String clipped(List<String> left) {
        String names = MarkdownText.of(String.join(", ", left.subList(0, Math.min(10, left.size()))));
        return left.size() > 10 ? names + " and " + (left.size() - 10) + " more" : names;
    }

    private static void writeHead(Report report, StringBuilder text) {
        Digest digest = Digest.of(report);
        text.append("### Loomweight ").append(MarkdownText.of(report.command())).append(": ");
        text.append(MarkdownText.of(report.title())).append("\n\n");
        List<Finding> all = report.sections().stream()
                .map(Section::findings)
                .flatMap(List::stream)
                .toList();
        text.append(counted(all)).append('\n');
        for (int i = 0; i < digest.verdict().size(); i++) {
            String sentence = MarkdownText.of(digest.verdict().get(i));
            text.append('\n').append(i == 0 ? strong(sentence) : sentence).append('\n');
        }
        if (!digest.worst().isEmpty()) {
            text.append('\n');
            digest.worst().forEach(worst -> write(worst.what(), text));
        }
        digest.table().ifPresent(table -> {
            text.append('\n');
            write(table.what(), LEAD_ROWS, text);
        });
    }

    private static String counted(List<Finding> findings) {
        List<String> counts = new ArrayList<>();
        for (Severity severity : List.of(Severity.PROBLEM, Severity.WARNING, Severity.INFO)) {
            long count = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .count();
            if (count > 0) {
                String word = severity == Severity.INFO ? "remark" : word(severity);
                counts.add(sign(severity) + " " + count + " " + word + (count == 1 ? "" : "s"));
            }
        }
        return counts.isEmpty() ? "✓ nothing to act on" : String.join(", ", counts);
    }

    private static void write(Section section, StringBuilder text) throws IOException {
        String title = section.title().isBlank() ? section.id() : section.title();
        int findings = section.findings().size();
        text.append("<details><summary>").append(MarkdownText.html(title));
        if (findings > 0) {
            text.append(" (").append(findings).append(findings == 1 ? " finding)" : " findings)");
        }
        text.append("</summary>\n\n");
        section.findings().forEach(finding -> write(finding, text));
        if (findings > 0) {
            text.append('\n');
        }
        for (Block block : section.blocks()) {
            switch (block) {
                case Note note -> write(note, text);
                case Table table -> write(table, ROWS, text);
                case Series series -> writeFenced(series, text);
                case Bars bars -> writeFenced(bars, text);
                case StackTree tree -> writeFenced(tree, text);
            }
            text.append('\n');
        }
        text.append("</details>\n");
    }

    private static void write(Finding finding, StringBuilder text) {
        List<String> lines = new ArrayList<>();
        lines.add("- " + sign(finding.severity()) + " "
                + strong(word(finding.severity()) + ": " + MarkdownText.of(finding.summary())));
        Place place = finding.place();
        if (place != null) {
            lines.add("in " + MarkdownText.of(place.line() > 0 ? place.path() + ":" + place.line() : place.path()));
        }
        if (!finding.explanation().isBlank()) {
            lines.add(MarkdownText.of(finding.explanation()));
        }
        if (!finding.solution().isBlank()) {
            lines.add("→ " + MarkdownText.of(finding.solution()));
        }
        text.append(String.join("\\\n  ", lines)).append('\n');
    }

    private static void write(Note note, StringBuilder text) {
        List<String> sentences = note.sentences().stream()
                .filter(sentence -> !sentence.isBlank())
                .limit(SENTENCES)
                .map(MarkdownText::of)
                .toList();
        if (note.isProse()) {
            text.append(strong(MarkdownText.of(note.title()))).append('\n');
            sentences.forEach(sentence -> text.append('\n').append(sentence).append('\n'));
        } else {
            sentences.forEach(sentence -> text.append("- ").append(sentence).append('\n'));
        }
    }

    private static void write(Table table, int most, StringBuilder text) {
        if (!table.title().isBlank()) {
            text.append(strong(MarkdownText.of(table.title()))).append("\n\n");
        }
        if (table.rows().isEmpty()) {
            text.append("nothing\n");
        } else {
            new MarkdownTable(table).write(most, text);
        }
        for (String footnote : table.footnotes()) {
            text.append('\n').append(MarkdownText.of(footnote)).append('\n');
        }
    }

    /** Charts and trees look as they do in a terminal. */
    private static void writeFenced(Block block, StringBuilder text) throws IOException {
        StringBuilder plain = new StringBuilder();
        Prose prose = new Prose(new Pen(plain, false), WIDTH);
        if (block instanceof Series series) {
            SeriesText.write(series, prose);
        } else if (block instanceof Bars bars) {
            BarsText.write(bars, prose);
        } else if (block instanceof StackTree tree) {
            TreeText.write(tree, prose);
        }
        text.append(MarkdownText.fenced(plain.toString()));
    }

    private static String strong(String markdown) {
        return markdown.isBlank() ? "" : "**" + markdown.strip() + "**";
    }

    private static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static String sign(Severity severity) {
        return switch (severity) {
            case INFO -> "●";
            case WARNING -> "▲";
            case PROBLEM -> "■";
        };
    }
}
