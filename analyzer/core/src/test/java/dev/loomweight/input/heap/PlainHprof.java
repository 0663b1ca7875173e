package dev.loomweight.input.heap;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A heap dump in plain maps, with nothing of the main code: what that reads of a dump is held against this. For small
 * dumps only: it keeps all of it.
 */
final class PlainHprof {

    private static final int OBJECT = 2;
    private static final int[] BYTES_OF_TYPE = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8};

    /**
     * A class.
     *
     * @param fields of its own, without those of its superclasses, in the order in which instances have them
     * @param references what it refers to: its superclass, its loader, its static fields and the like
     */
    record Type(long id, long superId, List<Field> fields, List<Long> references) {}

    /** A field and its hprof type, 2 for a reference. */
    record Field(String name, int type) {}

    /**
     * An object that is no class.
     *
     * @param classId its class; 0 for an array of primitives
     * @param values the fields of an instance, or the elements of an array of primitives, as in the dump
     * @param elements what an array of objects refers to
     * @param length of an array; -1 for an instance
     * @param arrayBytes what the elements of an array of primitives take, in bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // Nothing compares them, and there are many.
    record Thing(long classId, byte[] values, long[] elements, int length, long arrayBytes) {}

    /** What a dump says of a thread: the number of its object, and of its stack. */
    record ThreadRoot(int serial, int trace) {}

    final Map<Long, String> texts = new HashMap<>();
    final Map<Long, String> classNames = new HashMap<>();
    final Map<Long, Type> types = new HashMap<>();
    final Map<Long, Thing> things = new HashMap<>();
    /** Roots that belong to no thread. */
    final List<Long> roots = new ArrayList<>();
    /** By the number of a thread: what its stack and its native code refer to. */
    final Map<Integer, List<Long>> rootsOfThreads = new HashMap<>();

    final Map<Long, ThreadRoot> threadRoots = new HashMap<>();
    private final Map<Integer, String> classNamesBySerial = new HashMap<>();
    private final Map<Long, String> frames = new HashMap<>();
    private final Map<Integer, List<String>> traces = new HashMap<>();

    private final DataInputStream in;

    private PlainHprof(DataInputStream in) {
        this.in = in;
    }

    static PlainHprof read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            PlainHprof dump = new PlainHprof(in);
            dump.read();
            return dump;
        }
    }

    /** The frames of a thread, innermost first, as {@code class.method:line}; null where the dump has none. */
    @Nullable
    List<String> stack(long thread) {
        ThreadRoot root = threadRoots.get(thread);
        return root == null ? null : traces.get(root.trace);
    }

    private void read() throws IOException {
        while (in.readByte() != 0) {
            // The name of the format.
        }
        if (in.readInt() != Long.BYTES) {
            throw new IOException("only dumps with identifiers of 8 bytes are read");
        }
        in.readLong();
        for (int tag = in.read(); tag >= 0; tag = in.read()) {
            in.readInt();
            record(tag, in.readInt() & 0xFFFFFFFFL);
        }
    }

    private void record(int tag, long length) throws IOException {
        switch (tag) {
            case 0x01 ->
                texts.put(in.readLong(), new String(in.readNBytes((int) length - Long.BYTES), StandardCharsets.UTF_8));
            case 0x02 -> loadedClass();
            case 0x04 -> frame();
            case 0x05 -> trace();
            case 0x0C, 0x1C -> segment(length);
            default -> in.skipNBytes(length);
        }
    }

    private void loadedClass() throws IOException {
        int serial = in.readInt();
        long id = in.readLong();
        in.readInt();
        String name = texts.getOrDefault(in.readLong(), "").replace('/', '.');
        classNames.put(id, name);
        classNamesBySerial.put(serial, name);
    }

    private void frame() throws IOException {
        long id = in.readLong();
        String method = texts.getOrDefault(in.readLong(), "");
        in.readLong();
        in.readLong();
        frames.put(id, classNamesBySerial.get(in.readInt()) + "." + method + ":" + in.readInt());
    }

    private void trace() throws IOException {
        int serial = in.readInt();
        in.readInt();
        List<String> lines = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            lines.add(frames.getOrDefault(in.readLong(), "?"));
        }
        traces.put(serial, lines);
    }

    private void segment(long length) throws IOException {
        long left = length;
        while (left > 0) {
            left -= 1 + entry(in.readUnsignedByte());
        }
        if (left != 0) {
            throw new IOException("an entry of the heap exceeds its segment");
        }
    }

    /** Reads one entry and returns its length in bytes, without its tag. */
    private long entry(int tag) throws IOException {
        switch (tag) {
            case 0xFF, 0x05, 0x07 -> roots.add(in.readLong());
            case 0x01 -> {
                roots.add(in.readLong());
                in.readLong();
                return 2 * Long.BYTES;
            }
            case 0x02, 0x03 -> {
                rootOfThread(in.readLong(), in.readInt());
                in.readInt();
                return Long.BYTES + 2 * Integer.BYTES;
            }
            case 0x04, 0x06 -> {
                rootOfThread(in.readLong(), in.readInt());
                return Long.BYTES + Integer.BYTES;
            }
            case 0x08 -> {
                threadRoots.put(in.readLong(), new ThreadRoot(in.readInt(), in.readInt()));
                return Long.BYTES + 2 * Integer.BYTES;
            }
            case 0x20 -> {
                return classEntry();
            }
            case 0x21 -> {
                return instance();
            }
            case 0x22 -> {
                return objects();
            }
            case 0x23 -> {
                return primitives();
            }
            default -> throw new IOException("no entry of the heap has the tag " + tag);
        }
        return Long.BYTES;
    }

    private void rootOfThread(long object, int serial) {
        rootsOfThreads.computeIfAbsent(serial, any -> new ArrayList<>()).add(object);
    }

    private long classEntry() throws IOException {
        long id = in.readLong();
        in.readInt();
        List<Long> references = new ArrayList<>();
        long superId = in.readLong();
        references.add(superId);
        for (int i = 0; i < 5; i++) {
            references.add(in.readLong());
        }
        in.readInt();
        long length = 7L * Long.BYTES + 2 * Integer.BYTES + 3 * Short.BYTES;
        int constants = in.readUnsignedShort();
        for (int i = 0; i < constants; i++) {
            in.readUnsignedShort();
            length += Short.BYTES + 1 + value(in.readUnsignedByte(), references);
        }
        int statics = in.readUnsignedShort();
        for (int i = 0; i < statics; i++) {
            in.readLong();
            length += Long.BYTES + 1 + value(in.readUnsignedByte(), references);
        }
        List<Field> fields = new ArrayList<>();
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            fields.add(new Field(texts.getOrDefault(in.readLong(), ""), in.readUnsignedByte()));
        }
        types.put(id, new Type(id, superId, fields, references));
        return length + (long) count * (Long.BYTES + 1);
    }

    private int value(int type, List<Long> references) throws IOException {
        if (type == OBJECT) {
            references.add(in.readLong());
            return Long.BYTES;
        }
        in.skipNBytes(BYTES_OF_TYPE[type]);
        return BYTES_OF_TYPE[type];
    }

    private long instance() throws IOException {
        long id = in.readLong();
        in.readInt();
        long classId = in.readLong();
        byte[] values = in.readNBytes(in.readInt());
        things.put(id, new Thing(classId, values, new long[0], -1, 0));
        return 2L * Long.BYTES + 2 * Integer.BYTES + values.length;
    }

    private long objects() throws IOException {
        long id = in.readLong();
        in.readInt();
        int count = in.readInt();
        long classId = in.readLong();
        long[] elements = new long[count];
        for (int i = 0; i < count; i++) {
            elements[i] = in.readLong();
        }
        things.put(id, new Thing(classId, new byte[0], elements, count, 0));
        return (2L + count) * Long.BYTES + 2 * Integer.BYTES;
    }

    private long primitives() throws IOException {
        long id = in.readLong();
        in.readInt();
        int count = in.readInt();
        long bytes = (long) count * BYTES_OF_TYPE[in.readUnsignedByte()];
        things.put(id, new Thing(0, in.readNBytes((int) bytes), new long[0], count, bytes));
        return Long.BYTES + 2L * Integer.BYTES + 1 + bytes;
    }
}
