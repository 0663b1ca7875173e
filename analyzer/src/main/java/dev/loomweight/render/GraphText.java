package dev.loomweight.render;

import dev.loomweight.render.LineWriter.Style;
import dev.loomweight.report.Graph;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A graph as text: each thing, below it what it depends on. What people look for stands first, and alone if there is
 * any.
 */
final class GraphText {

    private static final int MAX_PARAGRAPHS = 40;
    private static final int INDENT = 4;

    private GraphText() {}

    /** Writes a graph. */
    static void write(Graph graph, ParagraphWriter paragraphs) throws IOException {
        paragraphs.blockTitle(graph.title());
        if (graph.nodes().isEmpty()) {
            paragraphs.nothing();
            return;
        }
        Map<String, String> labels = new HashMap<>();
        graph.nodes().forEach(node -> labels.put(node.id(), node.label()));
        boolean marked = graph.nodes().stream().anyMatch(Graph.Node::marked);
        List<Graph.Node> shown = graph.nodes().stream()
                .filter(node -> node.marked() || !marked || paragraphs.unfolded())
                .toList();
        int most = paragraphs.unfolded() ? shown.size() : Math.min(MAX_PARAGRAPHS, shown.size());
        Map<String, List<Graph.Edge>> edges = graph.edges().stream().collect(Collectors.groupingBy(Graph.Edge::from));
        for (Graph.Node node : shown.subList(0, most)) {
            paragraphs.paragraph(Style.STRONG, "", Style.PLAIN, name(node));
            for (Graph.Edge edge : edges.getOrDefault(node.id(), List.of())) {
                String words = (edge.certain() ? "" : "perhaps ") + edge.label() + " ";
                paragraphs.paragraph(
                        Style.FAINT, "  → ", Style.PLAIN, words + labels.getOrDefault(edge.to(), ""), INDENT);
            }
        }
        int left = graph.nodes().size() - most;
        if (left > 0) {
            paragraphs.paragraph(Style.FAINT, "", left + " more in JSON and on the html page");
        }
    }

    private static String name(Graph.Node node) {
        return node.detail().isEmpty() ? node.label() : node.label() + " at " + node.detail();
    }
}
