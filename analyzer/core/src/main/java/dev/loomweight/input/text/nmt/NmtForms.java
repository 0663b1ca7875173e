package dev.loomweight.input.text.nmt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns the forms in which reports are published into HotSpot's: heads that lost their dash or their indentation, {@code Code:
 * reserved=1MB, committed=1MB}, {@code Code (committed=1MB)}, tables, and the report of a native image (by Substrate VM:
 * the name of a category on a line of its own). Of any other line nothing is changed.
 */
final class NmtForms {

    private static final String AMOUNT =
            "[+-]?(?:\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?)(?:\\s?(?:[KMGTkmgt]i?[Bb]?|[Bb](?:ytes)?))?(?![\\w.]|,\\d)(?:\\s[+-]\\d+[A-Za-z]*)?";
    private static final Pattern FIGURES = Pattern.compile("\\(?\\s*(?:reserved\\s?[=:]\\s*(" + AMOUNT
            + ")[\\s,;+/&]+)?" + "committed\\s?[=:]\\s*(" + AMOUNT + ")(.*)");
    private static final Pattern HEAD = Pattern.compile(
            "(?:[-\u2013\u2014\u2022*+]\\s*)?([A-Za-z][\\w /.-]{0,60}?)\\s*([:(]\\s*)((?:\\(\\s*)?(?:reserved|committed)\\s?[=:].*)");
    private static final Pattern TOTAL = Pattern.compile("(?i:total)\\s*:?\\s*((?:reserved|committed)\\s?[=:].*)");
    private static final Pattern SINGLE =
            Pattern.compile("[-\u2022*]\\s+([A-Z][\\w ]{0,60}):\\s+(\\d+(?:\\.\\d+)?\\s?[KMG]B)");
    private static final Pattern FIGURE = Pattern.compile(".*[=#]\\d.*");

    /** What has such figures in a report and is no category. */
    private static final Set<String> NO_NAMES =
            Set.of("total", "malloc", "mmap", "arena", "stack", "metadata", "class space");

    /** The heading of a native image, whose VM is named so in lower case. */
    private static final String NATIVE_IMAGE = "Native memory tracking";

    private final NmtTable table = new NmtTable();
    private boolean nativeImage;
    private String before = "";

    /**
     * The line in HotSpot's form.
     *
     * @param inside whether a report was begun, in which lines count that mean nothing elsewhere
     */
    String of(String line, boolean inside) {
        String text = line.strip();
        if (text.equals(NATIVE_IMAGE)) {
            nativeImage = true;
            return NmtText.HEADING;
        }
        if (nativeImage) {
            return ofNativeImage(line, text);
        }
        String row = table.row(text);
        if (row != null) {
            return row;
        } else if (text.contains("committed")) {
            String head = headOf(line, text);
            return head == null ? line : head;
        }
        Matcher single = SINGLE.matcher(text);
        return inside && single.matches() ? head(single.group(1), "committed=" + single.group(2)) : line;
    }

    /** Whether a line, stripped, is a head, a total or the heading of a table, in any form. */
    static boolean isSign(String text) {
        return text.equals(NATIVE_IMAGE)
                // A comment in source code begins so, and is taken off before.
                || (!text.startsWith("*") && text.contains("committed") && headOf(text, text) != null)
                || NmtTable.isHeading(text);
    }

    private static @Nullable String headOf(String line, String text) {
        if (text.startsWith("(") || text.startsWith("[")) {
            return null;
        }
        if (text.startsWith("- ") && line.startsWith("-") && text.endsWith(")") && text.contains(" (reserved=")) {
            // HotSpot's own, of which nothing is to be lost, whatever characters a name has.
            return line;
        }
        Matcher total = TOTAL.matcher(text);
        if (total.matches()) {
            String figures = figures(total.group(1));
            return figures == null ? null : "Total: " + figures;
        }
        Matcher head = HEAD.matcher(text);
        if (!head.matches() || NO_NAMES.contains(head.group(1).toLowerCase(Locale.ROOT))) {
            return null;
        }
        boolean closed = text.indexOf(')', head.start(3)) >= 0;
        if (head.group(2).startsWith("(") && !closed) {
            // Of a line that was cut off, half a figure may be left.
            return null;
        }
        String figures = figures(head.group(3));
        return figures == null ? null : head(head.group(1), figures);
    }

