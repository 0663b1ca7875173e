package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to skip values of one shape without a look at them: a short program, computed once from the metadata, in
 * which neighbouring integers are one step.
 */
final class Skip {

    private enum Kind {
        LONGS,
        BYTES,
        TEXT,
        ROWS,
        ARRAY
    }

    /**
     * @param kind what is skipped
     * @param count how many integers or bytes; in an array of which each element is integers alone, how many of them
     * @param element how to skip an element of any other array
     */
    private record Step(Kind kind, int count, @Nullable Skip element) {}

    // Far above any metadata of a JVM: a class that contains itself, which only damage can make, ends here.
    private static final int DEEPEST = 16;
    private static final int MAX_FIELDS = 10_000;

    private final Step[] steps;

    private Skip(List<Step> steps) {
        this.steps = steps.toArray(new Step[0]);
    }

    /** Skips one constant of a class, or the fields of an event. */
    static Skip over(ClassDef type) {
        Program program = new Program();
        program.value(type, new ArrayDeque<>());
        return new Skip(program.steps);
    }

    /** Skips one field of an event or structure. */
    static Skip over(ClassDef.Field field) {
        Program program = new Program();
        program.field(field, new ArrayDeque<>());
        return new Skip(program.steps);
    }

    /** Whether it is one integer of variable length and nothing else. */
    boolean isOneLong() {
        return steps.length == 1 && steps[0].kind == Kind.LONGS && steps[0].count == 1;
    }

    /**
     * Moves the input past the value.
     *
     * @throws IndexOutOfBoundsException if the value does not end within the chunk
     */
    void pass(ChunkInput in) {
        for (Step step : steps) {
            switch (step.kind) {
                case LONGS -> in.skipLongs(step.count);
                case BYTES -> in.skipBytes(step.count);
                case TEXT -> ChunkTexts.skip(in);
                case ROWS -> in.skipLongs(checked(in, in.readInt()) * step.count);
                case ARRAY -> passElements(in, step.element);
            }
        }
    }

    private static void passElements(ChunkInput in, @Nullable Skip element) {
        long count = checked(in, in.readInt());
        for (long i = 0; element != null && i < count; i++) {
            element.pass(in);
            in.settle();
        }
    }

    // Elements take at least a byte each, so a count above the bytes that are left is damage.
    private static long checked(ChunkInput in, int count) {
        if (count < 0 || count > in.available()) {
            throw new IndexOutOfBoundsException("a count of " + count + " elements at " + in.position());
        }
        return count;
    }

    private static final class Program {
        private final List<Step> steps = new ArrayList<>();
        private int fields;

        private void value(ClassDef type, Deque<ClassDef> within) {
            Primitive primitive = type.primitive();
            if (primitive != null) {
                primitive(primitive);
                return;
            }
            fields += type.fields().size();
            if (within.size() >= DEEPEST || fields > MAX_FIELDS) {
                throw new IndexOutOfBoundsException("the class " + type.name() + " contains itself");
            }
            within.push(type);
            for (ClassDef.Field field : type.fields()) {
                field(field, within);
            }
            within.pop();
        }

        private void field(ClassDef.Field field, Deque<ClassDef> within) {
            if (field.array()) {
                array(field, within);
            } else if (field.pooled()) {
                add(Kind.LONGS, 1);
            } else {
                value(field.type(), within);
            }
        }

        private void array(ClassDef.Field field, Deque<ClassDef> within) {
            Program element = new Program();
            element.fields = fields;
            if (field.pooled()) {
                element.add(Kind.LONGS, 1);
            } else {
                element.value(field.type(), within);
            }
            fields = element.fields;
            boolean integers = element.steps.size() == 1 && element.steps.getFirst().kind == Kind.LONGS;
            steps.add(
                    integers
                            ? new Step(Kind.ROWS, element.steps.getFirst().count, null)
                            : new Step(Kind.ARRAY, 1, new Skip(element.steps)));
        }

        private void primitive(Primitive primitive) {
            switch (primitive) {
                case STRING -> steps.add(new Step(Kind.TEXT, 1, null));
                case FLOAT -> add(Kind.BYTES, Float.BYTES);
                case DOUBLE -> add(Kind.BYTES, Double.BYTES);
                case BYTE -> add(Kind.BYTES, 1);
                default -> add(Kind.LONGS, 1);
            }
        }

        private void add(Kind kind, int count) {
            if (!steps.isEmpty() && steps.getLast().kind == kind) {
                Step last = steps.removeLast();
                steps.add(new Step(kind, last.count + count, null));
            } else {
                steps.add(new Step(kind, count, null));
            }
        }
    }
}
