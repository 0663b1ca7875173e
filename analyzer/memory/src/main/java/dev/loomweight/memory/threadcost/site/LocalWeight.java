package dev.loomweight.memory.threadcost.site;

import dev.loomweight.sample.Dumps.WeighedThreads.Local;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What threads hold by a ThreadLocal, or by several that the program has at one place.
 *
 * @param local which
 * @param threads how many threads have a value
 * @param bytes what they hold alone, in bytes
 * @param shared what several of them hold together, in bytes
 * @param names the names of the threads, see {@link SiteWeight#words}
 */
record LocalWeight(Local local, long threads, long bytes, long shared, List<String> names) {

    LocalWeight {
        names = List.copyOf(names);
    }

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
        SameStack.LocalSum alone = new SameStack.LocalSum();
        moment.standing().values().stream()
                .map(standing -> standing.locals().get(number))
                .filter(Objects::nonNull)
                .forEach(alone::add);
        long shared = moment.shared().stream()
                .filter(one -> one.local() == number)
                .mapToLong(MomentWeights.Shared::bytes)
                .sum();
        return new LocalWeight(
                moment.locals().get(number), alone.threads(), alone.bytes(), shared, SiteWeight.sorted(alone.names()));
    }
}
