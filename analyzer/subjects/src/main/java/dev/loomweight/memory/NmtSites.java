package dev.loomweight.memory;

import dev.loomweight.report.Among;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import java.util.Optional;

/** The native call sites of a detail report that hold the most, or of a detail diff that changed most. */
public final class NmtSites {

    private static final int TOP = 10;

    private NmtSites() {}

    static Optional<Table> table(Among among, NmtReading reading) {
        NmtReport report = reading.report();
        return Rows.of(Site.class)
                .text(
                        "site",
                        "call site",
                        site -> site.frames().isEmpty()
                                ? "(no frames)"
                                : site.frames().getFirst())
                .text("category", "category", Site::category)
                .column("blocks", "blocks", site -> {
                    NmtMalloc malloc = site.malloc();
                    return malloc == null || malloc.count() < 0 ? Rows.NONE : Cell.count(malloc.count());
                })
                .bytes("held", "holds", site -> held(site).bytes())
                .when(
                        report.diff(),
                        rows -> rows.bytes(
                                "change", "change", site -> held(site).deltaBytes()))
                .top(TOP)
                .some(among.id("sites"), among.words("native call sites"), reading.sites());
    }

    /** The memory that a call site holds: malloc, or committed mappings. */
    public static Amount held(Site site) {
        if (site.malloc() != null) {
            return site.malloc().amount();
        }
        return site.virtual() == null ? Amount.ZERO : site.virtual().committed();
    }
}
