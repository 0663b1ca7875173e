package dev.loomweight.input.heap;

import java.util.BitSet;
import java.util.List;

/**
 * Where the fields of an object are in the heap, by the rules of HotSpot since JDK 15 ({@code fieldLayoutBuilder.cpp}): the
 * largest first, each at the first free place that it is aligned at, places between those of the superclass included.
 */
final class ObjectLayout {

    private static final int ALIGNMENT = 8;

    private final BitSet taken;

    private ObjectLayout(BitSet taken) {
        this.taken = taken;
    }

    /** Of an object without fields. */
    static ObjectLayout ofHeader(int bytes) {
        BitSet taken = new BitSet();
        taken.set(0, bytes);
        return new ObjectLayout(taken);
    }

    /** The same with fields of a subclass, of which the bytes in the heap are given. */
    ObjectLayout with(List<Integer> fieldBytes) {
        BitSet all = (BitSet) taken.clone();
        fieldBytes.stream().sorted((one, other) -> other - one).forEach(bytes -> {
            int at = all.nextClearBit(0);
            at = aligned(at, bytes);
            while (all.nextSetBit(at) >= 0 && all.nextSetBit(at) < at + bytes) {
                at += bytes;
            }
            all.set(at, at + bytes);
        });
        return new ObjectLayout(all);
    }

    /** What an object takes, in bytes. */
    int bytes() {
        return aligned(taken.length(), ALIGNMENT);
    }

    /** An array of so many bytes of elements takes, in bytes. */
    static long arrayBytes(int header, long elements) {
        return (header + Integer.BYTES + elements + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static int aligned(int at, int to) {
        return (at + to - 1) / to * to;
    }
}
