package dev.loomweight.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Things and how they depend on each other: who waits for what, and who holds it.
 *
 * @param id the key
 * @param title the heading
 * @param nodes in the order of reading: what belongs together stands together
 * @param edges from one of them to another
 */
public record Graph(String id, String title, List<Node> nodes, List<Edge> edges) implements Block {

    /** @throws IllegalArgumentException if an edge leads from or to what is no node, or two nodes have one id */
    public Graph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        Set<String> ids = new HashSet<>();
        for (Node node : nodes) {
            if (!ids.add(node.id())) {
                throw new IllegalArgumentException("graph " + id + " has two nodes " + node.id());
            }
        }
        for (Edge edge : edges) {
            if (!ids.contains(edge.from()) || !ids.contains(edge.to())) {
                throw new IllegalArgumentException("graph " + id + " has no such nodes: " + edge);
            }
        }
    }

    /**
     * A thing.
     *
     * @param id what edges know it by
     * @param kind what it is, in a word, such as {@code lock}
     * @param label its name
     * @param detail where it is; may be empty
     * @param count how many it stands for, at least 1
     * @param marked whether it is what people look for
     */
    public record Node(String id, String kind, String label, String detail, long count, boolean marked) {}

    /**
     * One depends on another.
     *
     * @param from the id of the one
     * @param to the id of the other
     * @param label how, such as {@code waits for}
     * @param certain whether that is a fact; otherwise it is possible
     * @param marked whether it is what people look for
     */
    public record Edge(String from, String to, String label, boolean certain, boolean marked) {}
}
