package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.sample.EventField.Meaning;

/** Integers of every width: what is written is as wide as the type, and its sign is the type's. */
final class Integers {

    private Integers() {}

    /** The integer that is written here. */
    static long read(ChunkInput in, Primitive primitive, Meaning meaning) {
        return of(primitive == Primitive.BYTE ? in.readByte() : in.readLong(), primitive, meaning);
    }

    /**
     * An integer with the sign of its type: an int of -1 is written as 2<sup>32</sup>-1.
     *
     * @param written what is written
     */
    static long of(long written, Primitive primitive, Meaning meaning) {
        boolean unsigned = meaning == Meaning.UNSIGNED;
        return switch (primitive) {
            case BYTE -> unsigned ? written & 0xFF : (byte) written;
            case SHORT -> unsigned ? written & 0xFFFF : (short) written;
            case INT -> unsigned ? written & 0xFFFF_FFFFL : (int) written;
            case CHAR -> written & 0xFFFF;
            default -> written;
        };
    }
}
