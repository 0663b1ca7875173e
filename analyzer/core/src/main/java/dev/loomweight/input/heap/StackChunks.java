package dev.loomweight.input.heap;

import dev.loomweight.jvm.VirtualThreads;
import java.util.ArrayList;
import java.util.List;

/**
 * The stack chunks of a heap dump, which has their fields and not their words: what they take follows from how many
 * words of stack they have. A chunk is its fields, the words, and for each place of a reference in them a bit, in whole words
 * ({@code instanceStackChunkKlass.hpp}); the sums are those of class histograms to the byte.
 */
final class StackChunks {

    private static final int WORD = Long.BYTES;
    /** The header, and the fields in Java and of the JVM. */
    private static final int USUAL_HEAD = 48;

    private static final int LEAST_HEAD = 32;
    private static final int MOST_CHUNKS = 1000;

    private final HeapObjects objects;
    private final List<Integer> seen = new ArrayList<>();
    private int head;

    StackChunks(HeapObjects objects) {
        this.objects = objects;
    }

    void add(int chunk) {
        seen.add(chunk);
    }

    /** How many there are. */
    long count() {
        return seen.size();
    }

    /** What all of them take, in bytes. */
    long bytes() {
        return seen.stream().mapToLong(this::bytesOf).sum();
    }

    /** What those of a continuation take, in bytes: frames that are deeper than the last chunk are in its parents. */
    long of(int continuation) {
        long bytes = 0;
        int chunk = objects.reference(continuation, VirtualThreads.JDK_CONTINUATION, "tail");
        for (int i = 0; chunk != HeapObjects.NONE && i < MOST_CHUNKS; i++) {
            bytes += bytesOf(chunk);
            chunk = objects.reference(chunk, VirtualThreads.STACK_CHUNK, "parent");
        }
        return bytes;
    }

    private long bytesOf(int chunk) {
        return head() + variable(chunk);
    }

    private long variable(int chunk) {
        long words = objects.number(chunk, VirtualThreads.STACK_CHUNK, "size");
        long places = words * (WORD / objects.referenceBytes());
        return WORD * (words + (places + Long.SIZE - 1) / Long.SIZE);
    }

    // Compact headers make it smaller. Nothing can be between a chunk and the next object that is less than none.
    private int head() {
        if (head == 0) {
            head = USUAL_HEAD;
            for (int chunk : seen) {
                long room = objects.gap(chunk) - variable(chunk);
                if (room >= LEAST_HEAD && room < head) {
                    head = (int) room;
                }
            }
        }
        return head;
    }
}
