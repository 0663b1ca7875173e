package dev.loomweight.memory.growth;

import dev.loomweight.fold.Fold.Results;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A process of which snapshots are taken, a minute apart where nothing else is said. */
final class GrowingProcess {

    static final long MB = 1 << 20;

    private final Results all = Observations.FOLD.empty();
    private final String name;
    private int moments;

    GrowingProcess() {
        this("app");
    }

    GrowingProcess(String name) {
        this.name = name;
    }

    GrowingProcess snapshot(Sample... samples) {
        return snapshotAt(Instant.ofEpochSecond(60L * moments), samples);
    }

    GrowingProcess snapshotAt(@Nullable Instant time, Sample... samples) {
        String file = "s" + moments + ".txt";
        add(new Origin(name, new Origin.SnapshotId(moments, "s" + moments, time), file, Instrument.NMT), samples);
        moments++;
        return this;
    }

    /** What is in no snapshot: events, or the manifest of a capture. */
    GrowingProcess loose(Sample... samples) {
        add(new Origin(name, null, name + ".jfr", Instrument.JFR), samples);
        return this;
    }

    private void add(Origin origin, Sample... samples) {
        for (Sample sample : samples) {
            Observations.FOLD.add(all, origin, sample);
        }
    }

    /** What was gathered of all samples. */
    Results results() {
        return all;
    }

    /** The figures of one snapshot. */
    static MemoryMoment moment(Sample... samples) {
        return new GrowingProcess()
                .snapshot(samples)
                .observations()
                .processes()
                .getFirst()
                .moments()
                .getLast();
    }

    Observations observations() {
        return Observations.of(all);
    }

    /** Empty where its snapshots show none. */
    Optional<ProcessGrowth> growth() {
        Observations observations = observations();
        return observations.growth(observations.processes().getFirst());
    }

    /** A category of NMT with so many megabytes of malloc, in seven blocks, and so many that are mapped. */
    static NmtCategory category(String name, long malloc, long mapped) {
        Amount all = Amount.of((malloc + mapped) * MB);
        return new NmtCategory(
                name,
                NmtUsage.of(all, all),
                Map.of(),
                null,
                new NmtMalloc(Amount.of(malloc * MB), 7, 0, -1, -1),
                NmtUsage.of(Amount.of(mapped * MB), Amount.of(mapped * MB)),
                null,
                null,
                List.of(),
                List.of());
    }

    /** NMT's report of some categories, which are all. */
    static NmtReport nmt(NmtCategory... categories) {
        long sum = Arrays.stream(categories)
                .mapToLong(one -> one.usage().committed().bytes())
                .sum();
        return new NmtReport(
                1,
                1,
                false,
                NmtUsage.of(new Amount(sum, 0), new Amount(sum, 0)),
                null,
                null,
                List.of(categories),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
