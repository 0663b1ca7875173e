package dev.loomweight.carriers;

import dev.loomweight.diagnosis.HeldThreads.Site;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.List;

/** The table of carriers that stood still at the end, by the place at which their virtual threads stand. */
final class HeldTable {

    private static final String NO_DUMP = "no thread dump of that time shows it";

    private HeldTable() {}

    static Table of(CarrierHolds holds, String prefix, String suffix) {
        List<Row> rows = holds.sites().stream().map(HeldTable::row).toList();
        return new Table(
                "held" + suffix,
                prefix + "Carriers that stood still, up to the end",
                List.of(
                        Column.of("frame", "Application's frame"),
                        Column.of("carriers", "Carriers"),
                        Column.of("calls", "Blocked in"),
                        Column.of("cause", "Held by"),
                        Column.of("threads", "Virtual threads")),
                rows,
                List.of());
    }

    private static Row row(Site site) {
        return Row.of(
                site.isKnown() ? Cell.text(site.own()) : Cell.absent(NO_DUMP),
                Cell.count(site.carriers()),
                site.isKnown() ? Cell.text(site.blocker()) : Cell.absent(NO_DUMP),
                Cell.text(site.cause()),
                Cell.text(String.join(", ", site.threads())));
    }
}
