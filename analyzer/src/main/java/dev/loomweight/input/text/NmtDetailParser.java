package dev.loomweight.input.text;

import dev.loomweight.sample.NmtMalloc;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of a detail report or detail diff: ranges of addresses with the stacks that made them, memory files, and
 * call sites, whose stack comes before their figure.
 */
final class NmtDetailParser {

    private final NmtScanner scan;
    private final NmtMapBuilder map = new NmtMapBuilder();
    private final List<NmtReport.Site> sites = new ArrayList<>();
    private final List<String> unknown;
    /** The same few hundred frames are in thousands of stacks. */
    private final Map<String, String> frames = new HashMap<>();

    private List<String> stack = new ArrayList<>();

    /** @param unknown takes the lines that belong to the detail and cannot be read */
    NmtDetailParser(NmtScanner scan, List<String> unknown) {
        this.scan = scan;
        this.unknown = unknown;
    }

    /** The regions and files. */
    NmtMapBuilder map() {
        return map;
    }

    /** The call sites in the order of the report. */
    List<NmtReport.Site> sites() {
        return sites;
    }

    /** Whether a stack was read and its figure was not. */
    boolean isWaiting() {
        return !stack.isEmpty();
    }

    /** Ends whatever a blank line or a heading ends; a stack without a figure becomes unknown lines. */
    void pause() {
        map.pause();
        if (!stack.isEmpty()) {
            unknown.addAll(stack);
            stack = new ArrayList<>();
        }
    }

    /** Takes a line that begins with a bracket; false if it is neither a range nor a frame. */
    boolean bracket(String line) {
        scan.over(line);
        if (scan.eat("[BOOTSTRAP]")) {
            // Allocated before stacks could be walked. Before 21 the figure follows on the same line.
            frame("[BOOTSTRAP]");
            scan.blanks();
            return scan.atEnd() || figure(scan.rest());
        }
        scan.expect("[0x");
        long from = scan.hex();
        if (scan.eat("]")) {
            scan.blanks();
            frame(scan.atEnd() ? line.strip() : scan.rest());
            return true;
        }
        scan.expect(" - 0x");
        long to = scan.hex();
        scan.expect("] ");
        return !scan.failed() && range(from, to);
    }

    private void frame(String text) {
        String known = frames.putIfAbsent(text, text);
        String frame = known == null ? text : known;
        if (!map.frame(frame)) {
            stack.add(frame);
        }
    }

    private boolean range(long from, long to) {
        if (scan.eat("reserved ")) {
            boolean wholly = scan.eat("and committed ");
            long bytes = scan.amount().bytes();
            return !scan.failed() && map.region(from, to, bytes, wholly, category());
        } else if (scan.eat("committed ")) {
            long bytes = scan.amount().bytes();
            scan.eat(" from");
            return !scan.failed() && scan.atEnd() && map.part(from, to, bytes);
        } else if (scan.eat("allocated ")) {
            long bytes = scan.amount().bytes();
            return !scan.failed() && map.allocation(from, to, bytes, category());
        }
        return false;
    }

    private String category() {
        if (!scan.eat(" for ")) {
            return NmtReportParser.NO_CATEGORY;
        }
        String name = scan.rest();
        return name.endsWith(" from") ? name.substring(0, name.length() - " from".length()) : name;
    }

    /** Takes the figure below a stack; false if it cannot be read. The stack is then left for {@link #pause}. */
    boolean figure(String line) {
        scan.over(line);
        scan.expect("(");
        // 25 sets the figure and its peak in one more pair of parentheses.
        boolean twice = scan.eat("(");
        NmtReport.Site site = isVirtual() ? virtualSite() : mallocSite();
        if (twice) {
            scan.expect(")");
        }
        if (scan.failed() || !scan.atEnd()) {
            return false;
        }
        sites.add(site);
        stack = new ArrayList<>();
        return true;
    }

    private boolean isVirtual() {
        return scan.eat("mmap: ") || scan.peek() == 'r';
    }

    private NmtReport.Site virtualSite() {
        NmtUsage usage = scan.usage();
        scan.expect(")");
        String category = scan.type();
        return new NmtReport.Site(category == null ? NmtReportParser.NO_CATEGORY : category, stack, null, usage);
    }

    private NmtReport.Site mallocSite() {
        // The diff leaves "malloc=" and the type out for the category Thread.
        boolean named = scan.eat("malloc=");
        NmtMalloc malloc = scan.malloc();
        String category = scan.type();
        if (category == null) {
            category = named ? NmtReportParser.NO_CATEGORY : "Thread";
        }
        return new NmtReport.Site(category, stack, malloc, null);
    }
}
