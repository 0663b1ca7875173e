package dev.loomweight.input.recording.reader.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The layout of the fields of a class, computed once from the metadata: their order, how to skip each, and which
 * has which name. Nothing is known about a field beyond the metadata, so JDKs may reorder, add and drop fields.
 */
final class Layout {

    private final ClassDef type;
    private final ClassDef.Field[] fields;
    private final Skip[] skips;
    private final boolean[] oneLong;
    // A hash table with open addressing, never full: names, and the number of each. The JDK caches the hash of a name.
    private final @Nullable String[] names;
    private final int[] numbers;
    private final int start;
    private final int duration;
    private final int stack;

    Layout(ClassDef type) {
        this.type = type;
        List<ClassDef.Field> all = type.fields();
        fields = all.toArray(new ClassDef.Field[0]);
        skips = new Skip[fields.length];
        oneLong = new boolean[fields.length];
        int slots = Integer.highestOneBit(fields.length * 2 + 1) << 1;
        names = new @Nullable String[slots];
        numbers = new int[slots];
        for (int i = 0; i < fields.length; i++) {
            skips[i] = Skip.over(fields[i]);
            oneLong[i] = skips[i].isOneLong();
            // As names in code are, so that most are recognized by identity.
            String name = fields[i].name().intern();
            int at = slot(name);
            // Of several fields with one name, the first counts.
            if (names[at] == null) {
                names[at] = name;
                numbers[at] = i;
            }
        }
        start = number("startTime");
        duration = number("duration");
        stack = number("stackTrace");
    }

    /** Where a name is, or would be. */
    @SuppressWarnings("ReferenceEquality") // of interned names, which spares most of the calls
    private int slot(String name) {
        int mask = names.length - 1;
        int hash = name.hashCode();
        int at = (hash ^ hash >>> 16) & mask;
        for (String known = names[at]; known != null && known != name && !known.equals(name); known = names[at]) {
            at = at + 1 & mask;
        }
        return at;
    }

    ClassDef type() {
        return type;
    }

    int size() {
        return fields.length;
    }

    /** The number of the field with that name, or -1. */
    int number(String name) {
        int at = slot(name);
        return names[at] == null ? -1 : numbers[at];
    }

    /** The number of the field {@code startTime}, or -1. */
    int start() {
        return start;
    }

    /** The number of the field {@code duration}, or -1. */
    int duration() {
        return duration;
    }

    /** The number of the field {@code stackTrace}, or -1. */
    int stack() {
        return stack;
    }

    ClassDef.Field field(int number) {
        return fields[number];
    }

    /** Whether the field is one integer of variable length. */
    boolean isOneLong(int number) {
        return oneLong[number];
    }

    /** How to skip the field. */
    Skip skip(int number) {
        return skips[number];
    }
}
