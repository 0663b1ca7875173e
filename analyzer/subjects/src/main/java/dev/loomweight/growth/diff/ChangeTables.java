package dev.loomweight.growth.diff;

import dev.loomweight.memory.NmtSites;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of an NMT difference: by category and by call site, the largest change first. */
final class ChangeTables {

    /** The number of call sites shown to people; those after them change little. */
    private static final int TOP_SITES = 20;

    private static final String ADDRESS = "[0x";

    /** Stands for any frame without a name. */
    static final String UNNAMED = ADDRESS + "]";

    private ChangeTables() {}

    /** The categories that changed, by how much is committed. */
    static Table categories(NmtReport difference) {
        List<Row> rows = new ArrayList<>();
        List<NmtCategory> changed = changed(difference);
        for (NmtCategory category : changed) {
            rows.add(row(
                    Role.PLAIN,
                    category.name(),
                    category.usage(),
                    category.malloc(),
                    category.counts().get("threads")));
            NmtUsage stack = category.stack();
            if (stack != null) {
                rows.add(row(Role.PART, "stacks", stack, null, null));
            }
        }
        rows.add(row(Role.TOTAL, "total", difference.total(), difference.malloc(), null));
        int same = difference.categories().size() - changed.size();
        List<String> notes = new ArrayList<>();
        if (same > 0) {
            notes.add(same == 1 ? "One category did not change." : same + " categories did not change.");
        }
        if (changed.stream().anyMatch(category -> category.stack() != null)) {
            notes.add("Committed stacks include 16 KB of guard pages for each Java thread, which are never resident.");
        }
        return new Table(
                "categories",
                "By category (NMT)",
                List.of(
                        Column.of("category", "category"),
                        Column.of("reservedChange", "reserved"),
                        Column.of("mallocChange", "malloc"),
                        Column.of("blocksChange", "blocks"),
                        Column.of("threadsChange", "threads"),
                        Column.of("committedBefore", "committed before"),
                        Column.of("committed", "after"),
                        new Column("committedChange", "change", true)),
                rows,
                notes);
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

    private static Row row(
            Role role, String name, NmtUsage usage, @Nullable NmtMalloc malloc, NmtCategory.@Nullable Count threads) {
        long committed = usage.committed().bytes();
        long change = usage.committed().deltaBytes();
        return new Row(
                role,
                List.of(
                        Cell.text(name),
                        Cell.bytes(usage.reserved().deltaBytes()),
                        malloc == null
                                ? Cell.text("")
                                : Cell.bytes(malloc.amount().deltaBytes()),
                        malloc == null ? Cell.text("") : Cell.count(malloc.countDelta()),
                        threads == null ? Cell.text("") : Cell.count(threads.delta()),
                        Cell.bytes(committed - change),
                        Cell.bytes(committed),
                        Cell.bytes(change)));
    }

    /** The call sites that changed most; empty where the difference has none. */
    static Optional<Table> sites(NmtReport difference) {
        List<Site> changed = changedSites(difference);
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        List<Row> rows = changed.stream().map(ChangeTables::row).toList();
        return Optional.of(new Table(
                "sites",
                "By native call site (NMT detail)",
                List.of(
                        Column.of("site", "call site"),
                        Column.of("category", "category"),
                        Column.of("blocksChange", "blocks"),
                        Column.of("held", "holds"),
                        new Column("change", "change", true)),
                rows,
                List.of(),
                TOP_SITES));
    }

    /** The call sites that hold more or less than before, the largest change first. */
    static List<Site> changedSites(NmtReport difference) {
        return difference.sites().stream()
                .filter(site -> NmtSites.held(site).deltaBytes() != 0)
                .sorted(Comparator.comparingLong(
                                (Site site) -> Math.abs(NmtSites.held(site).deltaBytes()))
                        .reversed()
                        .thenComparing(ChangeTables::name)
                        .thenComparing(Site::category)
                        .thenComparing(site -> site.frames().toString()))
                .toList();
    }

    private static Row row(Site site) {
        NmtMalloc malloc = site.malloc();
        return Row.of(
                Cell.text(name(site)),
                Cell.text(site.category()),
                malloc == null ? Cell.text("") : Cell.count(malloc.countDelta()),
                Cell.bytes(NmtSites.held(site).bytes()),
                Cell.bytes(NmtSites.held(site).deltaBytes()));
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
}
