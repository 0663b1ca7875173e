package dev.loomweight.source.recording.reader.chunk;

import dev.loomweight.sample.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Stacks by the bytes that one JVM writes them as. Methods, and with them stacks, keep their numbers as long as a JVM
 * runs, so the same bytes mean the same stack in its next chunk; for chunks of another JVM there is another table.
 */
final class WrittenStacks {

    private static final int SMALLEST = 1024;
    // By the defaults of JFR a recording has some thousands.
    private static final int MOST = 1 << 16;

    private byte[] @Nullable [] bytes = new byte[SMALLEST][];
    private int[] hashes = new int[SMALLEST];
    private @Nullable StackTrace[] stacks = new @Nullable StackTrace[SMALLEST];
    private int size;

    /** The stack that was written as the next so many bytes, or null. The input stays where it is. */
    @Nullable
    StackTrace find(ChunkInput in, int length) {
        int hash = in.hash(length);
        int mask = stacks.length - 1;
        int at = hash & mask;
        for (StackTrace stack = stacks[at]; stack != null; stack = stacks[at]) {
            byte[] known = bytes[at];
            if (hashes[at] == hash && known != null && in.startsWith(known, length)) {
                return stack;
            }
            at = at + 1 & mask;
        }
        return null;
    }

    /** Remembers that the next so many bytes are that stack. The input is moved. */
    void add(ChunkInput in, int length, StackTrace stack) {
        if (size >= MOST) {
            return;
        }
        if ((size + 1) * 2 > stacks.length) {
            grow();
        }
        int hash = in.hash(length);
        int at = free(hash);
        hashes[at] = hash;
        bytes[at] = in.readBytes(length);
        stacks[at] = stack;
        size++;
    }

    private int free(int hash) {
        int mask = stacks.length - 1;
        int at = hash & mask;
        while (stacks[at] != null) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        byte[] @Nullable [] oldBytes = bytes;
        int[] oldHashes = hashes;
        @Nullable StackTrace[] oldStacks = stacks;
        bytes = new byte[oldStacks.length * 2][];
        hashes = new int[bytes.length];
        stacks = new @Nullable StackTrace[bytes.length];
        for (int i = 0; i < oldStacks.length; i++) {
            if (oldStacks[i] != null) {
                int at = free(oldHashes[i]);
                bytes[at] = oldBytes[i];
                hashes[at] = oldHashes[i];
                stacks[at] = oldStacks[i];
            }
        }
    }
}
