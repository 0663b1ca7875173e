package dev.loomweight.live;

import dev.loomweight.jvm.StillCarriers;
import dev.loomweight.jvm.StillCarriers.Still;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.times.CarrierInterval.Row;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The carriers that are held now by threads that have not gone on, which no event shows: from what is seen of the carriers,
 * and from dumps that are taken for it.
 */
final class LiveHolds {

    private final StillCarriers carriers = new StillCarriers();
    private final HeldThreads threads;
    private boolean seen;
    private long parallelism;
    private Instant dumped = Instant.MIN;
    private String verdict = "";

    LiveHolds(PinOptions options) {
        this.threads = new HeldThreads(options.code(), options.own(), options.faults());
    }

    /** Adds what was seen in an interval. */
    void add(CarrierTimes times) {
        seen = true;
        parallelism = Math.max(0, times.pool().parallelism());
        carriers.add(
                times.from(),
                times.to(),
                times.carriers().stream().map(Row::seen).toList());
    }

    /** Sets what dumps show, instead of earlier ones. */
    void add(List<DumpedThreads> dumps, String found) {
        threads.clear();
        dumps.forEach(threads::add);
        dumped = dumps.stream()
                .map(DumpedThreads::time)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .min(Instant::compareTo)
                .orElse(Instant.MIN);
        verdict = found;
    }

    /** Whether carriers stand still of which no dump was taken meanwhile, or whose dumps have not shown why. */
    boolean wantsDumps() {
        return carriers.now().stream()
                .anyMatch(still -> verdict.isEmpty() || still.since().isAfter(dumped));
    }

    /**
     * The figures now.
     *
     * @param run how many carriers run virtual threads at once, where the scheduler does not say; negative where that is
     *     not known
     * @param queued how many virtual threads wait for a carrier, as the scheduler says; negative where it does not
     */
    LiveFigures.Held now(long run, long queued, long pid) {
        HeldThreads.Held held = threads.of(carriers.now());
        int standing = held.carriers().size();
        if (standing == 0) {
            return seen ? LiveFigures.Held.none(carriers.carriers()) : LiveFigures.Held.UNSEEN;
        }
        boolean dump = held.carriers().stream().noneMatch(still -> still.since().isAfter(dumped));
        return new LiveFigures.Held(
                carriers.carriers(),
                standing,
                standing == carriers.carriers() && standing >= (parallelism > 0 ? parallelism : run),
                held.carriers().stream().mapToLong(Still::nanos).min().orElse(0),
                held.carriers().stream().mapToLong(Still::nanos).max().orElse(0),
                queued >= 0 ? queued : dump ? held.ready() : LiveFigures.UNKNOWN,
                held.sites(),
                HeldThreads.command(pid),
                dump ? verdict : "");
    }
}
