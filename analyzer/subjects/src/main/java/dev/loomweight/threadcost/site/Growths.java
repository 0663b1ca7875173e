package dev.loomweight.threadcost.site;

import dev.loomweight.memory.reconcile.StandingThreads;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.stacks.StackLines;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the sites of the last moment grew since the first. */
final class Growths {

    private Growths() {}

    /** The same sites with their growth; without where there is one moment alone. */
    static List<SiteWeight> over(List<SiteWeight> sites, List<MomentWeights> moments) {
        if (moments.size() < 2) {
            return sites;
        }
        return sites.stream().map(site -> site.with(grown(site, moments))).toList();
    }

    private static Grown grown(SiteWeight site, List<MomentWeights> moments) {
        MomentWeights first = moments.getFirst();
        Weight before = at(site, first);
        Weight now = site.weight();
        long threads = now.threads() - before.threads();
        long stayed = stayed(site, moments);
        if (before.isMeasured() && now.isMeasured()) {
            long bytes = now.least() - before.least();
            return new Grown(first.time(), before.threads(), threads, bytes, bytes, stayed);
        }
        // What was there before weighed between the least and the most of one that is there now.
        long least = share(site.weight().least(), threads, now.threads());
        long most = share(site.weight().most(), threads, now.threads());
        return new Grown(first.time(), before.threads(), threads, Math.min(least, most), Math.max(least, most), stayed);
    }

    private static long share(long bytes, long part, long whole) {
        return whole == 0 ? 0 : Math.round((double) bytes * part / whole);
    }

    private static Weight at(SiteWeight site, MomentWeights moment) {
        return site.keys().stream()
                .map(moment.standing()::get)
                .filter(Objects::nonNull)
                .map(SameStack::weight)
                .reduce(Weight.NONE, Weight::plus);
    }

    /** How many of the threads of the last moment were at the moment before it already, wherever they stood. */
    private static long stayed(SiteWeight site, List<MomentWeights> moments) {
        @Nullable StandingThreads now = moments.getLast().byId();
        @Nullable StandingThreads before = moments.get(moments.size() - 2).byId();
        IdentityHashMap<StackTrace, Boolean> known = new IdentityHashMap<>();
        return now == null || before == null
                ? -1
                : now.sameAsIn(
                        before,
                        stack -> known.computeIfAbsent(
                                stack,
                                any -> site.keys().contains(new SameStack.Key(new StackLines(any), site.virtual()))));
    }
}
