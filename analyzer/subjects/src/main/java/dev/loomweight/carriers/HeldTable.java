package dev.loomweight.carriers;

import dev.loomweight.diagnosis.HeldThreads.Site;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;

/** Carriers that stood still at the end, by the place at which their virtual threads stand. */
final class HeldTable {

    private static final Cell NO_DUMP = Cell.absent("no thread dump of that time shows it");

    static final Rows<Site> HELD = Rows.of(Site.class)
            .column("frame", "Application's frame", site -> site.isKnown() ? Cell.text(site.own()) : NO_DUMP)
            .count("carriers", "Carriers", Site::carriers)
            .column("calls", "Blocked in", site -> site.isKnown() ? Cell.text(site.blocker()) : NO_DUMP)
            .text("cause", "Held by", Site::cause)
            .text("threads", "Virtual threads", site -> String.join(", ", site.threads()));

    private HeldTable() {}
}
