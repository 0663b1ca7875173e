package dev.loomweight.input.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A recording with a fault, and the truth about what is left of it, which no reader under test has told.
 *
 * @param what the fault, in a few words
 * @param bytes the file
 * @param intact the chunks of which no byte is missing or changed, in the order of the file; of an unfinished chunk, the
 *     part up to its last flush
 * @param walkable how many of these a walk from header to header reaches from the beginning; the others have to be
 *     searched for
 * @param pinsBefore the pins outside of these that stand before the damage in their chunk: a reader that takes what it
 *     can from a damaged chunk may find them
 * @param pinsBehind the other pins whose bytes are whole: no reader can give more than these and those before
 */
// Nobody compares two of them.
@SuppressWarnings("ArrayRecordComponent")
record Damaged(String what, byte[] bytes, List<Part> intact, int walkable, long pinsBefore, long pinsBehind) {

    Damaged {
        intact = List.copyOf(intact);
    }

    /**
     * A chunk that is intact.
     *
     * @param index which chunk of the good recording it is, from 0
     * @param offset where it begins in the damaged file, in bytes
     * @param size in bytes
     * @param pins its jdk.VirtualThreadPinned events, as the JDK's reader counts them in a file of this chunk alone
     */
    record Part(int index, int offset, int size, long pins) {}

    /** The pins of the intact chunks: a reader that searches for chunks gives at least these. */
    long pins() {
        return sum(intact);
    }

    /** The pins of the chunks that a walk from the beginning reaches: every reader gives at least these. */
    long walkablePins() {
        return sum(intact.subList(0, walkable));
    }

    /** More pins than these no reader can give. */
    long pinsAtMost() {
        return pins() + pinsBefore + pinsBehind;
    }

    /** Writes the file into a folder, under a name made of what is wrong with it. */
    Path writtenTo(Path folder) throws IOException {
        return Files.write(folder.resolve(what.replaceAll("\\W+", "-") + ".jfr"), bytes);
    }

    private static long sum(List<Part> parts) {
        return parts.stream().mapToLong(Part::pins).sum();
    }

    @Override
    public String toString() {
        return what;
    }
}
