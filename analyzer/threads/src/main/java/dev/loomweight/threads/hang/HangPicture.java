package dev.loomweight.threads.hang;

import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Graph;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The graph as a block: threads, what they wait for, who holds it, and the carriers. Threads that wait for the same at the
 * same place and hold nothing that is waited for are one node.
 */
final class HangPicture {

    private static final String WAITS = "waits for";
    private static final String HELD = "held by";
    private static final String CARRIERS = "carriers";
    private static final int MAX_NAMES = 3;

    private final WaitGraph graph;
    private final Map<String, Graph.Node> nodes = new LinkedHashMap<>();
    private final List<Graph.Edge> edges = new ArrayList<>();
    private final Map<Integer, String> nodeOf = new LinkedHashMap<>();
    private final Set<Integer> holders = new HashSet<>();
    private final Set<Integer> marked = new HashSet<>();
    private final Set<String> markedKeys = new HashSet<>();
    private final Set<Integer> inCircles = new HashSet<>();
    private final Set<Resource> grouped = new HashSet<>();

    private HangPicture(WaitGraph graph) {
        this.graph = graph;
    }

    static Graph of(HangResult result, Among among) {
        HangPicture picture = new HangPicture(result.last());
        picture.mark(result);
        picture.graph
                .resources()
                .forEach(resource -> picture.drawn(resource).forEach(holder -> picture.holders.add(holder.thread())));
        for (HangVerdict verdict : result.verdicts()) {
            picture.add(verdict);
        }
        for (Resource resource : result.last().resources()) {
            picture.add(resource);
        }
        return new Graph(
                among.id("graph"), among.words("Wait-for graph"), List.copyOf(picture.nodes.values()), picture.edges);
    }

    private void mark(HangResult result) {
        result.verdicts().stream()
                .filter(HangVerdict.Deadlock.class::isInstance)
                .forEach(circle -> circle.parties().forEach(party -> inCircles.add(party.index())));
        for (HangVerdict verdict : result.hangs()) {
            for (Party party : verdict.parties()) {
                marked.add(party.index());
                Resource resource = graph.waitsFor(party.index());
                if (resource != null) {
                    markedKeys.add(resource.key());
                }
            }
            if (verdict instanceof HangVerdict.Held held) {
                marked.add(held.holder().index());
            } else if (verdict instanceof HangVerdict.CarriersExhausted exhausted) {
                exhausted.ready().forEach(party -> marked.add(party.index()));
            }
        }
    }

    /** Of the subtasks of a scope, which can be thousands, those that are in a circle. */
    private List<Holder> drawn(Resource resource) {
        return resource.isScope()
                ? resource.holders().stream()
                        .filter(holder -> inCircles.contains(holder.thread()))
                        .toList()
                : resource.holders();
    }

    private void add(HangVerdict verdict) {
        if (verdict instanceof HangVerdict.Deadlock deadlock) {
            for (HangVerdict.Link link : deadlock.cycle()) {
                thread(link.waiter());
                resource(link.resource());
            }
        } else if (verdict instanceof HangVerdict.CarriersExhausted exhausted) {
            String state = (exhausted.isInPart() ? exhausted.mounted().size() + " of " : "all ") + exhausted.carriers()
                    + " held";
            group(exhausted.ready());
            exhausted.ready().forEach(this::thread);
            nodes.put(CARRIERS, new Graph.Node(CARRIERS, CARRIERS, "the carriers", state, exhausted.carriers(), true));
            exhausted.mounted().forEach(this::thread);
            wait(exhausted.ready());
            for (String mounted :
                    exhausted.mounted().stream().map(this::thread).distinct().toList()) {
                edges.add(new Graph.Edge(CARRIERS, mounted, HELD, true, true));
            }
        } else if (verdict instanceof HangVerdict.Overlooked overlooked) {
            group(overlooked.ready());
            overlooked.ready().forEach(this::thread);
            int idle = overlooked.idle().size();
            nodes.put(CARRIERS, new Graph.Node(CARRIERS, CARRIERS, "the carriers", idle + " idle", idle, true));
            wait(overlooked.ready());
        }
    }

