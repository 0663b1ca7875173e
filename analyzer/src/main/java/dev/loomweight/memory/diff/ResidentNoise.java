package dev.loomweight.memory.diff;

import java.util.List;
import java.util.OptionalLong;

/** How far resident memory moves by itself, so that a difference can be told from it. */
final class ResidentNoise {

    /** Two snapshots are a beginning and an end; from three on, they are a repetition. */
    private static final int REPEATED = 3;

    private ResidentNoise() {}

    /**
     * The widest range of resident memory within either side, its first snapshot left out, which is mostly taken before
     * there is load.
     *
     * @return in bytes; empty where a side has fewer than three snapshots that tell it
     */
    static OptionalLong of(List<MemoryState> before, List<MemoryState> after) {
        OptionalLong one = range(before);
        OptionalLong other = range(after);
        return one.isEmpty() || other.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(one.getAsLong(), other.getAsLong()));
    }

    private static OptionalLong range(List<MemoryState> states) {
        long[] resident = states.stream()
                .mapToLong(MemoryState::residentBytes)
                .filter(bytes -> bytes >= 0)
                .toArray();
        if (resident.length < REPEATED) {
            return OptionalLong.empty();
        }
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int i = 1; i < resident.length; i++) {
            least = Math.min(least, resident[i]);
            most = Math.max(most, resident[i]);
        }
        return OptionalLong.of(most - least);
    }
}
