package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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

    /** The first line of a region, and the last of a call site of malloc. */
    private static final Pattern RANGE =
            Pattern.compile("\\[0x\\p{XDigit}+ - 0x\\p{XDigit}+] reserved .*\\d[KMG]?B? for .*");

    private static final Pattern SITE = Pattern.compile("\\(+malloc=\\d+[KMG]?B? (?:type|tag)=.*#\\d+.*");

    private static final Pattern FRAME = Pattern.compile("\\[0x\\p{XDigit}{16}] ?\\S.*\\+0x\\p{XDigit}+.*");

    /** A line in which a figure of a report may be. */
    private static final Pattern FIGURE = Pattern.compile(".*[=#]\\d.*|[\\w ]+:\\s*\\d+\\w*");

    private static final NmtUsage NOTHING = NmtUsage.of(Amount.ZERO, Amount.ZERO);
    private static final String OMITTED_SITES = " call sites weighting less than ";

    private final NmtScanner scan = new NmtScanner();
    private final long pid;
    private final List<NmtCategory> categories = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final NmtDetailParser detail = new NmtDetailParser(scan, unknown);
    private @Nullable NmtUsage total;
    private long scale;
    private boolean diff;
    private @Nullable NmtMalloc malloc;
    private @Nullable NmtUsage mmap;
    private @Nullable NmtCategoryParser category;
    /** Below a head that could not be read, lines must not go to the category before it. */
    private boolean headless;

    private boolean unclosed;
    private boolean isOfDetail;
    private boolean mapBegun;
    private boolean sitesBegun;

    NmtReportParser(long pid) {
        this.pid = pid;
    }

    /** Whether a figure has been read: a heading alone is no report. */
    boolean isBegun() {
        return total != null || category != null || !categories.isEmpty() || isOfDetail;
    }

    /** Whether the line, in HotSpot's form, is the first of another report: its total, or a category that this one has. */
    boolean isOver(String line) {
        boolean another = line.startsWith("Total:")
                ? total != null
                : total == null && NmtCategoryParser.isHead(line) && has(NmtCategoryParser.name(line));
        return another && isBegun();
    }

    private boolean has(String name) {
        return (category != null && category.name().equals(name))
                || categories.stream().anyMatch(one -> one.name().equals(name));
    }

    /** Whether a line, in HotSpot's form, begins a report that has no heading. */
    static boolean isBegin(String line) {
        return line.startsWith("Total:")
                ? line.contains("committed=")
                : NmtCategoryParser.isHead(line) || isDetail(line) || isFrame(line);
    }

    private static boolean isFrame(String line) {
        return line.startsWith("[0x") && FRAME.matcher(line).matches();
    }

    /** Whether a line, stripped or not, can only be of a report in detail: a region, or the figure of a call site. */
    static boolean isDetail(String line) {
        String text = line.strip();
        return (text.startsWith("[0x") && RANGE.matcher(text).matches())
                || (text.startsWith("(") && SITE.matcher(text).matches());
    }

    /** Adds something that the report's heading says. */
    void note(String note) {
        notes.add(note);
    }

    /**
     * Keeps lines between two known ones, which nothing else claims, as far as they may have figures: people write between
     * them, and set dots for what they left out.
     *
     * @return how many are text of others
     */
    int keep(List<String> lines) {
        int others = 0;
        for (String line : lines) {
            String text = line.strip();
            if (text.startsWith("(") || FIGURE.matcher(text).matches()) {
                unknown.add(text);
            } else {
                others++;
            }
        }
        return others;
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
        scale = Math.max(scale, scan.precision());
        headless = category == null;
        sitesBegun = false;
        if (headless) {
            unknown.add(line.strip());
        }
        return true;
    }

    private boolean parenthesis(String line, int at) {
        if (detail.isWaiting() || sitesBegun || (category == null && isDetail(line))) {
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
        boolean expected = isBegun() || detail.isWaiting() || isDetail(line) || isFrame(line);
        if (!expected) {
            return false;
        }
        if (!detail.bracket(line)) {
            return false;
        }
        isOfDetail = true;
        endCategory();
        if (detail.isWaiting()) {
            sitesBegun = true;
        }
        return true;
    }

    private boolean heading(String line, int at) {
        String text = line.strip();
        if (total == null && text.startsWith("Total:")) {
            return total(text);
        } else if (!isBegun()) {
            return false;
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
            return at >= DEPTH && category != null && Character.isLetterOrDigit(text.charAt(0)) && body(line);
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
        scale = Math.max(scale, scan.precision());
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
     * The report as far as it was read, or null if it has no figure. One that stops in the middle of something has the
     * note {@link NmtText#ENDS_EARLY}, one that lacks categories {@link NmtText#INCOMPLETE}, one without total, whose total
     * is that of its categories, {@link NmtText#NO_TOTAL}.
     */
    @Nullable
    NmtReport finish() {
        endCategory();
        boolean early = unclosed || detail.isWaiting() || (mapBegun && !sitesBegun);
        detail.pause();
        List<NmtCategory> all = categories.isEmpty() && total == null ? detail.categories() : categories;
        if (total == null && all.isEmpty()) {
            return null;
        }
        if (total == null) {
            notes.add(NmtText.NO_TOTAL);
        }
        NmtReport read = new NmtReport(
                pid,
                Math.max(1, scale),
                diff || scan.sawChange(),
                total == null ? all.stream().map(NmtCategory::usage).reduce(NOTHING, NmtUsage::plus) : total,
                malloc,
                mmap,
                all,
                detail.map().regions(),
                detail.map().files(),
                detail.sites(),
                notes,
                unknown);
        boolean isShort = read.missing().reservedBytes() > 0 || read.missing().committedBytes() > 0;
        return early ? read.with(NmtText.ENDS_EARLY) : isShort ? read.with(NmtText.INCOMPLETE) : read;
    }
}
