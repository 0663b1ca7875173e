package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Sum;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.input.folded.UnitHead.Chunk;
import dev.loomweight.memory.Account;
import dev.loomweight.pinning.SiteKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The figures of one label set as they are written: {@link GroupSums} of plain values, all sorted, without what is 0. What
 * is not possible is refused, so that no damaged file becomes figures.
 *
 * @param labels what they are of
 * @param counters by what they count
 * @param thresholdNanos as {@link GroupSums#thresholdNanos}
 * @param firstNanos as {@link GroupSums#firstNanos}
 * @param lastNanos as {@link GroupSums#lastNanos}
 * @param jdks as {@link GroupSums#jdks}
 * @param examples as {@link GroupSums#examples}
 * @param copies as {@link GroupSums#copies}
 * @param chunks as {@link GroupSums#chunks}
 * @param kind as {@link GroupSums#kind}
 * @param sites pins by site
 * @param memory peaks by kind of memory
 * @param limits numbers of recordings, by limit in bytes
 * @param ofLimit as {@link GroupSums#ofLimit}
 * @param hours as {@link GroupSums#hours}
 * @param faults as {@link GroupSums#faults}
 */
record SumsRow(
        Map<String, String> labels,
        Map<Counter, Long> counters,
        long thresholdNanos,
        long firstNanos,
        long lastNanos,
        List<String> jdks,
        List<String> examples,
        List<String> copies,
        List<Chunk> chunks,
        Kind kind,
        List<Site> sites,
        List<Peak> memory,
        Map<Long, Long> limits,
        Amounts ofLimit,
        Map<Long, Hour> hours,
        Map<String, FaultCount> faults) {

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if such figures cannot be
     * @throws NullPointerException if one is missing
     */
    SumsRow {
        labels = Labels.of(labels).values();
        jdks = List.copyOf(jdks);
        examples = List.copyOf(examples);
        copies = List.copyOf(copies);
        chunks = List.copyOf(chunks);
        Objects.requireNonNull(kind);
        sites = List.copyOf(sites);
        memory = List.copyOf(memory);
        Objects.requireNonNull(ofLimit);
        counters.values().forEach(SumsRow::notNegative);
        notNegative(thresholdNanos);
        limits.forEach((bytes, recordings) -> {
            notNegative(bytes);
            notNegative(recordings);
        });
        hours.values().forEach(hour -> {
            notNegative(hour.recordedNanos());
            notNegative(hour.pinnedNanos());
            notNegative(hour.residentBytes());
            notNegative(hour.ofLimitThousandths());
        });
        faults.forEach((id, count) -> {
            Objects.requireNonNull(id);
            notNegative(count.certain());
            notNegative(count.possible());
        });
    }

    /**
     * Pins of one site.
     *
     * @param key the site
     * @param sum how many, and how long
     * @param recordings in how many recordings
     * @param own as {@link SiteSums#own}
     * @param causeIds as {@link SiteSums#causeIds}
     * @param causes as {@link SiteSums#causes}
     * @param solution as {@link SiteSums#solution}
     */
    record Site(
            SiteKey key,
            Sum sum,
            long recordings,
            boolean own,
            List<String> causeIds,
            List<String> causes,
            String solution) {

        /**
         * Checks them.
         *
         * @throws IllegalArgumentException if a number is negative
         * @throws NullPointerException if one is missing
         */
        Site {
            Objects.requireNonNull(key.name());
            Objects.requireNonNull(key.holder());
            Objects.requireNonNull(key.blocker());
            Objects.requireNonNull(solution);
            causeIds = List.copyOf(causeIds);
            causes = List.copyOf(causes);
            notNegative(sum.count());
            notNegative(sum.nanos());
            notNegative(sum.maxNanos());
            notNegative(recordings);
        }
    }

    /**
     * Peaks of one kind of memory.
     *
     * @param memory the kind
     * @param peaks one of each recording, in bytes
     */
    record Peak(Account memory, Amounts peaks) {

        /**
         * Checks them.
         *
         * @throws NullPointerException if one is missing
         */
        Peak {
            Objects.requireNonNull(memory.category());
            Objects.requireNonNull(memory.source());
            Objects.requireNonNull(peaks);
        }
    }

    /**
     * A {@link Distribution}.
     *
     * @param counts by the number of the bucket
     * @param max the largest
     */
    record Amounts(Map<Integer, Long> counts, long max) {

        /**
         * Checks them.
         *
         * @throws IllegalArgumentException if there is no such bucket, or a number is negative
         * @throws NullPointerException if one is missing
         */
        Amounts {
            counts.forEach((bucket, count) -> {
                if (bucket < 0 || bucket > Distribution.LAST_BUCKET) {
                    throw new IllegalArgumentException("no bucket " + bucket);
                }
                notNegative(count);
            });
            notNegative(max);
        }

        private static Amounts of(Distribution distribution) {
            return new Amounts(distribution.buckets(), distribution.max());
        }

        private void addTo(Distribution distribution) {
            distribution.restore(counts, max);
        }
    }

    private static void notNegative(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative: " + number);
        }
    }

    static SumsRow of(Labels labels, GroupSums group) {
        Map<Counter, Long> counters = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            // Nothing is the same whether it was added or not.
            if (group.get(counter) != 0) {
                counters.put(counter, group.get(counter));
            }
        }
        return new SumsRow(
                labels.values(),
                counters,
                group.thresholdNanos(),
                group.firstNanos(),
                group.lastNanos(),
                List.copyOf(group.jdks()),
                List.copyOf(group.examples()),
                List.copyOf(group.copies()),
                List.copyOf(group.chunks()),
                group.kind(),
                group.sites().entrySet().stream()
                        .map(entry -> site(entry.getKey(), entry.getValue()))
                        .toList(),
                group.memory().entrySet().stream()
                        .map(entry -> new Peak(entry.getKey(), Amounts.of(entry.getValue())))
                        .toList(),
                group.limits(),
                Amounts.of(group.ofLimit()),
                group.hours(),
                group.faults());
    }

    private static Site site(SiteKey key, SiteSums site) {
        return new Site(
                key,
                site.sum(),
                site.recordings(),
                site.own(),
                List.copyOf(site.causeIds()),
                List.copyOf(site.causes()),
                site.solution());
    }

    void addTo(FleetSums sums) {
        GroupSums group = sums.group(Labels.of(new TreeMap<>(labels)));
        counters.forEach(group::count);
        group.threshold(thresholdNanos);
        group.span(firstNanos, lastNanos);
        group.jdks().addAll(jdks);
        examples.forEach(group::example);
        copies.forEach(group::copy);
        if (labels.containsKey(Labels.RECORDING)) {
            group.read(chunks, kind);
        }
        for (Site each : sites) {
            SiteSums site = group.site(each.key);
            site.add(each.sum, each.recordings, each.own);
            site.addCauses(each.causeIds, each.causes);
            site.addSolution(each.solution);
        }
        memory.forEach(peak -> peak.peaks.addTo(group.memory(peak.memory)));
        limits.forEach(group::limit);
        ofLimit.addTo(group.ofLimit());
        hours.forEach(group::hour);
        faults.forEach(group::fault);
    }
}
