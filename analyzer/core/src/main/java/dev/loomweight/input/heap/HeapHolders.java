package dev.loomweight.input.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which thread alone holds an object, or which groups of threads share it: what is reachable from threads, and from nowhere
 * else. All of the heap that is reachable otherwise is marked first; then each thread is followed by itself. An object that
 * another thread reaches, too, goes over to the set of both groups, with all that hangs on it; it changes sets at most once
 * for each group, so that the work is bounded by the groups and not by the threads.
 */
final class HeapHolders {

    /** Nobody reached it. */
    static final int NOBODY = 0;

    /** It is reachable without any thread. */
    static final int ELSEWHERE = 1;

    private static final int FIRST_THREAD = 2;
    /** Sets of more groups than this are taken for all groups: nobody reads a longer list. */
    private static final int MAX_GROUPS = 64;

    private final HeapObjects objects;
    private final BitSet aside;
    private final BitSet reached = new BitSet();
    private final int[] groups;
    private final int[] holders;
    private final char[] parts;
    private final List<int[]> sets = new ArrayList<>();
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final Map<Long, Integer> joined = new HashMap<>();
    private int[] stack = new int[1024];
    private int depth;

    /**
     * @param aside objects that nothing is reached through: those that threads consist of
     * @param groups the group of each thread, from 0
     */
    HeapHolders(HeapObjects objects, BitSet aside, int[] groups) {
        this.objects = objects;
        this.aside = aside;
        this.groups = groups.clone();
        this.holders = new int[objects.size()];
        this.parts = new char[objects.size()];
    }

    /** Marks what an object and all that it holds are: reachable without a thread. */
    void elsewhere(int object) {
        push(object);
        while (depth > 0) {
            int at = stack[--depth];
            if (holders[at] != ELSEWHERE) {
                holders[at] = ELSEWHERE;
                objects.eachReference(at, address -> push(objects.at(address)));
            }
        }
    }

    /**
     * Marks what a thread holds by an object.
     *
     * @param thread its number, from 0
     * @param part which part of it the object is; what another part of this thread was marked with stays with that
     */
    void of(int thread, char part, int object) {
        push(object);
        while (depth > 0) {
            int at = stack[--depth];
            int before = holders[at];
            int after = join(before, thread);
            if (after != before) {
                if (before == NOBODY) {
                    parts[at] = part;
                }
                holders[at] = after;
                objects.eachReference(at, address -> push(objects.at(address)));
            }
        }
    }

    private void push(int object) {
        if (object == HeapObjects.NONE) {
            return;
        }
        if (aside.get(object)) {
            reached.set(object);
            return;
        }
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, depth * 2);
        }
        stack[depth++] = object;
    }

    private int join(int holder, int thread) {
        if (holder == NOBODY) {
            return FIRST_THREAD + thread;
        }
        if (holder == ELSEWHERE || holder == FIRST_THREAD + thread) {
            return holder;
        }
        return joined.computeIfAbsent((long) holder << 32 | groups[thread], key -> union(holder, groups[thread]));
    }

    private int union(int holder, int group) {
        List<Integer> all = new ArrayList<>();
        if (isThread(holder)) {
            all.add(groups[holder - FIRST_THREAD]);
        } else {
            int[] set = sets.get(set(holder));
            if (set.length == 0) {
                return holder;
            }
            Arrays.stream(set).forEach(all::add);
        }
        if (!all.contains(group)) {
            all.add(group);
            all.sort(null);
        }
        List<Integer> kept = all.size() > MAX_GROUPS ? List.of() : all;
        return FIRST_THREAD
                + groups.length
                + numbers.computeIfAbsent(kept, key -> {
                    sets.add(key.stream().mapToInt(Integer::intValue).toArray());
                    return sets.size() - 1;
                });
    }

    /** Whether an object that was set aside is held by anything. */
    boolean isReached(int object) {
        return reached.get(object);
    }

    /** Whether a holder is one thread. */
    boolean isThread(int holder) {
        return holder >= FIRST_THREAD && holder < FIRST_THREAD + groups.length;
    }

    private int set(int holder) {
        return holder - FIRST_THREAD - groups.length;
    }

    /** Who holds an object. */
    int holder(int object) {
        return holders[object];
    }

    /** The thread that alone holds an object. */
    static int thread(int holder) {
        return holder - FIRST_THREAD;
    }

    /** The groups whose threads share an object; empty for very many. */
    List<Integer> groups(int holder) {
        return Arrays.stream(sets.get(set(holder))).boxed().toList();
    }

    /** By which part the thread that alone holds an object does; of a shared one that of the first that reached it. */
    char part(int object) {
        return parts[object];
    }
}
