package dev.loomweight.input.heap;

import dev.loomweight.jvm.JvmNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The shortest paths by which a program has some objects: from static fields on, else from what the JVM or native code has,
 * else from threads. One walk in breadth along the references of all objects, which ends when all of them are found; 8 bytes
 * of memory for each object.
 */
final class HeapPaths {

    private static final int UNSEEN = 0;
    private static final int START = 1;
    private static final int FIRST_PARENT = 2;
    /** Of a longer chain, such as a list of nodes, so many objects at both ends have words. */
    private static final int MAX_WORDED = 50;

    private static final String LEFT_OUT = "...";

    private final HeapObjects objects;
    private final HeapTypes types;
    private final BitSet threads;
    private final IntFunction<String> threadNames;
    private final BitSet wanted;
    private int missing;
    private final int[] parents;
    private int[] queue = new int[1024];
    private int begin;
    private int end;

    /**
     * @param threads the objects of threads, through which nothing is found before {@link #ofThread}
     * @param threadNames their names
     * @param wanted what is looked for
     */
    HeapPaths(HeapObjects objects, HeapTypes types, BitSet threads, IntFunction<String> threadNames, BitSet wanted) {
        this.objects = objects;
        this.types = types;
        this.threads = threads;
        this.threadNames = threadNames;
        this.wanted = wanted;
        this.missing = wanted.cardinality();
        this.parents = new int[objects.size()];
    }

    /** Goes through what static fields have. */
    void ofClasses() {
        for (int object = 0; object < objects.size(); object++) {
            if (objects.isClass(object)) {
                see(object, START);
            }
        }
        walk();
    }

    /** Goes through what something else has that is no object. */
    void of(int object) {
        see(object, START);
        walk();
    }

    /**
     * Goes through what a thread has, in its fields or by its stack.
     *
     * @param except what of it is left out
     */
    void ofThread(int thread, List<Integer> except, List<Integer> stack) {
        objects.eachReference(thread, address -> {
            int object = objects.at(address);
            if (!except.contains(object)) {
                see(object, FIRST_PARENT + thread);
            }
        });
        stack.forEach(object -> see(object, FIRST_PARENT + thread));
        walk();
    }

    private void see(int object, int from) {
        if (object == HeapObjects.NONE || parents[object] != UNSEEN || threads.get(object)) {
            return;
        }
        parents[object] = from;
        if (wanted.get(object)) {
            missing--;
        }
        if (end == queue.length) {
            queue = Arrays.copyOf(queue, end * 2);
        }
        queue[end++] = object;
    }

    private void walk() {
        while (begin < end && missing > 0) {
            int object = queue[begin++];
            objects.eachReference(object, address -> see(objects.at(address), FIRST_PARENT + object));
        }
    }

    /** The path to an object, the outermost first; empty where there is none. */
    List<String> to(int object) {
        List<Integer> chain = new ArrayList<>();
        int at = object;
        chain.add(at);
        while (!threads.get(at) && parents[at] >= FIRST_PARENT) {
            at = parents[at] - FIRST_PARENT;
            chain.add(at);
        }
        if (parents[object] == UNSEEN) {
            return List.of();
        }
        List<Integer> all = chain.reversed();
        if (all.size() <= 2 * MAX_WORDED) {
            return words(all);
        }
        List<String> words = new ArrayList<>(words(all.subList(0, MAX_WORDED)));
        List<String> rest = words(all.subList(all.size() - MAX_WORDED, all.size()));
        // Nodes on both sides are those of one list.
        if (words.getLast().equals(rest.getFirst())) {
            words.removeLast();
        } else {
            words.add(LEFT_OUT);
        }
        words.addAll(rest);
        return words;
    }

    private List<String> words(List<Integer> chain) {
        List<String> words = new ArrayList<>();
        boolean inJdk = false;
        for (int i = 0; i + 1 < chain.size(); i++) {
            int object = chain.get(i);
            int next = chain.get(i + 1);
            String type = JvmNames.stableName(types.kindName(objects.kind(object)));
            boolean ofJdk = false;
            if (threads.get(object)) {
                words.add("thread " + threadNames.apply(object));
                add(words, field(object, next), "its stack");
            } else if (objects.isClass(object)) {
                add(words, field(object, next), "its class loader");
            } else if (JvmNames.isJdk(type)) {
                ofJdk = true;
                // Of a collection the first object is what a program has.
                if (!inJdk) {
                    words.add(type);
                }
            } else if (type.endsWith("[]")) {
                ofJdk = inJdk;
            } else {
                add(words, field(object, next), type);
            }
            inJdk = ofJdk;
        }
        return words;
    }

    // A list of nodes is one step.
    private static void add(List<String> words, String field, String otherwise) {
        String word = field.isEmpty() ? otherwise : field;
        if (words.isEmpty() || !words.getLast().equals(word)) {
            words.add(word);
        }
    }

    private String field(int object, int to) {
        String[] found = {""};
        objects.eachField(object, (declaredBy, name, address) -> {
            if (found[0].isEmpty() && objects.at(address) == to) {
                found[0] = JvmNames.stableName(declaredBy) + "." + name;
            }
        });
        return found[0];
    }
}
