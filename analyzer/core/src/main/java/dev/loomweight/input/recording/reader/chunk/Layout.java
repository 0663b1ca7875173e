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

    /**
     * A cursor over the fields of one event or constant after another. A field is found when it is asked for, by skipping
     * those before it, once; integers are decoded on the way.
     */
    static final class Fields {

        private final ChunkInput in;
        private Layout layout;
        private long[] positions;
        private long[] values;
        // How many fields have been found.
        private int found;
        private long next;
        private long end;

        /**
         * @param in the chunk; must not be moved by others while a value is read
         * @param layout the layout of the first event or constant
         */
        Fields(ChunkInput in, Layout layout) {
            this.in = in;
            this.layout = layout;
            this.positions = new long[layout.size()];
            this.values = new long[layout.size()];
        }

        /**
         * Goes to an event or constant.
         *
         * @param of its layout
         * @param position where its first field begins
         * @param limit where it ends at the latest; fields beyond are damage
         */
        void on(Layout of, long position, long limit) {
            layout = of;
            if (positions.length < of.size()) {
                positions = new long[of.size()];
                values = new long[of.size()];
            }
            found = 0;
            next = position;
            end = limit;
        }

        Layout layout() {
            return layout;
        }

        /**
         * The integer in a field that is {@linkplain Layout#isOneLong one}.
         *
         * @throws IndexOutOfBoundsException if the event ends before the field does
         */
        long longValue(int number) {
            find(number);
            return values[number];
        }

        /** The integer in the field of that name; 0 where there is no such field, or it is no single integer. */
        long longValue(String field) {
            int number = layout.number(field);
            return number < 0 || !layout.isOneLong(number) ? 0 : longValue(number);
        }

        /** The input, at the beginning of a field. */
        ChunkInput at(int number) {
            find(number);
            in.seek(positions[number]);
            return in;
        }

        private void find(int number) {
            if (number < found) {
                return;
            }
            in.seek(next);
            for (int i = found; i <= number; i++) {
                positions[i] = in.position();
                if (layout.isOneLong(i)) {
                    values[i] = in.readLong();
                } else {
                    layout.skip(i).pass(in);
                    in.settle();
                }
            }
            next = in.position();
            if (next > end) {
                throw new IndexOutOfBoundsException("a field that ends " + (next - end) + " bytes after its event");
            }
            found = number + 1;
        }
    }
}
