package dev.loomweight.input.heap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What each thread of a small heap dump takes, by brute force and without any main code: an oracle for what is read
 * and reckoned in better ways. Of HotSpot with compressed references and class pointers.
 *
 * <p>What a thread alone keeps is found by two walks from the roots, one of them without it. Weak and phantom references are
 * not followed. Objects of {@code java.lang.Class} count 0, in all figures: how large they are is in no dump.
 */
public final class PlainWeights {

    private static final int HEADER_BYTES = 12;
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final int REFERENCE_BYTES = 4;
    private static final int OBJECT = 2;
    private static final int[] BYTES_OF_TYPE = {0, 0, REFERENCE_BYTES, 0, 1, 2, 4, 8, 1, 2, 4, 8};
    private static final int[] DUMPED_BYTES_OF_TYPE = {0, 0, Long.BYTES, 0, 1, 2, 4, 8, 1, 2, 4, 8};
    private static final String THREAD = "java.lang.Thread";
    private static final String VIRTUAL = "java.lang.VirtualThread";
    private static final String CHUNK = "jdk.internal.vm.StackChunk";
    private static final int CHUNK_BYTES = 48;
    private static final int NEW = 0;
    private static final int TERMINATED = 99;

    private final PlainHprof dump;
    private final Map<String, Long> instanceBytes;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<Long> ids = new ArrayList<>();
    private final int[][] references;
    private final long[] sizes;
    private final Map<Long, List<Long>> classChains = new HashMap<>();
    private final Map<Long, Long> threads = new TreeMap<>();
    private final int[] roots;
    private final Map<Integer, int[]> rootsOfThreads = new HashMap<>();
    private final BitSet reachable;

    /**
     * A thread.
     *
     * @param virtual whether it is a virtual one
     * @param name its name; may be empty
     * @param chunks how many stack chunks it has; 0 for a platform thread
     * @param chunkBytes what they take, with their headers and bitmaps, in bytes
     * @param localBytes what only its thread-locals keep (the maps and what is in them), inheritable ones included, in bytes
     * @param heldBytes what only it keeps, itself, its chunks and its thread-locals included, in bytes
     * @param stack its frames, innermost first, as {@code class.method:line}; null where the dump has none, as before JDK 25
     */
    public record Weighed(
            boolean virtual,
            String name,
            int chunks,
            long chunkBytes,
            long localBytes,
            long heldBytes,
            @Nullable List<String> stack) {}

    private PlainWeights(PlainHprof dump, Map<String, Long> instanceBytes) {
        this.dump = dump;
        this.instanceBytes = instanceBytes;
        for (Collection<Long> all : List.of(dump.things.keySet(), dump.types.keySet())) {
            for (long id : all) {
                numbers.put(id, ids.size());
                ids.add(id);
            }
        }
        references = new int[ids.size()][];
        sizes = new long[ids.size()];
        for (int i = 0; i < references.length; i++) {
            references[i] = numbers(referencesOf(ids.get(i)));
            sizes[i] = shallow(ids.get(i));
        }
        roots = numbers(dump.roots);
        dump.rootsOfThreads.forEach((serial, objects) -> rootsOfThreads.put(
                serial, Arrays.stream(numbers(objects)).distinct().toArray()));
        dump.things.keySet().stream()
                .filter(this::isLiveThread)
                .forEach(id -> threads.put(number(id, THREAD, "tid"), id));
        reachable = walk(Set.of(), -1);
    }

    /**
     * Reads a dump.
     *
     * @param file an hprof, not compressed
     * @param instanceBytes what an instance of a class takes, in bytes, by its name, from the class histogram: classes with
     *     fields that the JVM adds are larger than their declared fields are; empty to reckon all from those
     * @throws IOException if it cannot be read
     */
    public static PlainWeights read(Path file, Map<String, Long> instanceBytes) throws IOException {
        return new PlainWeights(PlainHprof.read(file), instanceBytes);
    }

    /** The threads that have started and not ended, by {@code tid}. */
    public Map<Long, Weighed> threads() {
        Map<Long, Weighed> weighed = new TreeMap<>();
        threads.forEach((tid, id) -> {
            List<Long> chunks = chunks(id);
            weighed.put(
                    tid,
                    new Weighed(
                            className(id).equals(VIRTUAL),
                            text(reference(id, THREAD, "name")),
                            chunks.size(),
                            chunks.stream().mapToLong(this::shallow).sum(),
                            lost(walk(Set.of(), number(id))),
                            heldBytes(Set.of(tid)),
                            dump.stack(id)));
        });
        return Collections.unmodifiableMap(weighed);
    }

