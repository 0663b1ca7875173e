package dev.loomweight.live;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CarrierSlots;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.live.LivePins;
import dev.loomweight.pinning.live.LiveSite;
import dev.loomweight.sample.CarrierOptions;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Scheduler;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.sample.ThreadStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of one JVM, from samples as they come. The clock is given, not asked: the same samples and times give the
 * same figures. Safe for several threads.
 */
public final class LiveState {

    /** The samples of events that it takes; those of texts it takes too. */
    public static final Interest INTEREST = Interest.in(
                    SubmitFailed.class, ResidentSetSize.class, NativeMemory.class, ThreadStatistics.class)
            .and(new PinAnalysis().interest());

    // JFR flushes once a second, and whoever follows sees that up to a second later.
    private static final long LAG_SECONDS = 2;
    private static final long SECOND = 1_000_000_000;

    private final long windowSeconds;
    private final LivePins pins;
    private final LiveMemory memory = new LiveMemory();
    private final Map<Long, Long> startedIn = new HashMap<>();
    private long began = Long.MAX_VALUE;
    private boolean counting;
    private long started;
    private long ended;
    private long aliveBefore = LiveFigures.UNKNOWN;
    private long refused;
    private long platform = LiveFigures.UNKNOWN;
    private long active = LiveFigures.UNKNOWN;
    private long queued = LiveFigures.UNKNOWN;
    private long lostBytes;

    /**
     * Nothing known yet.
     *
     * @param options class files, own packages, and which pins are wanted
     * @param window of the recent figures; whole seconds count, from 1 to {@link #mostWindow}
     */
    public LiveState(PinOptions options, Duration window) {
        this.windowSeconds = Math.clamp(window.toSeconds(), 1, mostWindow().toSeconds());
        this.pins =
                new LivePins(options, Math.toIntExact(Math.max(windowSeconds, LiveMemory.HISTORY) + LAG_SECONDS + 1));
    }

    /** The longest window: what is remembered of carriers. */
    public static Duration mostWindow() {
        return Duration.ofSeconds(55);
    }

    /** Takes one sample, of an event or of a text; what it has no use for it ignores. */
    public synchronized void add(Sample sample) {
        switch (sample) {
            case SubmitFailed failed -> refused++;
            case ThreadStatistics threads -> {
                platform = threads.active();
                began = Math.min(began, threads.time().getEpochSecond());
            }
            case Scheduler scheduler -> {
                active = scheduler.active();
                queued = scheduler.queued();
                pins.add(sample);
            }
            case Pin pin -> {
                began = Math.min(began, pin.start().getEpochSecond());
                pins.add(pin);
            }
            default -> {
                pins.add(sample);
                memory.add(sample);
            }
        }
    }

    /** What the options of the JVM say of carriers. */
    public synchronized void add(CarrierOptions options) {
        pins.add(options);
    }

    /** Says that the JVM gives reasons for its pins, as from JDK 24 on: monitors do not pin there. */
    public synchronized void givesReasons() {
        pins.givesReasons();
    }

    /**
     * Says that each start and end of a virtual thread will be told, by {@link #threadStarted} and {@link #threadEnded}.
     * They can be so many that they are no samples.
     */
    public synchronized void countsThreads() {
        counting = true;
    }

    /** Says that a virtual thread started. */
    public synchronized void threadStarted(Instant time) {
        counting = true;
        started++;
        began = Math.min(began, time.getEpochSecond());
        startedIn.merge(time.getEpochSecond(), 1L, Long::sum);
    }

    /** Says that a virtual thread ended. */
    public synchronized void threadEnded(Instant time) {
        counting = true;
        ended++;
        began = Math.min(began, time.getEpochSecond());
    }

    /** Says how many virtual threads there were when the first event was taken. */
    public synchronized void aliveBefore(long threads) {
        aliveBefore = threads;
    }

    /** Says what the recorder lost, in bytes, in all. */
    public synchronized void lost(long bytes) {
        lostBytes = bytes;
    }

    /**
     * The figures now. Called once for each moment that is shown: the histories of memory have a value for each call.
     *
     * @param now the time
     */
    public synchronized LiveFigures at(Instant now) {
        long to = now.getEpochSecond() - LAG_SECONDS + 1;
        began = Math.min(began, now.getEpochSecond());
        // At the start there is less to look back on.
        long covered = Math.clamp(to - began, 1, windowSeconds);
        long from = to - covered;
        long carriers = pins.carriers();
        CarrierSlots slots = pins.slots();
        long shown = Math.clamp(began, to - LiveMemory.HISTORY, from);
        double[] ended = pins.perSecond(shown, to);
        double[] starts = startsPerSecond(shown, to);
        return new LiveFigures(
                now,
                covered * SECOND,
                new LiveFigures.Carriers(
                        carriers == 0 ? LiveFigures.UNKNOWN : carriers,
                        active,
                        queued,
                        slots.mean((to - 1) * SECOND, to * SECOND),
                        slots.most(from * SECOND, to * SECOND),
                        slots.starvedNanos(from * SECOND, to * SECOND, carriers),
                        slots.starvedNanos()),
                new LiveFigures.Pins(
                        mean(ended, covered),
                        pins.total(),
                        pins.sites(from, to).stream().sorted(COSTLIEST).toList(),
                        Arrays.stream(ended).boxed().toList()),
                threads(starts, covered),
                memory.now(),
                lostBytes);
    }

    private static final Comparator<LiveSite> COSTLIEST = Comparator.comparing(LiveSite::sum, Sum.HEAVIEST)
            .thenComparing(LiveSite::name)
            .thenComparing(LiveSite::key);

    private LiveFigures.Threads threads(double[] starts, long covered) {
        return new LiveFigures.Threads(
                counting ? mean(starts, covered) : LiveFigures.UNKNOWN,
                counting ? started : LiveFigures.UNKNOWN,
                counting ? ended : LiveFigures.UNKNOWN,
                !counting || aliveBefore < 0 ? LiveFigures.UNKNOWN : Math.max(0, aliveBefore + started - ended),
                refused,
                platform,
                counting ? Arrays.stream(starts).boxed().toList() : List.of());
    }

    private static double mean(double[] perSecond, long covered) {
        return Arrays.stream(perSecond)
                        .skip(Math.max(0, perSecond.length - covered))
                        .sum()
                / covered;
    }

    private double[] startsPerSecond(long from, long to) {
        startedIn.keySet().removeIf(second -> second < from);
        double[] counts = new double[Math.toIntExact(to - from)];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = startedIn.getOrDefault(from + i, 0L);
        }
        return counts;
    }
}
