package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;

/** The types of fields and of the elements of arrays, as heap dumps number them. */
final class HprofType {

    /** A reference. */
    static final int REFERENCE = 2;

    static final int CHAR = 5;
    static final int BYTE = 8;
    static final int INT = 10;

    private HprofType() {}

    /** The letters of the primitive types as class files have them, by their numbers. */
    static final String DESCRIPTORS = "    ZCFDBSIJ";

    /** How many numbers for types there are, from 0 on. */
    static final int COUNT = DESCRIPTORS.length();

    /**
     * The bytes of a value.
     *
     * @param id those of a reference
     * @throws DataException if there is no such type
     */
    static int bytes(int type, int id) {
        return switch (type) {
            case REFERENCE -> id;
            case 4, BYTE -> 1;
            case CHAR, 9 -> 2;
            case 6, INT -> 4;
            case 7, 11 -> 8;
            default -> throw new DataException("it has a value of an unknown type, " + type);
        };
    }
}
