package dev.loomweight.bench.readers;

import java.nio.charset.StandardCharsets;

/** Finds the number of {@code jdk.VirtualThreadPinned} in a chunk's metadata; it differs between JDKs. */
final class PinnedType {

    private static final String NAME = "jdk.VirtualThreadPinned";

    private final Bytes in;
    private final String[] strings;
    private long found = -1;

    private PinnedType(Bytes in) {
        this.in = in;
        this.strings = new String[in.varint()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = string();
        }
    }

    /**
     * Reads the metadata event at a place.
     *
     * @param metadataOffset where it is, in bytes from the chunk's beginning
     * @return -1 if the chunk does not know the type
     */
    static long in(Bytes in, int metadataOffset) {
        in.go(metadataOffset);
        // Size, type, start, duration and the metadata's own number.
        in.varint();
        for (int i = 0; i < 4; i++) {
            in.varlong();
        }
        PinnedType type = new PinnedType(in);
        type.element();
        return type.found;
    }

    private void element() {
        boolean isClass = strings[in.varint()].equals("class");
        String name = "";
        String id = "";
        int attributes = in.varint();
        for (int i = 0; i < attributes; i++) {
            String key = strings[in.varint()];
            String value = strings[in.varint()];
            if (key.equals("name")) {
                name = value;
            } else if (key.equals("id")) {
                id = value;
            }
        }
        if (isClass && name.equals(NAME)) {
            found = Long.parseLong(id);
        }
        int children = in.varint();
        for (int i = 0; i < children; i++) {
            element();
        }
    }

    // The encodings of a string: null, empty, (a constant,) UTF-8, an array of characters, Latin 1.
    private String string() {
        byte encoding = in.next();
        return switch (encoding) {
            case 0, 1 -> "";
            case 3 -> new String(bytes(), StandardCharsets.UTF_8);
            case 4 -> characters();
            case 5 -> new String(bytes(), StandardCharsets.ISO_8859_1);
            default -> throw new IllegalArgumentException("metadata has a string of encoding " + encoding);
        };
    }

    private byte[] bytes() {
        byte[] bytes = new byte[in.varint()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = in.next();
        }
        return bytes;
    }

    private String characters() {
        char[] characters = new char[in.varint()];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (char) in.varint();
        }
        return new String(characters);
    }
}
