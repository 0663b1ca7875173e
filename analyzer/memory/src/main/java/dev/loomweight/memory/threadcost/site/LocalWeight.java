package dev.loomweight.memory.threadcost.site;

import dev.loomweight.sample.Dumps.WeighedThreads.Local;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What threads hold by a ThreadLocal, or by several that the program has at one place.
 *
 * @param local which
 * @param threads how many threads hold something by it alone
 * @param bytes what they hold alone, in bytes
 * @param shared what several of them hold together, in bytes
 * @param named which threads
 */
record LocalWeight(Local local, long threads, long bytes, long shared, SiteWeight.Named named) {

    /** What hangs on it and on nothing else, in bytes. */
    long all() {
        return bytes + shared;
    }

    /** The ThreadLocals of a moment, those that hold most first. */
    static List<LocalWeight> of(MomentWeights moment) {
        List<LocalWeight> all = new ArrayList<>();
        for (int i = 0; i < moment.locals().size(); i++) {
            all.add(of(moment, i));
        }
        return all.stream()
                .sorted(Comparator.comparingLong(LocalWeight::all).reversed())
                .toList();
    }

    private static LocalWeight of(MomentWeights moment, int number) {
        SameStack.LocalSum alone = new SameStack.LocalSum(0, 0);
        Set<SameStack.Key> keys = new HashSet<>();
        for (SameStack standing : moment.standing().values()) {
            SameStack.LocalSum sum = standing.locals().get(number);
            if (sum != null) {
                alone = alone.plus(sum);
                keys.add(standing.key());
            }
        }
        long shared = 0;
        for (MomentWeights.Shared one : moment.shared()) {
            if (one.local() == number) {
                shared += one.bytes();
                keys.addAll(one.among());
            }
        }
        return new LocalWeight(
                moment.locals().get(number), alone.threads(), alone.bytes(), shared, Sites.named(keys, moment));
    }
}
