package dev.loomweight.input.heap;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The texts of strings of a heap dump. */
final class HeapStrings {

    private static final int LONGEST_NAME_BYTES = 8_192;
    private static final String STRING = "java.lang.String";

    private HeapStrings() {}

    /** The text of a string that is the name of a thread; empty where it is not there, or is longer than names are. */
    static String name(HeapObjects objects, int string) {
        HeapType type = string == HeapObjects.NONE ? null : objects.type(string);
        if (type == null || !type.name().equals(STRING)) {
            return "";
        }
        int array = objects.reference(string, STRING, "value");
        byte[] bytes = objects.content(array, LONGEST_NAME_BYTES);
        if (bytes == null) {
            return "";
        }
        return new String(bytes, charset(objects, string, objects.isOfChars(array)));
    }

    // Arrays of characters, before JDK 9, are big-endian as all of the dump; bytes are in the machine's order, which is
    // little-endian where virtual threads run but on s390.
    private static Charset charset(HeapObjects objects, int string, boolean chars) {
        return chars
                ? StandardCharsets.UTF_16BE
                : objects.number(string, STRING, "coder") == 0
                        ? StandardCharsets.ISO_8859_1
                        : StandardCharsets.UTF_16LE;
    }
}