    private boolean isLiveThread(long id) {
        if (className(id).equals(VIRTUAL)) {
            long state = number(id, VIRTUAL, "state");
            return state != NEW && state != TERMINATED;
        }
        // The JVM's thread; 0 before the start and after the end.
        return number(id, THREAD, "eetop") != 0;
    }

    /** What the chunks of each thread take, in bytes, by {@code tid}: {@link #threads} without
     * the slow part. */
    public Map<Long, Long> chunkBytes() {
        Map<Long, Long> bytes = new TreeMap<>();
        threads.forEach((tid, id) ->
                bytes.put(tid, chunks(id).stream().mapToLong(this::shallow).sum()));
        return bytes;
    }

    /** What these threads together keep and nothing else does, in bytes. */
    public long heldBytes(Collection<Long> tids) {
        List<Long> without = tids.stream().map(threads::get).toList();
        return lost(walk(without, -1));
    }

    /** How many objects of a class can be reached. */
    public long instances(String className) {
        return reachable.stream()
                .filter(number -> className(ids.get(number)).equals(className))
                .count();
    }

    /** What the objects of a class take that the dump has, in bytes. */
    public long bytes(String className) {
        return dump.things.keySet().stream()
                .filter(id -> className(id).equals(className))
                .mapToLong(this::shallow)
                .sum();
    }

    /** How many objects of a class the dump has. */
    public long dumped(String className) {
        return dump.things.keySet().stream()
                .filter(id -> className(id).equals(className))
                .count();
    }

    private long lost(BitSet stillReachable) {
        BitSet lost = (BitSet) reachable.clone();
        lost.andNot(stillReachable);
        return lost.stream().mapToLong(number -> sizes[number]).sum();
    }

    /**
     * What the roots lead to.
     *
     * @param without threads that are passed over, as objects and as roots
     * @param withoutLocalsOf the number of a thread whose thread-locals are passed over; -1 for none
     */
    private BitSet walk(Collection<Long> without, int withoutLocalsOf) {
        Walk walk = new Walk(references.length);
        without.forEach(thread -> walk.seen.set(number(thread)));
        eachRoot(without, walk::reach);
        int[] locals = withoutLocalsOf < 0 ? new int[0] : localsOf(ids.get(withoutLocalsOf));
        while (walk.left > 0) {
            int next = walk.open[--walk.left];
            for (int to : references[next]) {
                if (next != withoutLocalsOf || Arrays.stream(locals).noneMatch(local -> local == to)) {
                    walk.reach(to);
                }
            }
        }
        without.forEach(thread -> walk.seen.clear(number(thread)));
        return walk.seen;
    }

    /** The objects that were seen, and of them those whose references were not followed yet. */
    private static final class Walk {
        private final BitSet seen;
        private final int[] open;
        private int left;

        private Walk(int objects) {
            seen = new BitSet(objects);
            open = new int[objects];
        }

        private void reach(int number) {
            if (!seen.get(number)) {
                seen.set(number);
                open[left++] = number;
            }
        }
    }

    /** Passes on the objects that are roots, without those that are roots for these threads alone. */
    private void eachRoot(Collection<Long> without, IntConsumer to) {
        Arrays.stream(roots).forEach(to);
        Set<Integer> serials = new HashSet<>();
        dump.threadRoots.forEach((thread, root) -> {
            if (without.contains(thread)) {
                serials.add(root.serial());
            } else {
                to.accept(number(thread));
            }
        });
        rootsOfThreads.forEach((serial, objects) -> {
            if (!serials.contains(serial)) {
                Arrays.stream(objects).forEach(to);
            }
        });
    }

    private int[] localsOf(long thread) {
        return numbers(List.of(
                reference(thread, THREAD, "threadLocals"), reference(thread, THREAD, "inheritableThreadLocals")));
    }

    private int number(long object) {
        return Objects.requireNonNull(numbers.get(object));
    }

    private PlainHprof.Type type(long classId) {
        return Objects.requireNonNull(dump.types.get(classId));
    }

    private PlainHprof.Thing thing(long id) {
        return Objects.requireNonNull(dump.things.get(id));
    }

    private int[] numbers(List<Long> objects) {
        return objects.stream()
                .filter(numbers::containsKey)
                .mapToInt(this::number)
                .toArray();
    }

