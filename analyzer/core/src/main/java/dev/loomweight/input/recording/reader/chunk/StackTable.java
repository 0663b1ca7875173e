package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every distinct stack of a recording once, across its chunks and the threads that read them, so that whoever compares
 * stacks compares objects. A chunk numbers its methods and stacks again, so a stack is known by what its frames are: four
 * numbers each, of which the first and the last stand for a method and a type that have been met before. A thread asks once
 * for each stack of a chunk that no chunk before wrote alike, so one lock does.
 */
final class StackTable {

    /** The numbers that a frame is known by: its method, line, bytecode index and type. */
    static final int NUMBERS = 4;

    private static final int SMALLEST = 1024;

    private final Map<Method, Integer> methodNumbers = new HashMap<>();
    private final List<Method> methods = new ArrayList<>();
    private final Map<String, Integer> typeNumbers = new HashMap<>();
    private final List<String> types = new ArrayList<>();
    private final int inlined = type(Frame.INLINED);
    private final int compiled = type(Frame.COMPILED);
    private final Map<FrameKey, KnownFrame> frames = new HashMap<>();
    private @Nullable Entry[] entries = new @Nullable Entry[SMALLEST];
    private int size;

    /**
     * A method as it is recorded.
     *
     * @param className the class, its packages divided by slashes
     * @param name the method's name
     * @param descriptor its descriptor
     * @param modifiers its access flags
     */
    record Method(String className, String name, String descriptor, int modifiers) {

        // Written out: what a record comes with is linked at its first use, which every start would pay for.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Method method
                    && modifiers == method.modifiers
                    && name.equals(method.name)
                    && className.equals(method.className)
                    && descriptor.equals(method.descriptor);
        }

        @Override
        public int hashCode() {
            return ((className.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode()) * 31 + modifiers;
        }
    }

    private record FrameKey(int method, int line, int bytecodeIndex, int type) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof FrameKey key
                    && method == key.method
                    && line == key.line
                    && bytecodeIndex == key.bytecodeIndex
                    && type == key.type;
        }

        @Override
        public int hashCode() {
            return ((method * 31 + line) * 31 + bytecodeIndex) * 31 + type;
        }
    }

    private record KnownFrame(FrameKey key, Frame frame) {}

    // Nobody compares two of them. There can be a hundred thousand stacks of some hundred frames: so one reference a
    // frame, not its numbers again.
    @SuppressWarnings("ArrayRecordComponent")
    private record Entry(int hash, KnownFrame[] frames, StackTrace stack) {

        private boolean isOf(int[] code, int length, boolean truncated) {
            if (frames.length * NUMBERS != length || stack.truncated() != truncated) {
                return false;
            }
            int at = 0;
            for (KnownFrame known : frames) {
                FrameKey key = known.key;
                if (key.method != code[at]
                        || key.line != code[at + 1]
                        || key.bytecodeIndex != code[at + 2]
                        || key.type != code[at + 3]) {
                    return false;
                }
                at += NUMBERS;
            }
            return true;
        }
    }

    /** The number of a method. */
    synchronized int method(Method method) {
        Integer number = methodNumbers.get(method);
        if (number == null) {
            number = methods.size();
            methods.add(new Method(
                    method.className().replace('/', '.'), method.name(), method.descriptor(), method.modifiers()));
            methodNumbers.put(method, number);
        }
        return number;
    }

    /** The number of a frame's type. */
    synchronized int type(String type) {
        Integer number = typeNumbers.get(type);
        if (number == null) {
            number = types.size();
            types.add(type);
            typeNumbers.put(type, number);
        }
        return number;
    }

    /**
     * The stack of some frames.
     *
     * @param code {@link #NUMBERS} numbers for each frame, the innermost first; not kept
     * @param length how many of the numbers count
     * @param truncated whether the stack was cut
     */
    StackTrace stack(int[] code, int length, boolean truncated) {
        return stack(hash(code, length, truncated), code, length, truncated);
    }

    private synchronized StackTrace stack(int hash, int[] code, int length, boolean truncated) {
        int mask = entries.length - 1;
        int at = hash & mask;
        for (Entry entry = entries[at]; entry != null; entry = entries[at]) {
            if (entry.hash == hash && entry.isOf(code, length, truncated)) {
                return entry.stack;
            }
            at = at + 1 & mask;
        }
        Entry entry = make(hash, code, length, truncated, withoutInlining(code, length, truncated));
        insert(entry);
        if (++size * 2 > entries.length) {
            grow();
        }
        return entry.stack;
    }

    private void insert(Entry entry) {
        int mask = entries.length - 1;
        int at = entry.hash & mask;
        while (entries[at] != null) {
            at = at + 1 & mask;
        }
        entries[at] = entry;
    }

    /** The stack that differs in that nothing is inlined; null where nothing is. */
    private @Nullable StackTrace withoutInlining(int[] code, int length, boolean truncated) {
        int[] plain = null;
        for (int i = NUMBERS - 1; i < length; i += NUMBERS) {
            if (code[i] == inlined) {
                plain = plain == null ? Arrays.copyOf(code, length) : plain;
                plain[i] = compiled;
            }
        }
        return plain == null ? null : stack(plain, length, truncated);
    }

    // One multiplication a frame depends on the one before it; the others do not wait for each other.
    private static int hash(int[] code, int length, boolean truncated) {
        long hash = truncated ? 1 : 0;
        for (int i = 0; i < length; i += NUMBERS) {
            long place = ((long) code[i] << 32) | (code[i + 1] & 0xFFFF_FFFFL);
            long way = ((long) code[i + 2] << 32) | (code[i + 3] & 0xFFFF_FFFFL);
            hash = (hash ^ place * 0x9E37_79B9_7F4A_7C15L ^ way * 0xC2B2_AE3D_27D4_EB4FL) * 0xBF58_476D_1CE4_E5B9L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    private Entry make(int hash, int[] code, int length, boolean truncated, @Nullable StackTrace withoutInlining) {
        KnownFrame[] known = new KnownFrame[length / NUMBERS];
        List<Frame> made = new ArrayList<>(known.length);
        for (int i = 0; i < length; i += NUMBERS) {
            FrameKey key = new FrameKey(code[i], code[i + 1], code[i + 2], code[i + 3]);
            KnownFrame frame = frames.get(key);
            if (frame == null) {
                frame = new KnownFrame(key, frame(key));
                frames.put(key, frame);
            }
            known[i / NUMBERS] = frame;
            made.add(frame.frame);
        }
        return new Entry(hash, known, new StackTrace(made, truncated, withoutInlining));
    }

    private Frame frame(FrameKey key) {
        Method method = methods.get(key.method());
        return new Frame(
                method.className(),
                method.name(),
                method.descriptor(),
                key.line(),
                key.bytecodeIndex(),
                method.modifiers(),
                types.get(key.type()));
    }

    private void grow() {
        @Nullable Entry[] old = entries;
        entries = new @Nullable Entry[old.length * 2];
        for (Entry entry : old) {
            if (entry != null) {
                insert(entry);
            }
        }
    }
}
