package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One category of an NMT report: its head line, and the lines in parentheses below it. */
final class NmtCategoryParser {

    private static final List<String> BEGINNINGS = List.of(
            "(malloc=", "(mmap: ", "(arena=", "(stack: ", "(tracking overhead=", "(classes #", "(thread", "(  ");

    private final NmtScanner scan;
    private final String name;
    private final NmtUsage usage;
    private final Map<String, NmtCategory.Count> counts = new LinkedHashMap<>();
    private final List<NmtCategory.Metaspace> metaspace = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private @Nullable NmtUsage stack;
    private @Nullable NmtMalloc malloc;
    private @Nullable NmtUsage mmap;
    private @Nullable NmtMalloc arena;
    private @Nullable Amount trackingOverhead;
    private @Nullable MetaspaceParser part;

    private NmtCategoryParser(NmtScanner scan, String name, NmtUsage usage) {
        this.scan = scan;
        this.name = name;
        this.usage = usage;
    }

    /** Whether the line is the head of a category, well-formed or not. */
    static boolean isHead(String line) {
        return line.length() > 2
                && line.charAt(0) == '-'
                && line.charAt(1) == ' '
                && (line.contains(" (reserved=") || line.contains(" (committed="));
    }

    /** The name in the head of a category. */
    static String name(String head) {
        return head.substring(1, head.indexOf(" (")).strip();
    }

    /** The name. */
    String name() {
        return name;
    }

    /** The category that the line begins, or null if its figures cannot be read. */
    static @Nullable NmtCategoryParser begin(NmtScanner scan, String line) {
        String head = NmtScanner.withoutRemark(line);
        scan.over(head);
        scan.expect("-");
        scan.blanks();
        String name = scan.before(" (").strip();
        scan.blanks();
        scan.expect("(");
        NmtUsage usage = scan.usage();
        if (scan.failed() || name.isEmpty() || !head.stripTrailing().endsWith(")")) {
            return null;
        }
        NmtCategoryParser category = new NmtCategoryParser(scan, name, usage);
        if (!scan.eat(")") || !scan.atEnd()) {
            category.unknown.add(line.strip());
        }
        return category;
    }

    /** Takes one line below the head; what it does not know of it, it keeps as unknown. */
    void add(String line) {
        String figures = NmtScanner.withoutRemark(line);
        scan.over(figures);
        if (scan.eat(":")) {
            // The diff of 17 and 21 aligns the heads of metaspace with an empty word and a colon.
            scan.blanks();
        }
        // A line that was cut off could hold half a figure.
        if (!figures.stripTrailing().endsWith(")") || !scan.eat("(") || !body()) {
            unknown.add(line.strip());
        }
    }

    /** Whether the line begins as one below a head does, wherever it is indented. */
    boolean knows(String line) {
        scan.over(line);
        return BEGINNINGS.stream().anyMatch(scan::eat);
    }

    /** The category as far as it was read. */
    NmtCategory finish() {
        endPart();
        return new NmtCategory(name, usage, counts, stack, malloc, mmap, arena, trackingOverhead, metaspace, unknown);
    }

    /** Whether a line in parentheses is known to its end. */
    private boolean body() {
        if (scan.peek() == ' ') {
            return indented();
        } else if (malloc == null && scan.eat("malloc=")) {
            malloc = read(scan.malloc());
        } else if (arena == null && scan.eat("arena=")) {
            arena = read(scan.malloc());
        } else if (mmap == null && scan.eat("mmap: ")) {
            mmap = closed(scan.usage());
        } else if (stack == null && scan.eat("stack: ")) {
            stack = closed(scan.usage());
        } else if (stack == null && scan.eat("Stack: ")) {
            // AIX until 21: the stacks are malloc'ed there, and one figure covers both.
            Amount figure = scan.amount();
            stack = closed(NmtUsage.of(figure, figure));
        } else if (trackingOverhead == null && scan.eat("tracking overhead=")) {
            trackingOverhead = closed(scan.amount());
        } else {
            return counts();
        }
        return !scan.failed() && scan.atEnd();
    }

    private <T> @Nullable T read(T figure) {
        return scan.failed() ? null : figure;
    }

    /** A figure with the parenthesis after it, which that of malloc takes itself. */
    private <T> @Nullable T closed(T figure) {
        T found = read(figure);
        scan.eat(")");
        return found;
    }

    /** {@code (classes #1)}, {@code (  instance classes #1 +1, array classes #2)}. */
    private boolean counts() {
        do {
            scan.blanks();
            String word = scan.before(" #");
            scan.expect(" #");
            NmtCategory.Count count = scan.count();
            if (scan.failed() || word.isEmpty() || word.indexOf('=') >= 0) {
                return false;
            }
            counts.put(word.equals("thread") ? "threads" : word, count);
        } while (scan.eat(","));
        return scan.eat(")") && scan.atEnd();
    }

    private boolean indented() {
        scan.blanks();
        int mark = scan.mark();
        if (part != null && part.add(scan)) {
            return true;
        }
        scan.back(mark);
        String head = scan.noneOf(":)=#").strip();
        scan.eat(":");
        scan.blanks();
        if (scan.eat(")") && scan.atEnd()) {
            endPart();
            part = new MetaspaceParser(head);
            return true;
        }
        scan.back(mark);
        return counts();
    }

    private void endPart() {
        if (part != null) {
            NmtCategory.Metaspace whole = part.finish();
            if (whole == null) {
                unknown.addAll(part.lines());
            } else {
                metaspace.add(whole);
            }
            part = null;
        }
    }

    /** One part of metaspace below the category {@code Class}: a head and three or four lines. */
    static final class MetaspaceParser {

        private final String name;
        private final List<String> lines = new ArrayList<>();
        private @Nullable NmtUsage usage;
        private @Nullable Amount used;
        private @Nullable Amount free;
        private @Nullable Amount waste;
        private double wastePercent;

        MetaspaceParser(String name) {
            this.name = name;
            lines.add("(" + name + ")");
        }

        /** Takes the line after its parenthesis and blanks; false if it is none of these. */
        boolean add(NmtScanner scan) {
            int mark = scan.mark();
            String text = scan.rest();
            scan.back(mark);
            if (usage == null && text.startsWith("reserved=")) {
                usage = scan.usage();
            } else if (used == null && scan.eat("used=")) {
                used = scan.amount();
            } else if (free == null && scan.eat("free=")) {
                free = scan.amount();
            } else if (waste == null && scan.eat("waste=")) {
                waste = waste(scan);
            } else {
                return false;
            }
            boolean whole = !scan.failed() && scan.eat(")") && scan.atEnd();
            if (whole) {
                lines.add("(" + text);
            }
            return whole;
        }

        /** {@code 12KB =3.45% +6KB}: the change follows the share. */
        private Amount waste(NmtScanner scan) {
            Amount now = scan.amount();
            scan.expect(" =");
            wastePercent = scan.percent();
            return new Amount(now.bytes(), scan.changeBytes());
        }

        /** The part, or null if one of its lines is missing. */
        NmtCategory.@Nullable Metaspace finish() {
            return usage == null || used == null || waste == null
                    ? null
                    : new NmtCategory.Metaspace(name, usage, used, free, waste, wastePercent);
        }

        /** The lines that were taken, for a part that is not whole. */
        List<String> lines() {
            return lines;
        }
    }
}
