package dev.loomweight.input.folded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which inputs have which chunks, found by when these were begun: there can be tens of thousands.
 *
 * @param <H> an input
 */
public final class ChunkHolders<H> {

    private final Map<Chunk.Moment, List<Map.Entry<Chunk, H>>> byStart = new HashMap<>();

    /** None yet. */
    public ChunkHolders() {}

    /** Adds the chunks of an input. */
    public void add(Iterable<Chunk> chunks, H holder) {
        chunks.forEach(chunk -> byStart.computeIfAbsent(chunk.start(), start -> new ArrayList<>(1))
                .add(Map.entry(chunk, holder)));
    }

    private Stream<Map.Entry<Chunk, H>> around(Chunk chunk) {
        return byStart.getOrDefault(chunk.start(), List.of()).stream();
    }

    /** Those with chunks of the same start as one of these, each once, in the order of these. */
    public List<H> of(List<Chunk> chunks) {
        return chunks.stream()
                .flatMap(this::around)
                .map(Map.Entry::getValue)
                .distinct()
                .toList();
    }

    /** The first that was added of those that have a chunk or a later state of it. */
    public @Nullable H first(Chunk chunk) {
        return first(chunk, (other, holder) -> chunk.isWithin(other));
    }

    /** The first that was added of those with a chunk of the same start for which that holds. */
    public @Nullable H first(Chunk chunk, BiPredicate<Chunk, H> is) {
        for (Map.Entry<Chunk, H> other : byStart.getOrDefault(chunk.start(), List.of())) {
            if (is.test(other.getKey(), other.getValue())) {
                return other.getValue();
            }
        }
        return null;
    }

    /** Whether they have all that was folded. */
    public boolean haveAllOf(UnitHead head) {
        return head.isWithin(head.chunks().stream()
                .flatMap(this::around)
                .map(Map.Entry::getKey)
                .toList());
    }
}
