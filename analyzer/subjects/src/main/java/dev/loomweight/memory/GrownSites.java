package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
     * @param sites those that hold more at the last snapshot than at the first, the largest growth first; at least one
     */
    public record SitesReading(String subject, List<Grown> sites) {

        public SitesReading {
            sites = List.copyOf(sites);
        }
    }

    /** A call site, the same in all reports of one process. */
    public record Key(String category, List<String> frames) {

        public Key {
            frames = List.copyOf(frames);
        }

        private String words() {
            return frames.isEmpty()
                    ? "(no frames)"
                    : String.join(" < ", frames.subList(0, Math.min(FRAMES_SHOWN, frames.size())));
        }
    }

    /**
     * A call site that grew.
     *
     * @param before what it held at the first snapshot, in bytes; 0 if it was not there
     * @param after what it held at the last one, in bytes
     */
    public record Grown(Key site, long before, long after) {

        private static final Comparator<Grown> LARGEST =
                Comparator.comparingLong(Grown::bytes).reversed().thenComparing(one -> one.site.toString());

        /** How much it grew, in bytes; above 0. */
        public long bytes() {
            return after - before;
        }
    }

    private static final Rows<Grown> GROWN = Rows.of(Grown.class)
            .text("site", "call site and caller", grown -> grown.site.words())
            .text("category", "category", grown -> grown.site.category())
            .bytes("first", "first", Grown::before)
            .bytes("last", "last", Grown::after)
            .bytes("growth", "growth", Grown::bytes)
            .bar()
            .top(TOP);

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
            List<Grown> sites = grown(held(reports.getFirst()), held(reports.getLast()));
            if (!sites.isEmpty()) {
                grown.add(new SitesReading(subject, sites));
            }
        });
        return grown;
    }

    private static Map<Key, Long> held(NmtReport report) {
        Map<Key, Long> held = new HashMap<>();
        for (Site site : report.sites()) {
            held.merge(
                    new Key(site.category(), site.frames()), NmtSites.held(site).bytes(), Long::sum);
        }
        return held;
    }

    private static List<Grown> grown(Map<Key, Long> first, Map<Key, Long> last) {
        return last.entrySet().stream()
                .map(site -> new Grown(site.getKey(), first.getOrDefault(site.getKey(), 0L), site.getValue()))
                .filter(site -> site.bytes() > 0)
                .sorted(Grown.LARGEST)
                .toList();
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
