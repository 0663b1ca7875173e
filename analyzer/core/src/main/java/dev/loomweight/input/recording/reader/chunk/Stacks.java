package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.RecordedNames;
import dev.loomweight.input.recording.reader.chunk.ChunkTexts.ByteKeys;
import dev.loomweight.input.recording.reader.chunk.Layout.Fields;
import dev.loomweight.sample.StackTrace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The stacks of one chunk: its numbers for stacks, methods and names turned into those of the {@link StackTable}. */
final class Stacks {

    private final Constants constants;
    private final StackTable table;
    private final ByteKeys<StackTrace> written;
    private final LongTable.OfObjects<StackTrace> known = new LongTable.OfObjects<>();
    // One more than the number in the table: 0 is an empty place.
    private final LongTable methods = new LongTable();
    private final LongTable types = new LongTable();
    private @Nullable Shape shape;
    private int[] code = new int[64 * StackTable.NUMBERS];

    /**
     * @param constants of the chunk
     * @param table the stacks of all chunks
     * @param written the stacks of this JVM, by the bytes that it writes them as: methods, and with them stacks, keep
     *     their numbers as long as a JVM runs
     */
    Stacks(Constants constants, StackTable table, ByteKeys<StackTrace> written) {
        this.constants = constants;
        this.table = table;
        this.written = written;
    }

    /** The layout of the stacks of this chunk. */
    private static final class Shape {
        final Fields stack;
        final int truncated;
        final int frames;
        final Layout frame;
        final @Nullable Skip otherwise;
        final long[] row;
        final int method;
        final int line;
        final int bytecodeIndex;
        final int type;

        Shape(Constants constants, ClassDef stackType) {
            Layout layout = constants.metadata().layout(stackType);
            stack = new Fields(constants.input(), layout);
            truncated = layout.number("truncated");
            frames = layout.number("frames");
            if (frames < 0) {
                throw new IndexOutOfBoundsException("stacks without frames");
            }
            ClassDef frameType = layout.field(frames).type();
            frame = constants.metadata().layout(frameType);
            boolean plain = true;
            for (int i = 0; i < frame.size(); i++) {
                plain &= frame.isOneLong(i);
            }
            otherwise = plain ? null : Skip.over(frameType);
            row = new long[frame.size()];
            method = frame.number("method");
            line = frame.number("lineNumber");
            bytecodeIndex = frame.number("bytecodeIndex");
            type = frame.number("type");
        }

        /** Reads a frame into the row; a field that is no integer reads as 0. */
        void read(ChunkInput in, Fields fields) {
            if (otherwise == null) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = in.readLong();
                }
                return;
            }
            long position = in.position();
            fields.on(frame, position, Long.MAX_VALUE);
            for (int i = 0; i < row.length; i++) {
                row[i] = frame.isOneLong(i) ? fields.longValue(i) : 0;
            }
            in.seek(position);
            otherwise.pass(in);
            in.settle();
        }

        long value(int number, long absent) {
            return number < 0 ? absent : row[number];
        }
    }

    /** The stack of that number; {@link StackTrace#NONE} for 0 and where the chunk does not hold it. */
    StackTrace get(ClassDef type, long id) {
        if (id == 0) {
            return StackTrace.NONE;
        }
        StackTrace stack = known.get(id);
        if (stack == null) {
            long place = constants.place(type, id);
            stack = place == 0
                    ? StackTrace.NONE
                    : read(type, ConstantPools.position(place), ConstantPools.length(place));
            known.put(id, stack);
        }
        return stack;
    }

    /**
     * The stack at a position. Most chunks of a JVM write a stack with the very bytes of the chunk before, so what
     * was made of those bytes is taken again.
     */
    private StackTrace read(ClassDef type, long position, int length) {
        ChunkInput in = constants.input();
        in.seek(position);
        if (length == 0 || length > in.available()) {
            return decode(type, position);
        }
        StackTrace stack = written.find(in, length);
        if (stack == null) {
            stack = decode(type, position);
            in.seek(position);
            written.add(in, length, stack);
        }
        return stack;
    }

    private StackTrace decode(ClassDef type, long position) {
        if (shape == null) {
            shape = new Shape(constants, type);
        }
        Shape to = shape;
        to.stack.on(to.stack.layout(), position, Long.MAX_VALUE);
        boolean truncated = to.truncated >= 0 && to.stack.longValue(to.truncated) != 0;
        ChunkInput in = to.stack.at(to.frames);
        Fields frame = new Fields(in, to.frame);
        int count = in.readInt();
        // Each takes a byte at least.
        if (count < 0 || count > in.available()) {
            throw new IndexOutOfBoundsException("a count of " + count + " frames at " + in.position());
        }
        int length = 0;
        for (int i = 0; i < count; i++) {
            to.read(in, frame);
            if (length + StackTable.NUMBERS > code.length) {
                code = Arrays.copyOf(code, code.length * 2);
            }
            code[length] = method(to);
            code[length + 1] = (int) to.value(to.line, -1);
            code[length + 2] = (int) to.value(to.bytecodeIndex, -1);
            code[length + 3] = type(to);
            length += StackTable.NUMBERS;
        }
        return table.stack(code, length, truncated);
    }

    private int method(Shape of) {
        long id = of.value(of.method, 0);
        long number = methods.get(id);
        if (number == 0) {
            number = decodeMethod(of, id) + 1L;
            methods.putIfAbsent(id, number);
        }
        return (int) number - 1;
    }

    private int type(Shape of) {
        long id = of.value(of.type, 0);
        long number = types.get(id);
        if (number == 0) {
            String name = of.type < 0
                    ? null
                    : constants.string(of.frame.field(of.type).type(), id);
            number = table.type(RecordedNames.orUnknown(name)) + 1L;
            types.putIfAbsent(id, number);
        }
        return (int) number - 1;
    }

    private int decodeMethod(Shape of, long id) {
        ChunkInput in = constants.input();
        long back = in.position();
        ClassDef methodType = of.method < 0 ? null : of.frame.field(of.method).type();
        long position = methodType == null ? 0 : constants.position(methodType, id);
        if (methodType == null || position == 0) {
            return table.method(
                    new StackTable.Method(RecordedNames.UNKNOWN, RecordedNames.UNKNOWN, RecordedNames.UNKNOWN, 0));
        }
        Fields fields = new Fields(in, constants.metadata().layout(methodType));
        fields.on(fields.layout(), position, Long.MAX_VALUE);
        StackTable.Method method = new StackTable.Method(
                RecordedNames.orUnknown(className(fields)),
                RecordedNames.orUnknown(constants.string(fields, "name")),
                RecordedNames.orUnknown(constants.string(fields, "descriptor")),
                (int) fields.longValue("modifiers"));
        in.seek(back);
        return table.method(method);
    }

    private @Nullable String className(Fields method) {
        int number = method.layout().number("type");
        if (number < 0) {
            return null;
        }
        ClassDef.Field field = method.layout().field(number);
        long position = constants.position(field.type(), method.longValue("type"));
        if (position == 0) {
            return null;
        }
        Fields type = new Fields(constants.input(), constants.metadata().layout(field.type()));
        type.on(type.layout(), position, Long.MAX_VALUE);
        return constants.string(type, "name");
    }
}
