package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;

/**
 * Passes over the records of a heap dump in their order. The format is that of {@code hprof_b_spec.h} and of the comment
 * that begins HotSpot's {@code heapDumper.cpp}, versions 1.0.1 and 1.0.2.
 */
final class HprofRecords {

    private static final int TEXT = 0x01;
    private static final int LOAD_CLASS = 0x02;
    private static final int FRAME = 0x04;
    private static final int TRACE = 0x05;
    private static final int HEAP = 0x0c;
    private static final int HEAP_SEGMENT = 0x1c;

    private static final int ROOT_UNKNOWN = 0xff;
    private static final int ROOT_JNI_GLOBAL = 0x01;
    private static final int ROOT_JNI_LOCAL = 0x02;
    private static final int ROOT_JAVA_FRAME = 0x03;
    private static final int ROOT_NATIVE_STACK = 0x04;
    private static final int ROOT_STICKY_CLASS = 0x05;
    private static final int ROOT_THREAD_BLOCK = 0x06;
    private static final int ROOT_MONITOR_USED = 0x07;
    private static final int ROOT_THREAD_OBJECT = 0x08;
    static final int CLASS = 0x20;
    static final int INSTANCE = 0x21;
    static final int REFERENCES = 0x22;
    static final int PRIMITIVES = 0x23;

    private final HprofFile file;
    private final int id;

    HprofRecords(HprofFile file) {
        this.file = file;
        this.id = file.idBytes();
    }

    /** Takes records; what it does not override it passes over. Positions are those of the file. */
    interface Visitor {

        /** A text of so many bytes. */
        default void text(long id, long at, int bytes) {}

        /** A class, by the serial number that frames have, the id of its object and the id of its name. */
        default void loaded(int serial, long type, long name) {}

        /** A frame; the line is 0 or less where there is none: -1 unknown, -2 compiled, -3 native. */
        default void frame(long frame, long method, int classSerial, int line) {}

        /** A stack of so many frames, whose ids begin at a position, the innermost first. */
        default void trace(int serial, long at, int frames) {}

        /** A root that no thread is. */
        default void root(long object) {}

        /** A root of a thread's stack, by the thread's serial number. */
        default void rootOf(int thread, long object) {}

        /** A thread, with its serial number and that of its stack. */
        default void thread(long object, int serial, int trace) {}

        /** A class, whose record's content begins at a position. */
        default void type(long id, long at) {}

        /** An object of a class, whose fields begin at a position. */
        default void instance(long id, long type, long at) {}

        /** An array of so many references, which begin at a position. */
        default void references(long id, long at, int length) {}

        /** An array of so many numbers, of the type that {@link HprofType} names, which begin at a position. */
        default void primitives(long id, int type, long at, int length) {}
    }

    /**
     * Passes over all of them.
     *
     * @throws DataException if a record is cut off, or is none
     */
    void accept(Visitor visitor) {
        long at = file.start();
        while (at < file.size()) {
            int tag = file.u1(at);
            long length = file.length(at + 5);
            long content = at + 9;
            switch (tag) {
                case TEXT -> visitor.text(file.id(content), content + id, (int) (length - id));
                case LOAD_CLASS -> visitor.loaded(file.u4(content), file.id(content + 4), file.id(content + 8 + id));
                case FRAME ->
                    visitor.frame(
                            file.id(content),
                            file.id(content + id),
                            file.u4(content + 4L * id),
                            file.u4(content + 4L * id + 4));
                case TRACE -> visitor.trace(file.u4(content), content + 12, file.u4(content + 8));
                case HEAP, HEAP_SEGMENT -> {
                    if (length == 0 && tag == HEAP) {
                        // Of a dump in one piece that is too long for the field.
                        length = file.size() - content;
                    }
                    heap(visitor, content, content + length);
                }
                default -> {}
            }
            at = content + length;
        }
        if (at > file.size()) {
            throw new DataException("it ends within a record");
        }
    }

