package dev.loomweight.input.recording.reader.chunk;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The positions of the constants of a chunk, by type and number. They are in checkpoints, many per chunk, and can be
 * written again: the first counts.
 */
final class Pools {

    /** The number of the event that is a checkpoint. */
    static final long CHECKPOINT = 1;

    private static final int SMALLEST = 1 << 12;
    private static final int MOST = 1 << 16;

    private final Metadata metadata;
    // By the number of the class: the JVM's are in the low thousands; damage can give any.
    private @Nullable Pool[] low = new @Nullable Pool[SMALLEST];
    private final Map<Long, Pool> high = new HashMap<>();

    /** The constants of one class. */
    private static final class Pool {
        final Skip skip;
        final @Nullable LongTable positions;

        Pool(Skip skip, boolean wanted) {
            this.skip = skip;
            this.positions = wanted ? new LongTable() : null;
        }
    }

    /**
     * @param metadata of the chunk
     * @param wanted the wanted event types; constants that none of them refers to are skipped
     */
    Pools(Metadata metadata, Iterable<ClassDef> wanted) {
        this.metadata = metadata;
        Set<ClassDef> reached = new HashSet<>();
        for (ClassDef type : wanted) {
            reach(type, reached);
        }
        for (ClassDef type : reached) {
            Skip skip = metadata.skip(type.id());
            if (skip != null) {
                put(type.id(), new Pool(skip, true));
            }
        }
    }

    private @Nullable Pool pool(long type) {
        if (type >= 0 && type < low.length) {
            return low[(int) type];
        }
        return high.isEmpty() ? null : high.get(type);
    }

    private void put(long type, Pool pool) {
        if (type < 0 || type >= MOST) {
            high.put(type, pool);
            return;
        }
        if (type >= low.length) {
            low = Arrays.copyOf(low, MOST);
        }
        low[(int) type] = pool;
    }

    private static void reach(ClassDef type, Set<ClassDef> reached) {
        if (reached.add(type)) {
            type.fields().forEach(field -> reach(field.type(), reached));
        }
    }

    /**
     * Adds the constants of one checkpoint. Checkpoints must come in the order of the chunk.
     *
     * @param in after the checkpoint's head, at the number of its pools; left at its end
     * @param end where it ends, in bytes from the chunk's beginning
     * @throws IndexOutOfBoundsException if it contradicts itself; constants before the contradiction are added
     */
    void add(ChunkInput in, long end) {
        int count = in.readInt();
        if (count < 0) {
            throw new IndexOutOfBoundsException("a count of " + count + " pools");
        }
        for (int left = count; left > 0; left--) {
            in.settle();
            long type = in.readLong();
            Pool pool = pool(type);
            if (pool == null) {
                Skip skip = metadata.skip(type);
                if (skip == null) {
                    throw new IndexOutOfBoundsException("constants of a class " + type + " that is not known");
                }
                pool = new Pool(skip, false);
                put(type, pool);
            }
            addAll(in, pool, end);
        }
        if (in.position() != end) {
            throw new IndexOutOfBoundsException("a checkpoint that ends at " + in.position() + " and not at " + end);
        }
    }

    private static void addAll(ChunkInput in, Pool pool, long end) {
        LongTable positions = pool.positions;
        int count = in.readInt();
        if (count < 0) {
            throw new IndexOutOfBoundsException("a count of " + count + " constants");
        }
        for (int left = count; left > 0; left--) {
            in.settle();
            long id = in.readLong();
            long position = in.position();
            pool.skip.pass(in);
            // Checkpoints do not overlap: however damaged the chunk is, no byte is read twice.
            if (in.position() > end) {
                throw new IndexOutOfBoundsException("a constant that ends after its checkpoint, at " + in.position());
            }
            if (positions != null) {
                positions.putIfAbsent(id, position);
            }
        }
    }

    /** The position of a constant, or 0 if the chunk has none of that number. */
    long position(ClassDef type, long id) {
        Pool pool = pool(type.id());
        return pool == null || pool.positions == null ? 0 : pool.positions.get(id);
    }
}