    private void wait(List<Party> ready) {
        for (String node : ready.stream().map(this::thread).distinct().toList()) {
            edges.add(new Graph.Edge(node, CARRIERS, WAITS, true, true));
        }
    }

    private void add(Resource resource) {
        resource.waiters().forEach(waiter -> thread(graph.party(waiter)));
        String to = resource(resource);
        drawn(resource).forEach(holder -> thread(graph.party(holder.thread())));
        Set<String> from = new HashSet<>();
        for (int waiter : resource.waiters()) {
            String node = thread(graph.party(waiter));
            if (from.add(node)) {
                boolean certain = graph.isWaitKnown(waiter);
                boolean both = marked.contains(waiter) && markedKeys.contains(resource.key());
                edges.add(new Graph.Edge(node, to, WAITS, certain, both));
            }
        }
        for (Holder holder : drawn(resource)) {
            String node = thread(graph.party(holder.thread()));
            boolean both = marked.contains(holder.thread()) && markedKeys.contains(resource.key());
            edges.add(new Graph.Edge(to, node, HELD, holder.source().isFact(), both));
        }
    }

    private String resource(Resource resource) {
        String key = "lock " + resource.key();
        nodes.computeIfAbsent(
                key,
                id -> new Graph.Node(
                        id,
                        "lock",
                        HangWords.resource(resource),
                        !resource.holders().isEmpty() || !resource.kind().isExclusive()
                                ? ""
                                : resource.isFree() ? "free" : "owner unknown",
                        1,
                        markedKeys.contains(resource.key())));
        return key;
    }

    /** The node of a thread, which it may share with others that wait alike. */
    private String thread(Party party) {
        String known = nodeOf.get(party.index());
        if (known != null) {
            return known;
        }
        Resource resource = graph.waitsFor(party.index());
        if (resource != null && grouped.add(resource)) {
            group(resource.waiters().stream().map(graph::party).toList());
        }
        String together = nodeOf.get(party.index());
        return together == null ? single(party) : together;
    }

    /** Those who wait for one thing at one place, and hold nothing that is waited for, are one node. */
    private void group(List<Party> waiters) {
        record Alike(String site, boolean marked, boolean mounted) {}
        Map<Alike, List<Party>> groups = new LinkedHashMap<>();
        for (Party party : waiters) {
            if (!holders.contains(party.index()) && !nodeOf.containsKey(party.index())) {
                groups.computeIfAbsent(
                                new Alike(HangWords.site(party), marked.contains(party.index()), party.mounted()),
                                unused -> new ArrayList<>())
                        .add(party);
            }
        }
        for (List<Party> alike : groups.values()) {
            if (alike.size() > 1) {
                Party first = alike.getFirst();
                String id = "threads " + first.id();
                alike.forEach(party -> nodeOf.put(party.index(), id));
                nodes.put(
                        id,
                        new Graph.Node(
                                id,
                                "threads",
                                Amounts.count(alike.size(), "thread") + ": " + names(alike),
                                HangWords.site(first),
                                alike.size(),
                                marked.contains(first.index())));
            }
        }
    }

    private static String names(List<Party> alike) {
        String names = alike.stream()
                .limit(MAX_NAMES)
                .map(party -> party.thread().name().isEmpty()
                        ? "#" + party.id()
                        : party.thread().name())
                .collect(Collectors.joining(", "));
        return alike.size() > MAX_NAMES ? names + ", ..." : names;
    }

    private String single(Party party) {
        String id = "thread " + party.id() + (nodes.containsKey("thread " + party.id()) ? " at " + party.index() : "");
        nodeOf.put(party.index(), id);
        nodes.put(
                id,
                new Graph.Node(
                        id,
                        "thread",
                        HangWords.thread(party),
                        HangWords.site(party),
                        1,
                        marked.contains(party.index())));
        return id;
    }
}
