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
final class ConstantPools {

    /** The number of the event that is a checkpoint. */
    static final long CHECKPOINT = 1;

    // A place is a position in the lower bits, up to a chunk of a TB, and a length.
    private static final int POSITION_BITS = 40;
    private static final long POSITIONS = (1L << POSITION_BITS) - 1;
    private static final long LONGEST = (1L << 23) - 1;
    private static final int SMALLEST = 1 << 12;
    private static final int MAX_POOLS = 1 << 16;

    private final Metadata metadata;
    // By the number of the class: the JVM's are in the low thousands; damage can give any.
    private @Nullable Pool[] low = new @Nullable Pool[SMALLEST];
    private final Map<Long, Pool> high = new HashMap<>();

    // The threads of which the number is all there is to know; null where each is placed, as others are.
    private @Nullable PlainThreads plain;

    /** The constants of one class. */
    private static final class Pool {
        final Skip skip;
        final @Nullable LongTable positions;

        Pool(Skip skip, @Nullable LongTable positions) {
            this.skip = skip;
            this.positions = positions;
        }
    }

    private record PlainThreads(ThreadShape shape, NumberSet numbers) {}

    /** The tables of one chunk, for the next one that the same thread reads: they have grown to what chunks need. */
    static final class Tables {
        private final Map<String, LongTable> byType = new HashMap<>();
        private final NumberSet plain = new NumberSet();

        private LongTable of(ClassDef type) {
            LongTable table = byType.computeIfAbsent(type.name(), key -> new LongTable());
            table.clear();
            return table;
        }
    }

    /**
     * @param metadata of the chunk
     * @param wanted the wanted event types; constants that none of them refers to are skipped
     * @param tables of a chunk that is not read any more
     */
    ConstantPools(Metadata metadata, Iterable<ClassDef> wanted, Tables tables) {
        this.metadata = metadata;
        Set<ClassDef> reached = new HashSet<>();
        for (ClassDef type : wanted) {
            reach(type, reached);
        }
        for (ClassDef type : reached) {
            Skip skip = metadata.skip(type.id());
            if (skip != null) {
                put(type.id(), new Pool(skip, tables.of(type)));
                if (type.name().equals(ThreadShape.CLASS)) {
                    ThreadShape shape = new ThreadShape(metadata.layout(type));
                    tables.plain.clear();
                    plain = shape.isUsual() ? new PlainThreads(shape, tables.plain) : null;
                }
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
        if (type < 0 || type >= MAX_POOLS) {
            high.put(type, pool);
            return;
        }
        if (type >= low.length) {
            low = Arrays.copyOf(low, MAX_POOLS);
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
                pool = new Pool(skip, null);
                put(type, pool);
            }
            PlainThreads threads = plain;
            if (threads != null && type == threads.shape.type().id() && pool.positions != null) {
                addThreads(in, pool.skip, pool.positions, threads, end);
            } else {
                addAll(in, pool, end);
            }
        }
        if (in.position() != end) {
            throw new IndexOutOfBoundsException("a checkpoint that ends at " + in.position() + " and not at " + end);
        }
    }

    private static int count(ChunkInput in) {
        int count = in.readInt();
        if (count < 0) {
            throw new IndexOutOfBoundsException("a count of " + count + " constants");
        }
        return count;
    }

    private static void addThreads(ChunkInput in, Skip skip, LongTable positions, PlainThreads threads, long end) {
        for (int left = count(in); left > 0; left--) {
            in.settle();
            long id = in.readLong();
            long position = in.position();
            boolean plain = threads.shape.passPlain(in, id);
            if (!plain) {
                skip.pass(in);
            }
            if (in.position() > end) {
                throw new IndexOutOfBoundsException("a thread that ends after its checkpoint, at " + in.position());
            }
            // The first of a number counts.
            if (!plain) {
                if (!threads.numbers.contains(id)) {
                    positions.putIfAbsent(id, place(position, in.position()));
                }
            } else if (positions.get(id) == 0) {
                threads.numbers.add(id);
            }
        }
    }

    private static long place(long position, long end) {
        return Math.min(end - position, LONGEST) << POSITION_BITS | position;
    }

    private static void addAll(ChunkInput in, Pool pool, long end) {
        LongTable positions = pool.positions;
        for (int left = count(in); left > 0; left--) {
            in.settle();
            long id = in.readLong();
            long position = in.position();
            pool.skip.pass(in);
            long next = in.position();
            // Checkpoints do not overlap: however damaged the chunk is, no byte is read twice.
            if (next > end) {
                throw new IndexOutOfBoundsException("a constant that ends after its checkpoint, at " + in.position());
            }
            if (positions != null) {
                positions.putIfAbsent(id, place(position, next));
            }
        }
    }

    /**
     * Whether a constant is a virtual thread without a name, of which the number is all there is to know: it has no place,
     * until {@link #placeThreads}.
     */
    boolean isPlainThread(ClassDef type, long id) {
        PlainThreads threads = plain;
        return threads != null && type.id() == threads.shape.type().id() && threads.numbers.contains(id);
    }

    /** From now on each thread gets a place; those of checkpoints that were added get it when they are added once more. */
    void placeThreads() {
        plain = null;
    }

    /**
     * Where a constant is, or 0 if the chunk has none of that number: for {@link #position} and {@link #length}.
     */
    long place(ClassDef type, long id) {
        Pool pool = pool(type.id());
        return pool == null || pool.positions == null ? 0 : pool.positions.get(id);
    }

    /** Where the constant of a place begins, in bytes from the chunk's beginning; 0 for none. */
    static long position(long place) {
        return place & POSITIONS;
    }

    /** How long the constant of a place is, in bytes; 0 where it is too long to be known. */
    static int length(long place) {
        long length = place >>> POSITION_BITS;
        return length == LONGEST ? 0 : (int) length;
    }

    /** Numbers of which many follow each other: 64 of them take one entry, a bit each. */
    private static final class NumberSet {

        private static final int BITS = 6;

        private final LongTable words = new LongTable();
        // That of the number that was added last is not in the table yet.
        private long latestKey = -1;
        private long latest;

        void add(long number) {
            long key = number >>> BITS;
            if (key != latestKey) {
                settle();
                latestKey = key;
                latest = words.get(key);
            }
            latest |= 1L << number;
        }

        boolean contains(long number) {
            long key = number >>> BITS;
            long word = key == latestKey ? latest : words.get(key);
            return (word & 1L << number) != 0;
        }

        /** Removes all; what they took is kept for as many. */
        void clear() {
            words.clear();
            latestKey = -1;
            latest = 0;
        }

        private void settle() {
            if (latest != 0) {
                words.put(latestKey, latest);
            }
        }
    }
}
