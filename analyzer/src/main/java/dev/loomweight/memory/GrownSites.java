package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtReport.Site;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The native call sites that grew between the first and the last snapshot of a process, from NMT detail. */
public final class GrownSites implements Analysis<Texts<NmtReport>> {

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

    /** A call site, the same in all reports of one process. */
    private record Key(String category, List<String> frames) {

        String words() {
            return frames.isEmpty()
                    ? "(no frames)"
                    : String.join(" < ", frames.subList(0, Math.min(FRAMES_SHOWN, frames.size())));
        }
    }

    @Override
    public Section finish(Texts<NmtReport> all, Coverage coverage) {
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
        List<Block> blocks = new ArrayList<>();
        bySubject.forEach((subject, reports) -> {
            List<Row> rows = reports.size() < 2 ? List.of() : grown(held(reports.get(0)), held(reports.getLast()));
            if (!rows.isEmpty()) {
                blocks.add(new Table(
                        "grown" + (blocks.size() + 1),
                        subject,
                        List.of(
                                Column.of("site", "call site and caller"),
                                Column.of("category", "category"),
                                Column.of("first", "first"),
                                Column.of("last", "last"),
                                new Column("growth", "growth", true)),
                        rows,
                        List.of(),
                        TOP));
            }
        });
        return new Section(id(), "Native call sites that grew", blocks, List.of());
    }

    private static Map<Key, Long> held(NmtReport report) {
        Map<Key, Long> held = new HashMap<>();
        for (Site site : report.sites()) {
            held.merge(
                    new Key(site.category(), site.frames()), NmtSites.held(site).bytes(), Long::sum);
        }
        return held;
    }

    private static List<Row> grown(Map<Key, Long> first, Map<Key, Long> last) {
        record Growth(Key key, long before, long after) {
            long bytes() {
                return after - before;
            }
        }
        TreeSet<Growth> order = new TreeSet<>((left, right) -> {
            int bySize = Long.compare(right.bytes(), left.bytes());
            return bySize != 0
                    ? bySize
                    : left.key().toString().compareTo(right.key().toString());
        });
        last.forEach((key, bytes) -> {
            long before = first.getOrDefault(key, 0L);
            if (bytes > before) {
                order.add(new Growth(key, before, bytes));
            }
        });
        return order.stream()
                .map(growth -> Row.of(
                        Cell.text(growth.key().words()),
                        Cell.text(growth.key().category()),
                        Cell.bytes(growth.before()),
                        Cell.bytes(growth.after()),
                        Cell.bytes(growth.bytes())))
                .toList();
    }
}
