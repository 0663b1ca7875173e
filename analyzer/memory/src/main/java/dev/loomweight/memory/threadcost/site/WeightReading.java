package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.memory.Account;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of processes weigh, by where they stand.
 *
 * @param processes those with threads, in the order of their names
 */
public record WeightReading(List<OfProcess> processes) {

    private static final double MIN_LOCAL_SHARE = 0.1;

    public WeightReading {
        processes = List.copyOf(processes);
    }

    /**
     * The heaviest places at which virtual threads stand, each with all of its lines.
     *
     * @param most how many of each process
     * @return what they weigh, at most, in bytes; of several processes with the same place the most
     */
    public Map<Account, Long> heaviest(int most) {
        Map<Account, Long> heaviest = new TreeMap<>();
        for (OfProcess process : processes) {
            Map<Account, Long> places = new TreeMap<>();
            process.of(true).stream().filter(SiteWeight::isWeighed).forEach(site -> {
                CodePlace place = site.common().place();
                if (place != null) {
                    String source = process.evidence().weighed() ? "heap dump" : "thread dump, at most";
                    places.merge(Account.threadsAt(place.method(), source), site.most(), Long::sum);
                }
            });
            places.entrySet().stream()
                    .sorted(Map.Entry.<Account, Long>comparingByValue().reversed())
                    .limit(most)
                    .forEach(place -> heaviest.merge(place.getKey(), place.getValue(), Math::max));
        }
        return heaviest;
    }

    /**
     * One process, at its last moment.
     *
     * @param name its name
     * @param time when that was, or null where it is not known
     * @param ofLab whether it is a program of the lab, of whose threads many are no leak
     * @param evidence what its inputs have of it
     * @param sites the sites, the heaviest first
     * @param locals what threads hold by ThreadLocals, the most first; empty without a heap dump
     * @param between what threads of several sites share, in bytes
     * @param sums what of virtual threads is in the heap
     * @param mallocEach what malloc for a platform thread is, the mean of all, in bytes; -1 where it is not known
     */
    record OfProcess(
            String name,
            @Nullable Instant time,
            boolean ofLab,
            Evidence evidence,
            List<SiteWeight> sites,
            List<LocalWeight> locals,
            long between,
            HeapSums sums,
            long mallocEach) {

        OfProcess {
            sites = List.copyOf(sites);
            locals = List.copyOf(locals);
        }

        /**
         * What inputs have of the threads of a process.
         *
         * @param moments how many moments have threads
         * @param weighed whether a heap dump has what each thread weighs; else stacks are estimated
         * @param chunksSeen of how many virtual threads the size of a stack chunk was recorded
         * @param unseen how many virtual threads have no stack in the heap dump, so that what it holds is not known
         */
        record Evidence(int moments, boolean weighed, long chunksSeen, long unseen) {}

        /** The sites of virtual threads, or those of platform threads. */
        List<SiteWeight> of(boolean virtual) {
            return sites.stream()
                    .filter(site -> site.common().virtual() == virtual)
                    .toList();
        }

        /** The ThreadLocal that holds most, where that is much of what all threads weigh; else nothing. */
        Optional<LocalWeight> heavyLocal() {
            long all = between + sites.stream().mapToLong(SiteWeight::most).sum();
            return locals.stream().findFirst().filter(local -> local.all() >= MIN_LOCAL_SHARE * all);
        }

        /** What all sites of virtual threads are together, as far as it is known. */
        Weight virtual() {
            return of(true).stream().map(SiteWeight::weight).reduce(Weight.NONE, Weight::plus);
        }
    }
}
