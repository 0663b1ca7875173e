package dev.loomweight.memory.growth.diff;

import dev.loomweight.memory.NmtReading;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of what changed: by category of NMT, by call site, and by class of live objects, the largest change first. */
final class ChangeTables {

    /** The number of call sites shown to people; those after them change little. */
    private static final int TOP_SITES = 20;

    private static final String ADDRESS = "[0x";

    /** Stands for any frame without a name. */
    static final String UNNAMED = ADDRESS + "]";

    /** A category or a part of one, and how much it changed. */
    private record Change(
            Role role,
            String name,
            NmtUsage usage,
            @Nullable NmtMalloc malloc,
            NmtCategory.@Nullable Count threads) {}

    private static final Rows<Change> CATEGORIES = Rows.of(Change.class)
            .roles(Change::role)
            .text("category", "category", Change::name)
            .bytes("reservedChange", "reserved", of -> of.usage.reserved().deltaBytes())
            .column(
                    "mallocChange",
                    "malloc",
                    of -> of.malloc == null
                            ? Rows.NONE
                            : Cell.bytes(of.malloc.amount().deltaBytes()))
            .column("blocksChange", "blocks", of -> blocks(of.malloc))
            .column("threadsChange", "threads", of -> of.threads == null ? Rows.NONE : Cell.count(of.threads.delta()))
            .bytes(
                    "committedBefore",
                    "committed before",
                    of -> of.usage.committed().bytes() - of.usage.committed().deltaBytes())
            .bytes("committed", "after", of -> of.usage.committed().bytes())
            .bytes("committedChange", "change", of -> of.usage.committed().deltaBytes())
            .bar();

    private static final Rows<Site> SITES = Rows.of(Site.class)
            .text("site", "call site", ChangeTables::name)
            .text("category", "category", Site::category)
            .column("blocksChange", "blocks", site -> blocks(site.malloc()))
            .bytes("held", "holds", site -> NmtReading.held(site).bytes())
            .bytes("change", "change", site -> NmtReading.held(site).deltaBytes())
            .bar()
            .top(TOP_SITES);

    private static final int TOP_CLASSES = 12;

    /** A class of live objects, and how much it changed. */
    private record ClassChange(String name, long objects, long bytes, long after) {

        static ClassChange of(ClassHistogram.Line line, int sign) {
            return new ClassChange(
                    line.className(), sign * line.instances(), sign * line.bytes(), sign > 0 ? line.bytes() : 0);
        }

        /** Classes of one name from several loaders count as one. */
        ClassChange and(ClassChange other) {
            return new ClassChange(name, objects + other.objects, bytes + other.bytes, after + other.after);
        }
    }

    private static final Rows<ClassChange> CLASSES = Rows.of(ClassChange.class)
            .text("class", "class", ClassChange::name)
            .count("objectsChange", "objects", ClassChange::objects)
            .bytes("held", "holds", ClassChange::after)
            .bytes("change", "change", ClassChange::bytes)
            .bar()
            .top(TOP_CLASSES);

    private ChangeTables() {}

    private static Cell blocks(@Nullable NmtMalloc malloc) {
        return malloc == null ? Rows.NONE : Cell.count(malloc.countDelta());
    }

    /** The categories that changed, by how much is committed. */
    static Table categories(NmtReport difference) {
        List<Change> rows = new ArrayList<>();
        List<NmtCategory> changed = changed(difference);
        for (NmtCategory category : changed) {
            rows.add(new Change(
                    Role.PLAIN,
                    category.name(),
                    category.usage(),
                    category.malloc(),
                    category.counts().get("threads")));
            NmtUsage stack = category.stack();
            if (stack != null) {
                rows.add(new Change(Role.PART, "stacks", stack, null, null));
            }
        }
        NmtReading.rest(difference)
                .ifPresent(rest -> rows.add(new Change(Role.PLAIN, "not in the texts", rest, null, null)));
        rows.add(new Change(Role.TOTAL, "total", difference.total(), difference.malloc(), null));
        int same = difference.categories().size() - changed.size();
        List<String> notes = new ArrayList<>();
        if (same > 0) {
            notes.add(same == 1 ? "One category did not change." : same + " categories did not change.");
        }
        if (changed.stream().anyMatch(category -> category.stack() != null)) {
            notes.add("Committed stacks include 16 KB of guard pages for each Java thread, which are never resident.");
        }
        return CATEGORIES.table("categories", "By category (NMT)", rows, notes);
    }

