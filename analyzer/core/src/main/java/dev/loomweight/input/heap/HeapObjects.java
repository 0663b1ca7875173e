package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a heap dump, numbered in the order of their addresses: 16 bytes of memory for each. They are found by
 * three passes over the file: the range of their addresses, how many are in each part of it, and which.
 */
final class HeapObjects {

    /** Stands for no object. */
    static final int NONE = -1;

    private static final int MAX_PARTS = 1 << 21;

    /** With more heap than this the JVM's references have 8 bytes, or objects are aligned at more than 8. */
    private static final long COMPRESSED = 32L << 30;

    /** So many arrays say whether headers are compact. */
    private static final int MAX_ARRAYS = 1 << 16;

    private static final int USUAL_HEADER = 12;
    private static final int COMPACT_HEADER = 8;

    private final HprofFile file;
    private final int id;
    private final HprofRecords records;
    private final HeapTypes types;
    private final long[] addresses;
    // Of their records.
    private final long[] places;
    private final int[] parts;
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    private final int shift;
    private final int header;
    private final int reference;

    /** Takes an object, and where its record is. */
    @FunctionalInterface
    private interface Each {
        void accept(long address, long place);
    }

    /**
     * Finds the objects.
     *
     * @param types has all classes; they are laid out here
     * @throws DataException if there are more than 2 billion
     */
    HeapObjects(HprofFile file, HprofRecords records, HeapTypes types) {
        this.file = file;
        this.id = file.idBytes();
        this.records = records;
        this.types = types;
        long[] count = {0};
        each((address, place) -> {
            least = Math.min(least, address);
            most = Math.max(most, address);
            count[0]++;
        });
        if (count[0] > Integer.MAX_VALUE - 8 || (count[0] > 0 && most - least < 0)) {
            throw new DataException("it has " + count[0] + " objects, which are too many or too far apart for a heap");
        }
        int perPart = 0;
        while (count[0] > 0 && ((most - least) >> perPart) >= MAX_PARTS) {
            perPart++;
        }
        shift = perPart;
        parts = new int[count[0] == 0 ? 1 : part(most) + 2];
        addresses = new long[(int) count[0]];
        places = new long[(int) count[0]];
        arrange();
        reference = id == Integer.BYTES || most < COMPRESSED ? Integer.BYTES : Long.BYTES;
        header = hasCompactHeaders() ? COMPACT_HEADER : USUAL_HEADER;
        types.lay(header, reference);
    }

    private void arrange() {
        each((address, place) -> parts[part(address) + 1]++);
        for (int i = 1; i < parts.length; i++) {
            parts[i] += parts[i - 1];
        }
        int[] next = parts.clone();
        each((address, place) -> {
            int at = next[part(address)];
            addresses[at] = address;
            places[at] = place;
            next[part(address)]++;
        });
        AddressOrder order = new AddressOrder(addresses, places);
        for (int i = 0; i + 1 < parts.length; i++) {
            order.sort(parts[i], parts[i + 1]);
        }
    }

    private int part(long address) {
        return (int) ((address - least) >>> shift);
    }

    private void each(Each to) {
        records.accept(new HprofRecords.Visitor() {
            @Override
            public void type(long address, long at) {
                to.accept(address, at - id - 1);
            }

            @Override
            public void instance(long address, long type, long at) {
                to.accept(address, at - 2L * id - 9);
            }

            @Override
            public void references(long address, long at, int length) {
                to.accept(address, at - 2L * id - 9);
            }

            @Override
            public void primitives(long address, int type, long at, int length) {
                to.accept(address, at - id - 10);
            }
        });
    }

    // An array of which the next object begins where one with a usual header does not end yet: half of all are such.
    private boolean hasCompactHeaders() {
        int arrays = 0;
        for (int i = 0; i + 1 < addresses.length && arrays < MAX_ARRAYS; i++) {
            if (file.u1(places[i]) == HprofRecords.PRIMITIVES) {
                arrays++;
                long elements = elementBytes(i);
                long gap = addresses[i + 1] - addresses[i];
                if (gap < ObjectLayout.arrayBytes(USUAL_HEADER, elements)) {
                    return gap >= ObjectLayout.arrayBytes(COMPACT_HEADER, elements);
                }
            }
        }
        return false;
    }

