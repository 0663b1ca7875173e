package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One NMT report from the line below its heading on. */
final class NmtReportParser {

    /** What a line can be to a report. */
    enum Answer {
        /** It belongs to the report. */
        TAKEN,
        /** It is blank. */
        BLANK,
        /** The report does not know it: text of others, or a line of a JDK to come. */
        UNKNOWN
    }

    /** The category of a figure that is printed without one. */
    static final String NO_CATEGORY = "?";

    /** How far lines of a category are indented at least; they are at 28 or 29. */
    private static final int DEPTH = 20;

    private static final String OMITTED_SITES = " call sites weighting less than ";

    private final NmtScanner scan = new NmtScanner();
    private final long pid;
    private final List<NmtCategory> categories = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final NmtDetailParser detail = new NmtDetailParser(scan, unknown);
    private @Nullable NmtUsage total;
    private long scale = 1;
    private boolean diff;
    private @Nullable NmtMalloc malloc;
    private @Nullable NmtUsage mmap;
    private @Nullable NmtCategoryParser category;
    /** Below a head that could not be read, lines must not go to the category before it. */
    private boolean headless;

    private boolean unclosed;
    private boolean mapBegun;
    private boolean sitesBegun;

    NmtReportParser(long pid) {
        this.pid = pid;
    }

    /** Whether the line without which there is no report has been read. */
    boolean hasTotal() {
        return total != null;
    }

    /** Adds something that the report's heading says. */
    void note(String note) {
        notes.add(note);
    }

    /** Keeps lines between two known ones, which nothing else claims. */
    void keep(List<String> lines) {
        for (String line : lines) {
            unknown.add(line.strip());
        }
    }

    /** Takes one line if it belongs to the report. */
    Answer accept(String line) {
        int at = indent(line);
        if (at == line.length()) {
            detail.pause();
            return Answer.BLANK;
        }
        boolean taken = known(line, at);
        unclosed = isUnclosed(line, at);
        return taken ? Answer.TAKEN : Answer.UNKNOWN;
    }

    /** Whether the line is of this report's making and was cut off. */
    private static boolean isUnclosed(String line, int at) {
        char first = line.charAt(at);
        boolean own = (first == '(' && at >= DEPTH) || line.startsWith("-   ") || line.startsWith("[0x");
        return own && line.indexOf(first == '[' ? ']' : ')', at) < 0;
    }

    private boolean known(String line, int at) {
        return switch (line.charAt(at)) {
            case '(' -> parenthesis(line, at);
            case '[' -> bracket(line);
            case ':' -> at >= DEPTH && category != null && body(line);
            case '-' -> at == 0 && NmtCategoryParser.isHead(line) && head(line);
            default -> heading(line, at);
        };
    }

    private static int indent(String line) {
        int at = 0;
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private boolean head(String line) {
        endCategory();
        detail.pause();
        category = NmtCategoryParser.begin(scan, line);
        headless = category == null;
        sitesBegun = false;
        if (headless) {
            unknown.add(line.strip());
        }
        return true;
    }

    private boolean parenthesis(String line, int at) {
        if (detail.isWaiting() || sitesBegun) {
            return site(line, at);
        } else if (category != null && (at >= DEPTH || category.knows(line))) {
            return body(line);
        } else if (headless && at >= DEPTH) {
            unknown.add(line.strip());
            return true;
        }
        return remark(line, at);
    }

    private boolean body(String line) {
        if (category != null) {
            category.add(line);
        }
        return true;
    }

    private boolean site(String line, int at) {
        if (detail.figure(line)) {
            return true;
        } else if (at == 0) {
            return remark(line, at);
        }
        detail.pause();
        unknown.add(line.strip());
        return true;
    }

    private boolean remark(String line, int at) {
        boolean known = at == 0 && (line.startsWith("(Omitting ") || line.contains(OMITTED_SITES));
        if (known) {
            notes.add(line.strip());
        }
        return known;
    }

    private boolean bracket(String line) {
        if (!hasTotal() || !detail.bracket(line)) {
            return false;
        }
        endCategory();
        if (detail.isWaiting()) {
            sitesBegun = true;
        }
        return true;
    }

    private boolean heading(String line, int at) {
        String text = line.strip();
        if (total == null) {
            return text.startsWith("Total:") && total(text);
        } else if (category == null && !headless && categories.isEmpty() && text.startsWith("malloc")) {
            return malloc(text);
        } else if (category == null && !headless && categories.isEmpty() && text.startsWith("mmap:")) {
            return mmap(text);
        } else if (text.equals("Virtual memory map:")) {
            mapBegun = true;
        } else if (text.equals("Details:")) {
            sitesBegun = true;
        } else if (text.startsWith("Memory map of ")) {
            detail.map().file(text.substring("Memory map of ".length()));
        } else if (!text.equals("Memory file details")) {
            // Below a category, a line with the indentation of its lines belongs to it.
            return at >= DEPTH && category != null && body(line);
        }
        endCategory();
        detail.pause();
        return true;
    }

    private boolean total(String text) {
        scan.over(text);
        scan.expect("Total:");
        scan.blanks();
        NmtUsage usage = scan.usage();
        if (scan.failed()) {
            return false;
        }
        total = usage;
        scale = scan.unit();
        if (!scan.atEnd() && !scan.isRemark()) {
            unknown.add(text);
        }
        return true;
    }

    /** {@code malloc: 12KB #3, peak=..}; the diff of 25 writes {@code malloc=}. */
    private boolean malloc(String text) {
        scan.over(text);
        diff |= scan.eat("malloc=");
        boolean known = diff || scan.eat("malloc:");
        scan.blanks();
        NmtMalloc figure = scan.malloc();
        if (!known || !isRead()) {
            return false;
        }
        malloc = figure;
        return true;
    }

    private boolean mmap(String text) {
        scan.over(text);
        scan.expect("mmap:");
        scan.blanks();
        NmtUsage figure = scan.usage();
        if (!isRead()) {
            return false;
        }
        mmap = figure;
        return true;
    }

    private boolean isRead() {
        return !scan.failed() && (scan.atEnd() || scan.isRemark());
    }

    private void endCategory() {
        if (category != null) {
            categories.add(category.finish());
            category = null;
        }
        headless = false;
    }

    /**
     * The report as far as it was read, or null if it has no total. One that stops in the middle of something has the
     * note {@link NmtText#ENDS_EARLY}, one that lacks categories {@link NmtText#INCOMPLETE}.
     */
    @Nullable
    NmtReport finish() {
        if (total == null) {
            return null;
        }
        endCategory();
        boolean early = unclosed || detail.isWaiting() || (mapBegun && !sitesBegun);
        detail.pause();
        NmtReport read = new NmtReport(
                pid,
                scale,
                diff || scan.sawChange(),
                total,
                malloc,
                mmap,
                categories,
                detail.map().regions(),
                detail.map().files(),
                detail.sites(),
                notes,
                unknown);
        boolean isShort = read.missing().reservedBytes() > 0 || read.missing().committedBytes() > 0;
        return early ? read.with(NmtText.ENDS_EARLY) : isShort ? read.with(NmtText.INCOMPLETE) : read;
    }
}