    /** The categories in which anything moved, the largest change of committed memory first. */
    static List<NmtCategory> changed(NmtReport difference) {
        return difference.categories().stream()
                .filter(ChangeTables::moved)
                .sorted(Comparator.comparingLong((NmtCategory category) ->
                                Math.abs(category.usage().committed().deltaBytes()))
                        .thenComparingLong(
                                category -> Math.abs(category.usage().reserved().deltaBytes()))
                        .reversed()
                        .thenComparing(NmtCategory::name))
                .toList();
    }

    private static boolean moved(NmtCategory category) {
        NmtMalloc malloc = category.malloc();
        return category.usage().committed().deltaBytes() != 0
                || category.usage().reserved().deltaBytes() != 0
                || (malloc != null && (malloc.amount().deltaBytes() != 0 || malloc.countDelta() != 0));
    }

    /** The call sites that changed most; empty where the difference has none. */
    static Optional<Table> sites(NmtReport difference) {
        return SITES.some("sites", "By native call site (NMT detail)", changedSites(difference));
    }

    /** The call sites that hold more or less than before, the largest change first. */
    static List<Site> changedSites(NmtReport difference) {
        return difference.sites().stream()
                .filter(site -> NmtReading.held(site).deltaBytes() != 0)
                .sorted(Comparator.comparingLong(
                                (Site site) -> Math.abs(NmtReading.held(site).deltaBytes()))
                        .reversed()
                        .thenComparing(ChangeTables::name)
                        .thenComparing(Site::category)
                        .thenComparing(site -> site.frames().toString()))
                .toList();
    }

    /** The name of a site: its innermost named function and the caller of that, without parameters. */
    static String name(Site site) {
        List<String> named = site.frames().stream()
                .filter(frame -> !isUnnamed(frame))
                .limit(2)
                .map(ChangeTables::function)
                .toList();
        return named.isEmpty() ? "(no named function)" : String.join(" < ", named);
    }

    /** Whether a frame is an address alone, as those of Java code are. */
    static boolean isUnnamed(String frame) {
        return frame.startsWith(ADDRESS);
    }

    /** A frame without parameters and offset; one that begins with a parenthesis stays complete. */
    private static String function(String frame) {
        int end = frame.indexOf('(');
        if (end < 0) {
            end = frame.indexOf("+0x");
        }
        return end > 0 ? frame.substring(0, end) : frame;
    }

    /** The classes of live objects that changed most between two histograms; empty where a histogram is missing or nothing changed. */
    static Optional<Table> classes(@Nullable ClassHistogram before, @Nullable ClassHistogram after) {
        if (before == null || after == null) {
            return Optional.empty();
        }
        Map<String, ClassChange> changes = new HashMap<>();
        after.lines().forEach(line -> changes.merge(line.className(), ClassChange.of(line, 1), ClassChange::and));
        before.lines().forEach(line -> changes.merge(line.className(), ClassChange.of(line, -1), ClassChange::and));
        List<ClassChange> ranked = changes.values().stream()
                .filter(change -> change.bytes() != 0)
                .sorted(Comparator.comparingLong((ClassChange change) -> Math.abs(change.bytes()))
                        .reversed()
                        .thenComparing(ClassChange::name))
                .toList();
        return CLASSES.some("classes", "Live objects by class (histogram)", ranked);
    }
}
