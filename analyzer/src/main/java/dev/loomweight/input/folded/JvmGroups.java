package dev.loomweight.input.folded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which recordings and folds are of one JVM: they have a chunk in common, or one goes on at the very nanosecond at which
 * another ends. Both are found in any order.
 */
public final class JvmGroups {

    private record Moment(long nanos, long ticksPerSecond) {}

    private final List<Integer> parents = new ArrayList<>();
    private final Map<Moment, Integer> at = new HashMap<>();

    /** None yet. */
    public JvmGroups() {}

    /**
     * Adds one.
     *
     * @param chunks the chunks that it has
     * @return its place, from 0
     */
    public int add(List<UnitHead.Chunk> chunks) {
        int place = parents.size();
        parents.add(place);
        for (UnitHead.Chunk chunk : chunks) {
            joinAt(new Moment(chunk.startNanos(), chunk.ticksPerSecond()), place);
            if (chunk.finished()) {
                joinAt(new Moment(chunk.startNanos() + chunk.nanos(), chunk.ticksPerSecond()), place);
            }
        }
        return place;
    }

    private void joinAt(Moment moment, int place) {
        Integer before = at.putIfAbsent(moment, place);
        if (before != null) {
            join(before, place);
        }
    }

    /** Takes two for one JVM. */
    public void join(int one, int other) {
        int a = jvm(one);
        int b = jvm(other);
        parents.set(Math.max(a, b), Math.min(a, b));
    }

    /** The place of the first one of the same JVM. */
    public int jvm(int place) {
        int root = place;
        while (parents.get(root) != root) {
            root = parents.get(root);
        }
        return root;
    }
}
