package dev.loomweight.input.heap;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class of a heap dump, with where the fields of its objects are. */
final class HeapType {

    private static final String REFERENCE = "java.lang.ref.Reference";
    private static final List<String> NOT_HOLDING =
            List.of("java.lang.ref.WeakReference", "java.lang.ref.PhantomReference");

    private final String name;
    private final @Nullable HeapType above;
    private final List<Field> fields;
    private final int ownBytes;
    private final ObjectLayout layout;
    private final int[] references;

    /**
     * A field.
     *
     * @param name its name
     * @param type its {@link HprofType}
     * @param at where its value is among those of its class, in bytes
     */
    record Field(String name, int type, int at) {}

    /**
     * A class.
     *
     * @param name as the JVM writes it, with dots: {@code java.lang.String}
     * @param above its superclass, or null
     * @param fields its own fields, in the order of their values
     * @param ownBytes the bytes of their values in the dump
     * @param layout where they are in the heap
     */
    HeapType(String name, @Nullable HeapType above, List<Field> fields, int ownBytes, ObjectLayout layout) {
        this.name = name;
        this.above = above;
        this.fields = List.copyOf(fields);
        this.ownBytes = ownBytes;
        this.layout = layout;
        this.references = holding();
    }

    String name() {
        return name;
    }

    ObjectLayout layout() {
        return layout;
    }

    /** What an object takes in the heap, in bytes, without what the JVM adds to some classes. */
    int instanceBytes() {
        return layout.bytes();
    }

    /**
     * Where an object's values have references that hold what they refer to. Weak ones do not, and nor does {@code discovered},
     * by which a collector links the references that it has just cleared: until they are handled, right after the collection
     * that precedes a dump, one that is held elsewhere would hold those of threads.
     */
    int[] references() {
        return references;
    }

    private int[] holding() {
        boolean weak = NOT_HOLDING.stream().anyMatch(this::isA);
        List<Integer> places = new ArrayList<>();
        int from = 0;
        for (HeapType type = this; type != null; type = type.above) {
            for (Field field : type.fields) {
                boolean ofReference = type.name.equals(REFERENCE)
                        && (field.name.equals("discovered") || (weak && field.name.equals("referent")));
                if (field.type == HprofType.REFERENCE && !ofReference) {
                    places.add(from + field.at);
                }
            }
            from += type.ownBytes;
        }
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether it is that class, or below it. */
    boolean isA(String className) {
        for (HeapType type = this; type != null; type = type.above) {
            if (type.name.equals(className)) {
                return true;
            }
        }
        return false;
    }

    /** Its own fields, in the order of their values. */
    List<Field> fields() {
        return fields;
    }

    /** The class above it, or null. */
    @Nullable
    HeapType above() {
        return above;
    }

    /** A field of its own; null where it has none of that name. */
    @Nullable
    Field own(String fieldName) {
        for (Field field : fields) {
            if (field.name.equals(fieldName)) {
                return field;
            }
        }
        return null;
    }

    /** The bytes of the values of its own fields, which those of the classes above follow. */
    int ownBytes() {
        return ownBytes;
    }
}
