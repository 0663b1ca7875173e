package dev.loomweight.memory.growth.diff;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.NmtReading;
import dev.loomweight.memory.Texts;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The native call sites that grew between the first and the last snapshot of a process, from NMT detail. */
public final class GrownSites implements Analysis<Texts<NmtReport>, List<GrownSites.SitesReading>> {

    private static final int TOP = 10;
    private static final int FRAMES_SHOWN = 2;

    /** The analysis, ready to be run. */
    public GrownSites() {}

    @Override
    public String id() {
        return "grownSites";
    }

    @Override
    public Fold<Texts<NmtReport>> fold() {
        return Texts.NMT_REPORTS;
    }

    /**
     * What grew in a process.
     *
     * @param subject the process
     * @param sites those that hold more at the last snapshot than at the first, with the difference, the largest growth
     *     first; at least one
     */
    public record SitesReading(String subject, List<Site> sites) {

        public SitesReading {
            sites = List.copyOf(sites);
        }
    }

    private static final Rows<Site> GROWN = Rows.of(Site.class)
            .text("site", "call site and caller", GrownSites::words)
            .text("category", "category", Site::category)
            .bytes("first", "first", site -> NmtReading.held(site).bytes() - grown(site))
            .bytes("last", "last", site -> NmtReading.held(site).bytes())
            .bytes("growth", "growth", GrownSites::grown)
            .bar()
            .top(TOP);

    private static String words(Site site) {
        List<String> frames = site.frames();
        return frames.isEmpty()
                ? "(no frames)"
                : String.join(" < ", frames.subList(0, Math.min(FRAMES_SHOWN, frames.size())));
    }

    private static long grown(Site site) {
        return NmtReading.held(site).deltaBytes();
    }

    /** The processes with growth, in order. */
    @Override
    public List<SitesReading> read(Texts<NmtReport> all, Coverage coverage) {
        Map<String, List<NmtReport>> bySubject = new LinkedHashMap<>();
        for (Text<NmtReport> text : all.inOrder()) {
            if (text.origin().moment() != null
                    && !text.sample().sites().isEmpty()
                    && !text.sample().diff()) {
                bySubject
                        .computeIfAbsent(text.origin().subject(), key -> new ArrayList<>())
                        .add(text.sample());
            }
        }
        List<SitesReading> grown = new ArrayList<>();
        bySubject.forEach((subject, reports) -> {
            List<Site> sites = NmtDifference.of(reports.getFirst(), reports.getLast()).sites().stream()
                    .filter(site -> grown(site) > 0)
                    .sorted(Comparator.comparingLong(GrownSites::grown)
                            .reversed()
                            .thenComparing(site -> site.category() + site.frames()))
                    .toList();
            if (!sites.isEmpty()) {
                grown.add(new SitesReading(subject, sites));
            }
        });
        return grown;
    }

    @Override
    public Section say(List<SitesReading> grown, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        for (SitesReading one : grown) {
            blocks.add(GROWN.table("grown" + (blocks.size() + 1), one.subject(), one.sites()));
        }
        return new Section(id(), "Native call sites that grew", blocks, List.of());
    }
}
