package dev.loomweight.fleet;

import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.input.folded.Copies.Held;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Sums of recordings that were read one by one, until all are and it is known which of them count. Each is held as bytes,
 * one or two kilobytes for some sites. Safe for use by several threads while they add.
 */
public final class HeldSums {

    private final byte[][] sums;
    // By name: what is known of them, read or not.
    private final Map<String, Held> known = new LinkedHashMap<>();
    private final IntFunction<String> names;
    private final Map<String, Set<Chunk>> readWithout = new LinkedHashMap<>();

    /**
     * Sums of nothing yet.
     *
     * @param count how many will be read
     * @param names the name of each
     * @param known what is known of them before, and of those that need not be read
     */
    public HeldSums(int count, IntFunction<String> names, Collection<Held> known) {
        this.sums = new byte[count][];
        this.names = names;
        known.forEach(held -> this.known.put(held.name(), held));
    }

    /**
     * Adds one, in the place of what was read of it before.
     *
     * @param number its place
     * @param read its sums, by the names of its recordings
     * @param without what was not read of it
     */
    public void add(int number, FleetSums read, Set<Chunk> without) {
        byte[] bytes = FleetBytes.write(read);
        synchronized (this) {
            sums[number] = bytes;
            readWithout.put(names.apply(number), without);
            // Of what was not read completely, that is known already.
            read.held().forEach(held -> known.putIfAbsent(held.name(), held));
        }
    }

    /**
     * What they have in common.
     *
     * @param labelled gives each the labels that are known of it from outside
     */
    public synchronized Copies copies(UnaryOperator<Held> labelled) {
        return Copies.among(known.values().stream().map(labelled).toList());
    }

    /** The places of those of which other chunks are to be read than were. */
    public synchronized List<Integer> toReadAgain(Copies copies) {
        return IntStream.range(0, sums.length)
                .boxed()
                .filter(number -> {
                    String name = names.apply(number);
                    return !copies.isLeftOut(name)
                            && !copies.shared(name).equals(readWithout.getOrDefault(name, Set.of()));
                })
                .toList();
    }

    /**
     * Adds those that count to others, one after another.
     *
     * @param labelled gives what was read under a name other labels
     */
    public synchronized void addTo(FleetSums all, Copies copies, BiFunction<String, FleetSums, FleetSums> labelled) {
        for (int i = 0; i < sums.length; i++) {
            all.addAll(labelled.apply(
                    names.apply(i), FleetBytes.read(sums[i], "sums").counted(copies)));
        }
    }
}
