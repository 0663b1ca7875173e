package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import dev.loomweight.jvm.JvmNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a heap dump, and the texts that name them and their methods. */
final class HeapTypes {

    private final HprofFile file;
    private final HprofRecords records;
    private final IdNumbers textIds = new IdNumbers();
    private long[] textAt = new long[64];
    private long[] textBytes = new long[64];
    private final IdNumbers named = new IdNumbers();
    private long[] names = new long[64];
    private final IdNumbers serials = new IdNumbers();
    private long[] ofSerials = new long[64];
    private final IdNumbers ids = new IdNumbers();
    private long[] contents = new long[64];
    private final List<@Nullable HeapType> types = new ArrayList<>();

    HeapTypes(HprofFile file, HprofRecords records) {
        this.file = file;
        this.records = records;
    }

    /** A text of so many bytes, at a position of the file. */
    void addText(long id, long at, int bytes) {
        int number = textIds.add(id);
        textAt = IdNumbers.fit(textAt, number);
        textBytes = IdNumbers.fit(textBytes, number);
        textAt[number] = at;
        textBytes[number] = bytes;
    }

    /** The id of a class's name, by the serial number that frames have and the id of the class. */
    void addName(int serial, long type, long name) {
        int number = named.add(type);
        names = IdNumbers.fit(names, number);
        names[number] = name;
        int of = serials.add(serial);
        ofSerials = IdNumbers.fit(ofSerials, of);
        ofSerials[of] = type;
    }

    /** A class, whose record's content begins at a position. */
    void add(long id, long at) {
        int number = ids.add(id);
        contents = IdNumbers.fit(contents, number);
        contents[number] = at;
    }

    /**
     * Makes them of what was added.
     *
     * @param header the bytes before an object's fields
     * @param reference the bytes of a reference in the heap
     */
    void lay(int header, int reference) {
        types.clear();
        for (int i = 0; i < ids.size(); i++) {
            types.add(null);
        }
        for (int i = 0; i < ids.size(); i++) {
            lay(i, header, reference, new HashSet<>());
        }
    }

    private HeapType lay(int number, int header, int reference, Set<Integer> below) {
        HeapType known = types.get(number);
        if (known != null) {
            return known;
        }
        if (!below.add(number)) {
            throw new DataException("a class is its own superclass");
        }
        long content = contents[number];
        int superNumber = ids.of(file.id(content + 4));
        HeapType above = superNumber < 0 ? null : lay(superNumber, header, reference, below);
        List<HeapType.Field> fields = new ArrayList<>();
        List<Integer> bytes = new ArrayList<>();
        int[] at = {0};
        records.fields(content, (name, type, value) -> {
            fields.add(new HeapType.Field(text(name), type, at[0]));
            bytes.add(HprofType.bytes(type, reference));
            at[0] += HprofType.bytes(type, file.idBytes());
        });
        ObjectLayout base = above == null ? ObjectLayout.ofHeader(header) : above.layout();
        HeapType type = new HeapType(name(file.id(content - file.idBytes())), above, fields, at[0], base.with(bytes));
        types.set(number, type);
        return type;
    }

    /** How many there are. */
    int size() {
        return ids.size();
    }

    /** The number of the class of that id, or {@link IdNumbers#NONE}. */
    int number(long id) {
        return ids.of(id);
    }

    /** The class of a number. */
    HeapType get(int number) {
        HeapType type = types.get(number);
        if (type == null) {
            throw new IllegalStateException("not laid out");
        }
        return type;
    }

    /** How many numbers {@link HeapObjects#kind} gives, from 0 on. */
    int kinds() {
        return ids.size() + HprofType.COUNT;
    }

    /** The number for arrays of a primitive type. */
    int kindOfArray(int type) {
        return ids.size() + Math.min(type, HprofType.COUNT - 1);
    }

    /** The class of such a number in Java's words: {@code byte[]}, {@code java.util.HashMap$Node[]}; empty for -1. */
    String kindName(int kind) {
        if (kind < 0) {
            return "";
        }
        return JvmNames.sourceName(
                kind < ids.size()
                        ? JvmNames.stableName(get(kind).name())
                        : "[" + HprofType.DESCRIPTORS.charAt(kind - ids.size()));
    }

    /** The values of those of some constants that a class has; they are whole numbers of four bytes. */
    Set<Long> constants(String className, Set<String> constants) {
        Set<Long> values = new HashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            if (get(i).name().equals(className)) {
                records.statics(contents[i], (name, type, value) -> {
                    if (type == HprofType.INT && constants.contains(text(name))) {
                        values.add((long) file.u4(value));
                    }
                });
            }
        }
        return values;
    }

    private String name(long type) {
        int number = named.of(type);
        return number < 0 ? "" : text(names[number]).replace('/', '.');
    }

    /** A text; empty where the dump does not have it. */
    String text(long id) {
        int number = textIds.of(id);
        return number < 0 ? "" : file.text(textAt[number], (int) textBytes[number]);
    }

    /** The name of the class of that serial number; empty where the dump does not have it. */
    String nameOfSerial(int serial) {
        int number = serials.of(serial);
        return number < 0 ? "" : name(ofSerials[number]);
    }
}