    private static String head(String name, String figures) {
        return "- " + name.strip() + " (" + figures + (figures.endsWith(")") ? "" : ")");
    }

    /** Reserved and committed in HotSpot's form, without a remark after them; null where they have another one. */
    private static @Nullable String figures(String text) {
        Matcher figures = FIGURES.matcher(text);
        if (!figures.matches()) {
            return null;
        }
        String reserved =
                figures.group(1) == null ? "" : "reserved=" + figures.group(1).strip() + ", ";
        String rest = figures.group(3);
        return reserved + "committed=" + figures.group(2).strip()
                + (FIGURE.matcher(rest).matches() ? rest : "");
    }

    private String ofNativeImage(String line, String text) {
        String name = before;
        before = text;
        if (text.startsWith("(reserved=") && !name.isEmpty()) {
            return name.equals("Total")
                    ? "Total: " + text.substring(1, text.length() - 1)
                    : head(name, text.substring(1));
        }
        // The names of categories, and what was at its peak: their figures are in the lines after them.
        return text.startsWith("(peak ") || text.startsWith("(mmap: peak ") || !text.startsWith("(") ? "" : line;
    }

    /** A table of categories, with a heading that has the words reserved and committed. */
    private static final class NmtTable {

        private static final Pattern UNIT = Pattern.compile("[(\\[, ]\\s*([KMG]i?B|bytes|B)\\b");
        private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
        private static final Pattern CELL = Pattern.compile(AMOUNT);

        private List<String> heading = List.of();

        static boolean isHeading(String text) {
            List<String> cells = cells(text.toLowerCase(Locale.ROOT));
            return cells.size() > 1
                    && cells.stream().anyMatch(cell -> cell.startsWith("committed"))
                    && cells.stream().noneMatch(cell -> cell.contains("=") || cell.contains(": "));
        }

        /** The row as a line of HotSpot's; empty for the heading and lines between rows, null outside a table. */
        @Nullable
        String row(String text) {
            List<String> cells = cells(text);
            if (isHeading(text)) {
                heading = cells;
                return "";
            } else if (heading.isEmpty() || cells.size() < 2) {
                heading = List.of();
                return null;
            }
            StringBuilder figures = new StringBuilder();
            for (String word : List.of("reserved", "committed")) {
                String amount = amount(cells, word);
                figures.append(amount == null ? "" : (figures.isEmpty() ? "" : ", ") + word + "=" + amount);
            }
            String name = cells.getFirst().replace("*", "").strip();
            if (name.isEmpty() || figures.indexOf("committed=") < 0) {
                return "";
            }
            return name.equalsIgnoreCase("total") ? "Total: " + figures : head(name, figures.toString());
        }

        private @Nullable String amount(List<String> cells, String word) {
            for (int column = 1; column < Math.min(cells.size(), heading.size()); column++) {
                String title = heading.get(column);
                if (title.toLowerCase(Locale.ROOT).startsWith(word)) {
                    String cell = cells.get(column).replace("*", "").strip();
                    Matcher unit = UNIT.matcher(title);
                    if (NUMBER.matcher(cell).matches() && unit.find()) {
                        return cell + unit.group(1);
                    }
                    return CELL.matcher(cell).matches() ? cell : null;
                }
            }
            return null;
        }

        private static List<String> cells(String text) {
            if (text.indexOf('|') < 0 && text.indexOf('\t') < 0) {
                return List.of();
            }
            List<String> cells = new ArrayList<>(List.of(text.split("[|\t]", -1)));
            cells.replaceAll(String::strip);
            if (cells.getFirst().isEmpty()) {
                cells.removeFirst();
            }
            return cells;
        }
    }
}
