package dev.loomweight.input.heap;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import shark.HeapField;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HeapValue;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.PrimitiveArrayDumpRecord;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.PrimitiveArrayDumpRecord.ByteArrayDump;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.PrimitiveArrayDumpRecord.CharArrayDump;

/** Fields of objects of a heap dump. What a JDK does not have reads as 0 or null. */
final class HeapFields {

    private static final int LONGEST_NAME_BYTES = 8_192;
    private static final byte LATIN1 = 0;

    private HeapFields() {}

    /** A reference: the object's number in the dump, or 0 for null. */
    static long reference(HeapObject.HeapInstance object, String declaredBy, String name) {
        HeapValue value = value(object, declaredBy, name);
        Long id = value == null ? null : value.getAsNonNullObjectId();
        return id == null ? 0 : id;
    }

    /** An {@code int} or {@code long}; 0 where there is no such field. */
    static long number(HeapObject.HeapInstance object, String declaredBy, String name) {
        HeapValue value = value(object, declaredBy, name);
        if (value == null) {
            return 0;
        }
        Integer small = value.getAsInt();
        Long large = value.getAsLong();
        return small != null ? small : large != null ? large : 0;
    }

    /** The instance of that number, or null where there is none. */
    static HeapObject.@Nullable HeapInstance instance(HeapGraph graph, long id) {
        HeapObject object = id == 0 ? null : graph.findObjectByIdOrNull(id);
        return object == null ? null : object.getAsInstance();
    }

    /** The text of a string that is the name of a thread; empty where it is not there, or is longer than names are. */
    static String name(HeapGraph graph, long id) {
        HeapObject.HeapInstance string = instance(graph, id);
        if (string == null || !string.getInstanceClassName().equals("java.lang.String")) {
            return "";
        }
        HeapObject characters = graph.findObjectByIdOrNull(reference(string, "java.lang.String", "value"));
        HeapObject.HeapPrimitiveArray array = characters == null ? null : characters.getAsPrimitiveArray();
        if (array == null || array.getRecordSize() > LONGEST_NAME_BYTES) {
            return "";
        }
        PrimitiveArrayDumpRecord record = array.readRecord();
        if (record instanceof CharArrayDump chars) {
            return new String(chars.getArray());
        }
        HeapValue coder = value(string, "java.lang.String", "coder");
        Byte code = coder == null ? null : coder.getAsByte();
        return record instanceof ByteArrayDump bytes ? decoded(bytes.getArray(), code == null ? LATIN1 : code) : "";
    }

    // In the dumped machine's order of bytes, which is that of every machine that virtual threads run on but s390.
    private static String decoded(byte[] bytes, byte coder) {
        return new String(bytes, coder == LATIN1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    }

    private static @Nullable HeapValue value(HeapObject.HeapInstance object, String declaredBy, String name) {
        HeapField field = object.readField(declaredBy, name);
        return field == null ? null : field.getValue();
    }
}