    /** The chunk of a thread that its frames are in, and those before it. */
    private List<Long> chunks(long thread) {
        List<Long> chunks = new ArrayList<>();
        long continuation = reference(thread, VIRTUAL, "cont");
        long chunk = reference(continuation, "jdk.internal.vm.Continuation", "tail");
        while (chunk != 0 && !chunks.contains(chunk)) {
            chunks.add(chunk);
            chunk = reference(chunk, CHUNK, "parent");
        }
        return chunks;
    }

    private List<Long> referencesOf(long id) {
        PlainHprof.Type type = dump.types.get(id);
        if (type != null) {
            return type.references();
        }
        PlainHprof.Thing thing = thing(id);
        List<Long> to = new ArrayList<>();
        to.add(thing.classId());
        Arrays.stream(thing.elements()).forEach(to::add);
        if (thing.length() < 0) {
            eachField(id, (declaredBy, field, at) -> {
                if (field.type() == OBJECT && !isWeak(declaredBy, field, thing.classId())) {
                    to.add(ByteBuffer.wrap(thing.values()).getLong(at));
                }
            });
        }
        return to;
    }

    private boolean isWeak(String declaredBy, PlainHprof.Field field, long classId) {
        return declaredBy.equals("java.lang.ref.Reference")
                && (field.name().equals("referent") || field.name().equals("discovered"))
                && classChain(classId).stream()
                        .map(dump.classNames::get)
                        .noneMatch(name -> name.equals("java.lang.ref.SoftReference")
                                || name.equals("java.lang.ref.FinalReference"));
    }

    private long shallow(long id) {
        PlainHprof.Thing thing = dump.things.get(id);
        if (thing == null) {
            return 0;
        }
        if (thing.length() >= 0) {
            return aligned(ARRAY_HEADER_BYTES + thing.arrayBytes() + (long) REFERENCE_BYTES * thing.elements().length);
        }
        String name = className(id);
        if (name.equals(CHUNK)) {
            long words = number(id, CHUNK, "size");
            // The stack itself, and a bit for each half word of it: where the references are.
            return CHUNK_BYTES + Long.BYTES * words + Long.BYTES * ((2 * words + Long.SIZE - 1) / Long.SIZE);
        }
        Long known = instanceBytes.get(name);
        return known != null ? known : declaredBytes(thing.classId());
    }

    private long declaredBytes(long classId) {
        long bytes = HEADER_BYTES;
        for (long type : classChain(classId)) {
            for (PlainHprof.Field field : type(type).fields()) {
                bytes += BYTES_OF_TYPE[field.type()];
            }
        }
        return aligned(bytes);
    }

    private static long aligned(long bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** The class of an object; empty for an array of primitives. */
    private String className(long id) {
        PlainHprof.Thing thing = dump.things.get(id);
        return thing == null ? "java.lang.Class" : dump.classNames.getOrDefault(thing.classId(), "");
    }

    private List<Long> classChain(long classId) {
        return classChains.computeIfAbsent(classId, first -> {
            List<Long> chain = new ArrayList<>();
            for (long type = first; type != 0; type = type(type).superId()) {
                chain.add(type);
            }
            return chain;
        });
    }

    private interface Fields {
        void field(String declaredBy, PlainHprof.Field field, int at);
    }

    private void eachField(long id, Fields to) {
        int at = 0;
        for (long type : classChain(thing(id).classId())) {
            for (PlainHprof.Field field : type(type).fields()) {
                to.field(dump.classNames.getOrDefault(type, ""), field, at);
                at += DUMPED_BYTES_OF_TYPE[field.type()];
            }
        }
    }

    /** A field of an object; 0 where there is none. */
    private long number(long id, String declaredBy, String name) {
        long[] found = {0};
        if (dump.things.containsKey(id)) {
            ByteBuffer values = ByteBuffer.wrap(thing(id).values());
            eachField(id, (by, field, at) -> {
                if (by.equals(declaredBy) && field.name().equals(name)) {
                    found[0] = DUMPED_BYTES_OF_TYPE[field.type()] == Integer.BYTES
                            ? values.getInt(at)
                            : DUMPED_BYTES_OF_TYPE[field.type()] == Long.BYTES ? values.getLong(at) : values.get(at);
                }
            });
        }
        return found[0];
    }

    private long reference(long id, String declaredBy, String name) {
        return number(id, declaredBy, name);
    }

    private String text(long string) {
        PlainHprof.Thing characters = dump.things.get(reference(string, "java.lang.String", "value"));
        byte[] bytes = characters == null ? new byte[0] : characters.values();
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
