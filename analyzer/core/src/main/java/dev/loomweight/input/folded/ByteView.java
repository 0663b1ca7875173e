package dev.loomweight.input.folded;

import dev.loomweight.capture.DataException;

/** Bytes that are read one number after the other; never beyond their end. */
final class ByteView {

    private final byte[] bytes;
    private final String name;
    private int at;

    /** @param name what messages call the file */
    ByteView(byte[] bytes, String name) {
        this.bytes = bytes;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** A number of {@link ByteSink#unsigned}. */
    long unsigned() {
        long number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int octet = octet();
            number |= (long) (octet & 0x7F) << shift;
            if (octet < 0x80) {
                return number;
            }
        }
        throw damaged("a number is too long");
    }

    /** A number of {@link ByteSink#signed}. */
    long signed() {
        long number = unsigned();
        return number >>> 1 ^ -(number & 1);
    }

    int octet() {
        if (at == bytes.length) {
            throw damaged("it ends too early");
        }
        return bytes[at++] & 0xFF;
    }

    byte[] raw(int length) {
        if (length > left()) {
            throw damaged("it ends too early");
        }
        byte[] part = new byte[length];
        System.arraycopy(bytes, at, part, 0, length);
        at += length;
        return part;
    }

    int left() {
        return bytes.length - at;
    }

    /** A number of things that take at least a byte each: no more than bytes are left. */
    int count() {
        long number = unsigned();
        if (number < 0 || number > left()) {
            throw damaged("it has fewer bytes than it says");
        }
        return (int) number;
    }

    /** A place in a list. */
    int index(int size) {
        return index(unsigned(), size);
    }

    int index(long number, int size) {
        if (number < 0 || number >= size) {
            throw damaged("a number is out of range");
        }
        return (int) number;
    }

    DataException damaged(String why) {
        return new DataException("the fold " + name + " is damaged: " + why + "; fold the recordings again");
    }
}
