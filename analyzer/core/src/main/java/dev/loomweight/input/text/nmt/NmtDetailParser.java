package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a detail report or detail diff: ranges of addresses with the stacks that made them, memory files, and
 * call sites, whose stack comes before their figure.
 */
final class NmtDetailParser {

    private final NmtScanner scan;
    private final MapBuilder map = new MapBuilder();
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
    MapBuilder map() {
        return map;
    }

    /** The call sites in the order of the report. */
    List<NmtReport.Site> sites() {
        return sites;
    }

    /** The categories that the map and the call sites have, where nothing else of the report was read. */
    List<NmtCategory> categories() {
        Map<String, NmtUsage> mapped = new TreeMap<>();
        Map<String, NmtMalloc> allocated = new TreeMap<>();
        for (NmtReport.Region region : map.regions()) {
            long committed = region.whollyCommitted()
                    ? region.bytes()
                    : region.parts().stream().mapToLong(NmtReport.Part::bytes).sum();
            mapped.merge(
                    region.category(), NmtUsage.of(Amount.of(region.bytes()), Amount.of(committed)), NmtUsage::plus);
        }
        for (NmtReport.Site site : sites) {
            if (site.malloc() != null) {
                allocated.merge(site.category(), site.malloc(), NmtMalloc::plus);
            } else if (site.virtual() != null && map.regions().isEmpty()) {
                mapped.merge(site.category(), site.virtual(), NmtUsage::plus);
            }
        }
        Set<String> names = new TreeSet<>(mapped.keySet());
        names.addAll(allocated.keySet());
        return names.stream()
                .map(name -> category(name, mapped.get(name), allocated.get(name)))
                .toList();
    }

    private static NmtCategory category(String name, @Nullable NmtUsage mapped, @Nullable NmtMalloc malloc) {
        NmtUsage usage = mapped == null ? NmtUsage.of(Amount.ZERO, Amount.ZERO) : mapped;
        Amount blocks = malloc == null ? Amount.ZERO : malloc.amount();
        return new NmtCategory(
                name,
                NmtUsage.of(usage.reserved().plus(blocks), usage.committed().plus(blocks)),
                Map.of(),
                null,
                malloc,
                mapped,
                null,
                null,
                List.of(),
                List.of());
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
            return !scan.failed() && map.region(Range.of(from, to, bytes, category()), wholly);
        } else if (scan.eat("committed ")) {
            long bytes = scan.amount().bytes();
            scan.eat(" from");
            return !scan.failed() && scan.atEnd() && map.part(Range.of(from, to, bytes, ""));
        } else if (scan.eat("allocated ")) {
            long bytes = scan.amount().bytes();
            return !scan.failed() && map.allocation(Range.of(from, to, bytes, category()));
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

    /** A range of addresses whose stack is being read. */
    record Range(long from, long to, long bytes, String category, List<String> frames) {

        static Range of(long from, long to, long bytes, String category) {
            return new Range(from, to, bytes, category, new ArrayList<>());
        }
    }

    /**
     * Puts the virtual memory map of a detail report together. 11 and 17 print it upwards, 21 and 25 downwards; it comes
     * out upwards, addresses taken as unsigned.
     */
    static final class MapBuilder {

        private final List<NmtReport.Region> regions = new ArrayList<>();
        private final List<NmtReport.MappedFile> files = new ArrayList<>();
        private final List<NmtReport.Part> parts = new ArrayList<>();
        private final List<NmtReport.Allocation> allocations = new ArrayList<>();
        private @Nullable Range region;
        private boolean whollyCommitted;
        private @Nullable Range part;
        private @Nullable Range allocation;
        private @Nullable String file;
        /** The range that takes frames: that which was begun last. */
        private @Nullable Range last;

        /** Begins a region; always true. */
        boolean region(Range begun, boolean wholly) {
            endRegion();
            region = begun;
            whollyCommitted = wholly;
            last = begun;
            return true;
        }

        /** Begins a committed part; false if there is no region that it could belong to. */
        boolean part(Range begun) {
            if (region == null) {
                return false;
            }
            endPart();
            part = begun;
            last = begun;
            return true;
        }

        /** Begins a memory file. */
        void file(String name) {
            endFile();
            file = name;
        }

        /** Begins an allocated range; false if there is no file that it could belong to. */
        boolean allocation(Range begun) {
            if (file == null) {
                return false;
            }
            endAllocation();
            allocation = begun;
            last = begun;
            return true;
        }

        /** Takes one frame of what was begun last; false if nothing waits for frames. */
        boolean frame(String frame) {
            return last != null && last.frames.add(frame);
        }

        /** A blank line: no more frames for what was begun last. */
        void pause() {
            endPart();
            endAllocation();
            last = null;
        }

        /** The regions, sorted; nothing can be added afterwards. */
        List<NmtReport.Region> regions() {
            endRegion();
            regions.sort(Comparator.comparing(NmtReport.Region::from, Long::compareUnsigned)
                    .thenComparing(NmtReport.Region::to, Long::compareUnsigned));
            return regions;
        }

        /** The memory files in the order of the report. */
        List<NmtReport.MappedFile> files() {
            endFile();
            return files;
        }

        private void endRegion() {
            endPart();
            Range ended = region;
            if (ended != null) {
                parts.sort(Comparator.comparing(NmtReport.Part::from, Long::compareUnsigned));
                regions.add(new NmtReport.Region(
                        ended.from, ended.to, ended.bytes, whollyCommitted, ended.category, ended.frames, parts));
                parts.clear();
                region = null;
            }
        }

        private void endPart() {
            if (part != null) {
                parts.add(new NmtReport.Part(part.from, part.to, part.bytes, part.frames));
                part = null;
            }
        }

        private void endFile() {
            endAllocation();
            if (file != null) {
                files.add(new NmtReport.MappedFile(file, allocations));
                allocations.clear();
                file = null;
            }
        }

        private void endAllocation() {
            Range ended = allocation;
            if (ended != null) {
                allocations.add(
                        new NmtReport.Allocation(ended.from, ended.to, ended.bytes, ended.category, ended.frames));
                allocation = null;
            }
        }
    }
}
