package dev.loomweight.memory.threadcost.site;

import java.util.ArrayList;
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
        List<Stay> stays = Stay.of(sites, moments);
        List<SiteWeight> grown = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            SiteWeight site = sites.get(i);
            grown.add(
                    isCounted(site, moments.getFirst())
                            ? site.with(grown(site, moments.getFirst(), stays.isEmpty() ? null : stays.get(i)))
                            : site);
        }
        return grown;
    }

    /** A thread dump lacks threads without Java frames, which a heap dump has. */
    private static boolean isCounted(SiteWeight site, MomentWeights first) {
        return first.weighed()
                || site.keys().stream()
                        .noneMatch(key -> key.stack().stack().frames().isEmpty());
    }

    private static SiteGrowth grown(SiteWeight site, MomentWeights first, @Nullable Stay stay) {
        Weight before = at(site, first);
        Weight now = site.weight();
        long threads = now.threads() - before.threads();
        if (before.isComparableWith(now)) {
            return new SiteGrowth(
                    first.time(),
                    before.threads(),
                    threads,
                    now.least() - before.least(),
                    now.most() - before.most(),
                    true,
                    stay);
        }
        // What was there before weighed between the least and the most of one that is there now.
        long least = share(site.weight().least(), threads, now.threads());
        long most = share(site.weight().most(), threads, now.threads());
        return new SiteGrowth(
                first.time(), before.threads(), threads, Math.min(least, most), Math.max(least, most), false, stay);
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
}
