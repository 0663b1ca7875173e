package dev.loomweight.growth;

import dev.loomweight.fold.Results;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A process of which snapshots are taken, a minute apart. */
final class GrowingProcess {

    static final long MB = 1 << 20;

    private final Results all = Observations.FOLD.empty();
    private int moments;

    void snapshot(Sample... samples) {
        Origin origin = new Origin(
                "app",
                new Origin.SnapshotId(moments, "s" + moments, Instant.ofEpochSecond(60L * moments)),
                "s" + moments + ".txt",
                Instrument.NMT);
        moments++;
        for (Sample sample : samples) {
            Observations.FOLD.add(all, origin, sample);
        }
    }

    Observations observations() {
        return Observations.of(all);
    }

    /** Empty where its snapshots show none. */
    Optional<ProcessGrowth> growth() {
        Observations observations = observations();
        return observations.growth(observations.processes().getFirst());
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