    private void heap(Visitor visitor, long from, long to) {
        long at = from;
        while (at < to) {
            int tag = file.u1(at);
            at++;
            long object = file.id(at);
            at = switch (tag) {
                case CLASS -> {
                    visitor.type(object, at + id);
                    yield at + id + classBytes(at + id);
                }
                case INSTANCE -> {
                    long content = at + 2L * id + 8;
                    visitor.instance(object, file.id(at + id + 4), content);
                    yield content + file.length(content - 4);
                }
                case REFERENCES -> {
                    int length = count(at + id + 4);
                    long content = at + 2L * id + 8;
                    visitor.references(object, content, length);
                    yield content + (long) length * id;
                }
                case PRIMITIVES -> {
                    int length = count(at + id + 4);
                    int type = file.u1(at + id + 8);
                    long content = at + id + 9;
                    visitor.primitives(object, type, content, length);
                    yield content + (long) length * HprofType.bytes(type, id);
                }
                default -> at + root(visitor, tag, object, at + id);
            };
        }
        if (at > to) {
            throw new DataException("an object is longer than the segment that it is in");
        }
    }

    /** Passes on a root; gives the bytes of its record. */
    private int root(Visitor visitor, int tag, long object, long rest) {
        switch (tag) {
            case ROOT_UNKNOWN, ROOT_STICKY_CLASS -> visitor.root(object);
            // A monitor does not hold its object (JDK-8247281); before, the frames of its owner do.
            case ROOT_MONITOR_USED -> {}
            case ROOT_JNI_GLOBAL -> {
                visitor.root(object);
                return 2 * id;
            }
            case ROOT_JNI_LOCAL, ROOT_JAVA_FRAME -> {
                visitor.rootOf(file.u4(rest), object);
                return id + 8;
            }
            case ROOT_NATIVE_STACK, ROOT_THREAD_BLOCK -> {
                visitor.rootOf(file.u4(rest), object);
                return id + 4;
            }
            case ROOT_THREAD_OBJECT -> {
                visitor.thread(object, file.u4(rest), file.u4(rest + 4));
                return id + 8;
            }
            default -> throw new DataException("it has a record of an unknown kind, " + tag);
        }
        return id;
    }

    private int count(long at) {
        int count = file.u4(at);
        if (count < 0) {
            throw new DataException("an array has a negative length");
        }
        return count;
    }

    private long classBytes(long at) {
        long end = at + constants(at);
        int statics = file.u2(end);
        end += 2;
        for (int i = 0; i < statics; i++) {
            end += id + 1 + HprofType.bytes(file.u1(end + id), id);
        }
        return end + 2 + (long) file.u2(end) * (id + 1) - at;
    }

    /** The bytes of a class's record up to its static fields. */
    private long constants(long at) {
        long end = at + 6L * id + 8;
        int count = file.u2(end);
        end += 2;
        for (int i = 0; i < count; i++) {
            end += 3 + HprofType.bytes(file.u1(end + 2), id);
        }
        return end - at;
    }

    /** Takes a field: the id of its name, its {@link HprofType}, and where its value is; 0 for that of an object. */
    @FunctionalInterface
    interface Fields {
        void accept(long name, int type, long at);
    }

    /** Passes on the static fields of a class whose content begins at a position, and gives where those of objects begin. */
    long statics(long at, Fields to) {
        long end = at + constants(at);
        int count = file.u2(end);
        end += 2;
        for (int i = 0; i < count; i++) {
            int type = file.u1(end + id);
            to.accept(file.id(end), type, end + id + 1);
            end += id + 1 + HprofType.bytes(type, id);
        }
        return end;
    }

    /** Passes on the fields that objects of a class have of that class itself, in the order of their values. */
    void fields(long at, Fields to) {
        long end = statics(at, (name, type, value) -> {});
        int count = file.u2(end);
        end += 2;
        for (int i = 0; i < count; i++) {
            to.accept(file.id(end), file.u1(end + id), 0);
            end += id + 1;
        }
    }
}