    /** How many there are. */
    int size() {
        return addresses.length;
    }

    /** The bytes of a reference in the heap. */
    int referenceBytes() {
        return reference;
    }

    /** The address of an object: its id in the dump. */
    long address(int object) {
        return addresses[object];
    }

    /** The object at an address; {@link #NONE} where there is none, or for 0. */
    int at(long address) {
        if (address < least || address > most || address == 0) {
            return NONE;
        }
        int part = part(address);
        int low = parts[part];
        int high = parts[part + 1] - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (addresses[middle] == address) {
                return middle;
            }
            if (addresses[middle] < address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }

    /** Up to where the next object begins, in bytes; 0 for the last. What is dead between them counts. */
    long gap(int object) {
        return object + 1 < addresses.length ? addresses[object + 1] - addresses[object] : 0;
    }

    private boolean isInstance(int object) {
        return file.u1(places[object]) == HprofRecords.INSTANCE;
    }

    /** Whether it is a class. */
    boolean isClass(int object) {
        return file.u1(places[object]) == HprofRecords.CLASS;
    }

    /** The class of an object that is no array and no class; else null. */
    @Nullable
    HeapType type(int object) {
        int number = typeNumber(object);
        return number < 0 ? null : types.get(number);
    }

    /** The number of that class; {@link IdNumbers#NONE} for arrays and classes. */
    int typeNumber(int object) {
        return isInstance(object) ? types.number(file.id(places[object] + 1 + id + 4)) : IdNumbers.NONE;
    }

    private long elementBytes(int array) {
        long place = places[array];
        long length = file.length(place + 1 + id + 4);
        return file.u1(place) == HprofRecords.REFERENCES
                ? length * reference
                : length * HprofType.bytes(file.u1(place + 1 + id + 8), id);
    }

    /** What an object takes in the heap by itself, in bytes; 0 for a class, and without what the JVM adds to some. */
    long bytes(int object) {
        return switch (file.u1(places[object])) {
            case HprofRecords.INSTANCE -> {
                HeapType type = type(object);
                yield type == null ? 0 : type.instanceBytes();
            }
            case HprofRecords.CLASS -> 0;
            default -> ObjectLayout.arrayBytes(header, elementBytes(object));
        };
    }

    /** Takes the address that a reference has; not 0. */
    @FunctionalInterface
    interface References {
        void accept(long address);
    }

    /** Passes on what an object holds: of a class, what its static fields do. */
    void eachReference(int object, References to) {
        long place = places[object];
        switch (file.u1(place)) {
            case HprofRecords.INSTANCE -> {
                HeapType type = type(object);
                long content = place + 2L * id + 9;
                for (int at : type == null ? new int[0] : type.references()) {
                    pass(content + at, to);
                }
            }
            case HprofRecords.REFERENCES -> {
                long length = file.length(place + 1 + id + 4);
                for (long i = 0; i < length; i++) {
                    pass(place + 2L * id + 9 + i * id, to);
                }
            }
            case HprofRecords.CLASS -> {
                long content = place + 1 + id;
                // Its superclass is a class, too; its loader, signers and protection domain follow.
                for (int i = 1; i < 4; i++) {
                    pass(content + 4 + (long) i * id, to);
                }
                records.statics(content, (name, type, value) -> {
                    if (type == HprofType.REFERENCE) {
                        pass(value, to);
                    }
                });
            }
            default -> {}
        }
    }

    /** Takes a field that refers to something: the class that declares it, its name, and the address. */
    @FunctionalInterface
    interface Fields {
        void accept(String declaredBy, String name, long address);
    }

    /** Passes on the static fields of a class that refer to something, or the fields of an instance; weak ones, too. */
    void eachField(int object, Fields to) {
        long place = places[object];
        if (isClass(object)) {
            String declaredBy = types.get(types.number(addresses[object])).name();
            records.statics(place + 1 + id, (name, type, value) -> {
                if (type == HprofType.REFERENCE && file.id(value) != 0) {
                    to.accept(declaredBy, types.text(name), file.id(value));
                }
            });
        }
        long at = place + 2L * id + 9;
        for (HeapType type = type(object); type != null; type = type.above()) {
            for (HeapType.Field field : type.fields()) {
                if (field.type() == HprofType.REFERENCE && file.id(at + field.at()) != 0) {
                    to.accept(type.name(), field.name(), file.id(at + field.at()));
                }
            }
            at += type.ownBytes();
        }
    }

    /** A number for the class of an object, arrays included; below {@link HeapTypes#kinds}, and -1 where it is not known. */
    int kind(int object) {
        long place = places[object];
        return switch (file.u1(place)) {
            case HprofRecords.INSTANCE -> types.number(file.id(place + 1 + id + 4));
            case HprofRecords.REFERENCES -> types.number(file.id(place + 1 + id + 8));
            case HprofRecords.PRIMITIVES -> types.kindOfArray(file.u1(place + 1 + id + 8));
            default -> IdNumbers.NONE;
        };
    }

    private void pass(long at, References to) {
        long address = file.id(at);
        if (address != 0) {
            to.accept(address);
        }
    }

    /** Where a field's value is and of what type, or null where the object has no such field. */
    private @Nullable Value value(int object, String declaredBy, String name) {
        long at = object == NONE ? 0 : places[object] + 2L * id + 9;
        for (HeapType type = object == NONE ? null : type(object); type != null; type = type.above()) {
            if (type.name().equals(declaredBy)) {
                HeapType.Field field = type.own(name);
                return field == null ? null : new Value(field.type(), at + field.at());
            }
            at += type.ownBytes();
        }
        return null;
    }

    private record Value(int type, long at) {}

    /** What a field refers to; {@link #NONE} for null, and where there is no such field or object. */
    int reference(int object, String declaredBy, String name) {
        Value value = value(object, declaredBy, name);
        return value == null || value.type != HprofType.REFERENCE ? NONE : at(file.id(value.at));
    }

    /** The value of a whole number of any size; 0 where there is no such field. */
    long number(int object, String declaredBy, String name) {
        Value value = value(object, declaredBy, name);
        if (value == null || value.type == HprofType.REFERENCE) {
            return 0;
        }
        return switch (HprofType.bytes(value.type, id)) {
            case 1 -> (byte) file.u1(value.at);
            case 2 -> (short) file.u2(value.at);
            case 4 -> file.u4(value.at);
            default -> file.u8(value.at);
        };
    }

    /** The elements of an array of numbers, at most so many bytes of them; null for anything else. */
    byte @Nullable [] content(int object, int atMost) {
        if (object == NONE || file.u1(places[object]) != HprofRecords.PRIMITIVES) {
            return null;
        }
        long bytes = elementBytes(object);
        return bytes > atMost ? null : file.bytes(places[object] + id + 10, (int) bytes);
    }

    /** Whether an array of numbers has characters. */
    boolean isOfChars(int object) {
        return file.u1(places[object] + 1 + id + 8) == HprofType.CHAR;
    }

    /**
     * Sorts addresses, each with what belongs to it; in time proportional to their number where they are in order
     * already.
     */
    private static final class AddressOrder {

        private final long[] addresses;
        private final long[] places;

        AddressOrder(long[] addresses, long[] places) {
            this.addresses = addresses;
            this.places = places;
        }

        /** Sorts those from one index to before another: a heap sort, which no order of a damaged file makes slow. */
        void sort(int from, int to) {
            if (isSorted(from, to)) {
                return;
            }
            int size = to - from;
            for (int root = size / 2 - 1; root >= 0; root--) {
                sink(from, root, size);
            }
            for (int last = size - 1; last > 0; last--) {
                swap(from, from + last);
                sink(from, 0, last);
            }
        }

        private boolean isSorted(int from, int to) {
            for (int i = from + 1; i < to; i++) {
                if (addresses[i - 1] > addresses[i]) {
                    return false;
                }
            }
            return true;
        }

        private void sink(int from, int start, int size) {
            int root = start;
            for (int child = 2 * root + 1; child < size; child = 2 * root + 1) {
                if (child + 1 < size && addresses[from + child + 1] > addresses[from + child]) {
                    child++;
                }
                if (addresses[from + root] >= addresses[from + child]) {
                    return;
                }
                swap(from + root, from + child);
                root = child;
            }
        }

        private void swap(int one, int other) {
            long address = addresses[one];
            addresses[one] = addresses[other];
            addresses[other] = address;
            long place = places[one];
            places[one] = places[other];
            places[other] = place;
        }
    }
}
