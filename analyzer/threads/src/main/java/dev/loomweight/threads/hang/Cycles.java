package dev.loomweight.threads.hang;

import dev.loomweight.threads.hang.Resource.Holder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The strongly connected parts of a graph of threads, each of which waits for those that hold what it wants: Tarjan's
 * algorithm (R. Tarjan, Depth-first search and linear graph algorithms, 1972), without recursion. Linear in threads and
 * edges.
 */
final class Cycles {

    private final WaitGraph graph;
    private final Predicate<Holder> used;
    private final Predicate<Integer> waits;
    private final int[] number;
    private final int[] low;
    private final boolean[] open;
    private final Deque<Integer> stack = new ArrayDeque<>();
    private final List<List<Integer>> found = new ArrayList<>();
    private int count;

    private Cycles(WaitGraph graph, Predicate<Integer> waits, Predicate<Holder> used) {
        this.graph = graph;
        this.waits = waits;
        this.used = used;
        int size = graph.parties().size();
        number = new int[size];
        low = new int[size];
        open = new boolean[size];
    }

    /**
     * The threads that wait for each other in a circle, one shortest circle of each part that is connected.
     *
     * @param waits which threads are taken to wait
     * @param used which holders are taken to hold
     */
    static List<List<Integer>> of(WaitGraph graph, Predicate<Integer> waits, Predicate<Holder> used) {
        Cycles cycles = new Cycles(graph, waits, used);
        for (int i = 0; i < cycles.number.length; i++) {
            if (cycles.number[i] == 0) {
                cycles.visit(i);
            }
        }
        return cycles.found.stream().map(cycles::shortest).toList();
    }

    private int[] next(int thread) {
        Resource resource = graph.waitsFor(thread);
        return resource == null || !waits.test(thread)
                ? new int[0]
                : resource.holders().stream()
                        .filter(used)
                        .mapToInt(Holder::thread)
                        .toArray();
    }

    private static final class Step {
        private final int thread;
        private final int[] next;
        private int at;

        Step(int thread, int[] next) {
            this.thread = thread;
            this.next = next;
        }
    }

    private void visit(int root) {
        Deque<Step> path = new ArrayDeque<>();
        path.push(enter(root));
        while (!path.isEmpty()) {
            Step step = path.peek();
            if (step.at < step.next.length) {
                int to = step.next[step.at++];
                if (number[to] == 0) {
                    path.push(enter(to));
                } else if (open[to]) {
                    low[step.thread] = Math.min(low[step.thread], number[to]);
                }
                continue;
            }
            path.pop();
            if (!path.isEmpty()) {
                int from = path.peek().thread;
                low[from] = Math.min(low[from], low[step.thread]);
            }
            if (low[step.thread] == number[step.thread]) {
                close(step);
            }
        }
    }

    private Step enter(int thread) {
        number[thread] = ++count;
        low[thread] = count;
        open[thread] = true;
        stack.push(thread);
        return new Step(thread, next(thread));
    }

    private void close(Step root) {
        List<Integer> part = new ArrayList<>();
        int thread;
        do {
            thread = stack.pop();
            open[thread] = false;
            part.add(thread);
        } while (thread != root.thread);
        if (part.size() > 1) {
            part.sort(null);
            found.add(part);
        }
    }

    /** A shortest circle through the first thread of a part, by breadth. */
    private List<Integer> shortest(List<Integer> part) {
        int from = part.getFirst();
        Set<Integer> within = new HashSet<>(part);
        Map<Integer, Integer> cameFrom = new HashMap<>();
        Deque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int thread = queue.remove();
            for (int to : next(thread)) {
                if (to == from) {
                    return path(from, thread, cameFrom);
                }
                if (within.contains(to) && cameFrom.putIfAbsent(to, thread) == null) {
                    queue.add(to);
                }
            }
        }
        throw new IllegalStateException("no circle among " + Arrays.toString(part.toArray()));
    }

    private static List<Integer> path(int from, int last, Map<Integer, Integer> cameFrom) {
        List<Integer> path = new ArrayList<>();
        for (int at = last; at != from; at = cameFrom.getOrDefault(at, from)) {
            path.add(at);
        }
        path.add(from);
        return path.reversed();
    }
}
