package dev.loomweight.input.recording.reader.chunk;

/**
 * A cursor over the fields of one event or constant after another. A field is found when it is asked for, by skipping
 * those before it, once; integers are decoded on the way.
 */
final class Fields {

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
