package dev.loomweight.input.recording.reader.chunk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The layout of the fields of a class, computed once from the metadata: their order, how to skip each, and which
 * has which name. Nothing is known about a field beyond the metadata, so JDKs may reorder, add and drop fields.
 */
final class Layout {

    private final ClassDef type;
    private final FieldDef[] fields;
    private final Skip[] skips;
    private final boolean[] oneLong;
    private final String[] names;
    private final Map<String, Integer> numbers = new HashMap<>();

    Layout(ClassDef type) {
        this.type = type;
        List<FieldDef> all = type.fields();
        fields = all.toArray(new FieldDef[0]);
        skips = new Skip[fields.length];
        oneLong = new boolean[fields.length];
        names = new String[fields.length];
        for (int i = 0; i < fields.length; i++) {
            skips[i] = Skip.over(fields[i]);
            oneLong[i] = skips[i].isOneLong();
            // Names in code are interned too, so most are found by identity.
            names[i] = fields[i].name().intern();
            numbers.putIfAbsent(names[i], i);
        }
    }

    ClassDef type() {
        return type;
    }

    int size() {
        return fields.length;
    }

    /** The number of the field with that name, or -1. */
    @SuppressWarnings("ReferenceEquality") // and what is not found so is looked up
    int number(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        Integer number = numbers.get(name);
        return number == null ? -1 : number;
    }

    FieldDef field(int number) {
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
