package dev.loomweight.threads.hang;

import dev.loomweight.fold.Samples;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of made-up dumps, as text. */
final class Said {

    private Said() {}

    static HangResult result(List<DumpedThreads> dumps, Sample... owners) {
        return result(FrameLocks.NONE, dumps, owners);
    }

    static HangResult result(FrameLocks classFiles, List<DumpedThreads> dumps, Sample... owners) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), classFiles))
                .toList();
        return HangResult.of(graphs, 0, owners.length > 0);
    }

    /** Each verdict: how severe it is and its sentence; where the report has them, what it consists of and what to do. */
    static String verdicts(HangResult result) {
        StringBuilder text = new StringBuilder();
        for (HangVerdict verdict : result.verdicts()) {
            text.append(HangReport.severity(verdict) + " " + HangReport.words(verdict) + ": "
                    + HangSentences.of(verdict, result) + "\n");
            if (verdict.isHang() || verdict.isOfCarriers()) {
                HangSentences.details(verdict, result).forEach(line -> text.append("- " + line + "\n"));
            }
            if (result.toActOn().contains(verdict)) {
                text.append(("> " + HangAdvice.of(verdict, result)).strip() + "\n");
            }
        }
        return wrapped(text.toString());
    }

    static String verdicts(List<DumpedThreads> dumps, Sample... owners) {
        return verdicts(result(dumps, owners));
    }

    static Section section(List<DumpedThreads> dumps, Sample... owners) {
        HangAnalysis analysis = new HangAnalysis();
        HangAnalysis.Dumps all = analysis.fold().empty();
        for (int i = 0; i < dumps.size(); i++) {
            all.add(new Origin("shop", null, "shop/" + i + ".json", Instrument.THREAD_DUMP), dumps.get(i));
        }
        for (Sample one : owners) {
            all.add(new Origin("shop", null, "shop/owners", Instrument.THREAD_DUMP), one);
        }
        return analysis.finish(all, Coverage.NONE);
    }

    /** The tables of a section. */
    static String tables(Section section) {
        return wrapped(SectionText.of(section.blocks().stream()
                .filter(Table.class::isInstance)
                .filter(table -> !((Table) table).id().startsWith("others"))
                .toList()));
    }

    /** Each node and each edge of the picture; {@code *} is what people look for. */
    static String picture(Section section) {
        Graph graph = Samples.block(section, "graph", Graph.class);
        String out = graph.nodes().stream()
                        .map(node -> node.id() + (node.marked() ? "* " : " ") + "[" + node.kind() + " x" + node.count()
                                + "] " + node.label() + (node.detail().isEmpty() ? "" : " | " + node.detail()) + "\n")
                        .collect(Collectors.joining())
                + graph.edges().stream()
                        .map(edge -> edge.from() + (edge.certain() ? " -> " : " ?> ") + edge.to()
                                + (edge.marked() ? "* " : " ") + edge.label() + "\n")
                        .collect(Collectors.joining());
        return wrapped(out);
    }

    /** In lines of at most 110 characters, as in the tests. */
    static String wrapped(String text) {
        return text.replaceAll("(.{1,110})(?: |\n)", "$1\n");
    }
}
