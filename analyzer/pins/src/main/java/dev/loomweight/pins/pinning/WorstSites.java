package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.Releases;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of a first screen: what costs most, each with the line of one's own code and what to do. Pins of classes that
 * are loaded and initialized, which come with the first requests, are one row.
 */
final class WorstSites {

    /** So many rows have words below them: no screen shows more. */
    private static final int NOTED = 10;

    private static final int NAMED = 2;

    private static final Rows<Worst> ROWS = Rows.of(Worst.class)
            .text("site", "Site", Worst::site)
            .text("blocker", "Blocked in", Worst::blocker)
            .text("cause", "Cause", Worst::cause)
            .count("pins", "Pins", worst -> worst.sum.count())
            .nanos("total", "Total", worst -> worst.sum.nanos())
            .text("after", "Pins on 24+", Worst::after)
            .notes(Worst::note)
            .top(NOTED)
            .brief("site", "total", "pins", "cause", "blocker", "after");

    /** @param of the site; null of a row of several */
    private record Worst(
            String site,
            @Nullable String blocker,
            String cause,
            Sum sum,
            String after,
            @Nullable PinSite of,
            String note) {

        private Worst with(String words) {
            return new Worst(site, blocker, cause, sum, after, of, words);
        }
    }

    private WorstSites() {}

    /**
     * The table of all sites, the costliest first; null where there are none.
     *
     * @param alike what sets them apart
     */
    static @Nullable Table of(List<PinSite> sites, AlikeSites alike, SiteSentences words) {
        if (sites.isEmpty()) {
            return null;
        }
        List<PinSite> once =
                sites.stream().filter(site -> site.firstUse() != null).toList();
        boolean together = once.size() > 1;
        List<Worst> rows = new ArrayList<>();
        for (PinSite site : sites) {
            if (!together || site.firstUse() == null) {
                rows.add(new Worst(
                        site.name(),
                        site.blocker(),
                        AlikeSites.why(site) + alike.after(site),
                        site.sum(),
                        site.releases().on24().word(),
                        site,
                        ""));
            }
        }
        if (together) {
            rows.add(together(once));
            rows.sort((one, other) -> Sum.HEAVIEST.compare(one.sum, other.sum));
        }
        for (int i = 0; i < Math.min(NOTED, rows.size()); i++) {
            PinSite site = rows.get(i).of;
            if (site != null) {
                rows.set(i, rows.get(i).with(words.note(site)));
            }
        }
        return ROWS.table("worst", "Pinning sites, costliest first", rows);
    }

    private static Worst together(List<PinSite> once) {
        Sum sum = Sum.NONE;
        Releases releases = Releases.NONE;
        for (PinSite site : once) {
            sum = sum.plus(site.sum());
            releases = releases.or(site.releases());
        }
        List<String> names = once.stream().map(PinSite::shortName).distinct().toList();
        return new Worst(
                "first use of classes, " + Amounts.count(once.size(), "site"),
                null,
                "classes are loaded and initialized",
                sum,
                releases.on24().word(),
                null,
                Amounts.names(names, names.size(), NAMED) + " → use these classes once at startup");
    }
}
