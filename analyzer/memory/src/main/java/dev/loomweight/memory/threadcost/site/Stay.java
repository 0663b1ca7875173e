package dev.loomweight.memory.threadcost.site;

import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.memory.reconcile.StandingThreads;
import dev.loomweight.sample.StackTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long the threads of a site have been there, by their ids in the dumps of several moments.
 *
 * @param stayed how many of those of the last moment were there at the moment before, too, wherever they stood
 * @param earlier how many stood at the site at the moment before
 * @param remained how many of these have not ended since, wherever they stand
 * @param apart the time between both moments, or null where it is not known
 * @param half for how long half of those of the last moment have been seen, at least, or null where that is not known
 * @param oldest for how long the oldest of them has been seen, at least, or null where that is not known
 */
record Stay(
        long stayed,
        long earlier,
        long remained,
        @Nullable Duration apart,
        @Nullable Duration half,
        @Nullable Duration oldest) {

    /** Those of the threads of sites at the last of some moments, in the order of the sites; empty without ids of threads. */
    static List<Stay> of(List<SiteWeight> sites, List<MomentWeights> moments) {
        MomentWeights last = moments.getLast();
        MomentWeights before = moments.get(moments.size() - 2);
        StandingThreads now = last.byId();
        StandingThreads then = before.byId();
        if (now == null || then == null) {
            return List.of();
        }
        Places places = new Places();
        List<Counts> all = new ArrayList<>();
        for (SiteWeight site : sites) {
            Counts counts = new Counts(moments.size());
            site.keys().forEach(key -> places.byLines.put(key.stack(), counts));
            all.add(counts);
        }
        now.forEach((id, stack) -> {
            Counts counts = places.of(stack);
            if (counts != null) {
                counts.firstSeen[firstSeen(id, moments)]++;
                counts.stayed += then.stackOf(id) == null ? 0 : 1;
            }
        });
        then.forEach((id, stack) -> {
            Counts counts = places.of(stack);
            if (counts != null) {
                counts.earlier++;
                counts.remained += now.stackOf(id) == null ? 0 : 1;
            }
        });
        return all.stream().map(counts -> counts.stay(moments)).toList();
    }

    /** Ids are not given again: the number of the first moment that has a thread. */
    private static int firstSeen(long id, List<MomentWeights> moments) {
        int first = 0;
        while (first < moments.size() - 1 && !has(moments.get(first), id)) {
            first++;
        }
        return first;
    }

    private static boolean has(MomentWeights moment, long id) {
        StandingThreads threads = moment.byId();
        return threads != null && threads.stackOf(id) != null;
    }

    /** The sites by stacks, which are different of virtual and of platform threads. */
    private static final class Places {
        private final Map<StackLines, Counts> byLines = new HashMap<>();
        private final IdentityHashMap<StackTrace, Optional<Counts>> known = new IdentityHashMap<>();

        private @Nullable Counts of(StackTrace stack) {
            return known.computeIfAbsent(stack, any -> Optional.ofNullable(byLines.get(new StackLines(any))))
                    .orElse(null);
        }
    }

    private static final class Counts {
        // By the number of the moment.
        private final long[] firstSeen;
        private long stayed;
        private long earlier;
        private long remained;

        private Counts(int moments) {
            this.firstSeen = new long[moments];
        }

        private Stay stay(List<MomentWeights> moments) {
            int last = moments.size() - 1;
            return new Stay(
                    stayed,
                    earlier,
                    remained,
                    between(moments.get(last - 1), moments.get(last)),
                    seen(moments, (Arrays.stream(firstSeen).sum() + 1) / 2),
                    seen(moments, 1));
        }

        /** For how long so many of them have been seen. */
        private @Nullable Duration seen(List<MomentWeights> moments, long threads) {
            long seen = 0;
            for (int i = 0; i < firstSeen.length; i++) {
                seen += firstSeen[i];
                if (seen >= threads && seen > 0) {
                    return between(moments.get(i), moments.getLast());
                }
            }
            return null;
        }
    }

    private static @Nullable Duration between(MomentWeights one, MomentWeights other) {
        return one.time() == null || other.time() == null ? null : Duration.between(one.time(), other.time());
    }
}
