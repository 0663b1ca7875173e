package dev.loomweight.live;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CarrierPool;
import dev.loomweight.jvm.CarrierSlots;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pins.pinning.PinAnalysis.PinFold;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.live.LivePins;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a running JVM, from samples as they arrive. The caller gives the time, so the same samples and times give
 * the same figures. Safe for several threads.
 */
public final class LiveState {

    /** The events that it uses, in addition to texts. */
    public static final Interest INTEREST = Interest.in(
                    SubmitFailed.class, ThreadStatistics.class, SchedulerDelay.class)
            .and(LiveMemory.EVENTS)
            .and(PinFold.ALL.interest());

    // JFR flushes once a second, and a follower sees that up to a second later.
    private static final long LAG_SECONDS = 2;
    private static final long SECOND = 1_000_000_000;

    private final long windowSeconds;
    private final LivePins pins;
    private final LiveMemory memory = new LiveMemory();
    private final LiveGrowth growth = new LiveGrowth();
    private final LiveDelays delays = new LiveDelays(mostWindow().toSeconds() + LAG_SECONDS);
    private final LiveHolds holds;
    private final Map<Long, Long> startedIn = new HashMap<>();
    private long began = Long.MAX_VALUE;
    // The first second of which all events are known.
    private long followed = Long.MAX_VALUE;
    private boolean counting;
    private long started;
    private long ended;
    private long aliveBefore = LiveFigures.UNKNOWN;
    private long refused;
    private long platform = LiveFigures.UNKNOWN;
    private long active = LiveFigures.UNKNOWN;
    private long queued = LiveFigures.UNKNOWN;
    // What was said since the last moment, which is when it counts.
    private @Nullable Scheduler latest;
    private long lostBytes;
    private long pid;

    /**
     * Nothing known yet.
     *
     * @param options class files, own packages, and which pins are wanted
     * @param window of the recent figures; whole seconds count, from 1 to {@link #mostWindow}
     */
    public LiveState(PinOptions options, Duration window) {
        this.windowSeconds = Math.clamp(window.toSeconds(), 1, mostWindow().toSeconds());
        this.holds = new LiveHolds(options);
        this.pins =
                new LivePins(options, Math.toIntExact(Math.max(windowSeconds, LiveMemory.HISTORY) + LAG_SECONDS + 1));
    }

    /** The longest window, for which carriers are remembered. */
    public static Duration mostWindow() {
        return Duration.ofSeconds(55);
    }

    /** Adds a sample of an event or of a text; ignores other samples. */
    public synchronized void add(Sample sample) {
        switch (sample) {
            case CarrierTimes times -> holds.add(times);
            case SubmitFailed failed -> refused++;
            case SchedulerDelay delay -> delays.add(delay);
            case ThreadStatistics threads -> {
                platform = threads.active();
                beganBy(threads.time());
            }
            case Scheduler scheduler -> {
                active = scheduler.active();
                queued = scheduler.queued();
                latest = scheduler;
                pins.add(scheduler);
            }
            case Pin pin -> {
                // It may have begun long before events were followed.
                beganBy(pin.start().plusNanos(Math.max(0, pin.nanos())));
                pins.add(pin);
            }
            default -> {
                pins.add(sample);
                memory.add(sample);
                growth.add(sample);
            }
        }
    }

    /**
     * Sets what thread dumps show that were taken because {@link #wantsDumps}.
     *
     * @param dumps of two moments at most; they replace earlier ones
     * @param verdict what is found in them of a hang, in a sentence; may be empty
     */
    public synchronized void add(List<DumpedThreads> dumps, String verdict) {
        holds.add(dumps, verdict);
    }

    /** Whether carriers are held of which no dump shows the threads: no event does. */
    public synchronized boolean wantsDumps() {
        return holds.wantsDumps();
    }

    /** Sets the process, to name commands for it. */
    public synchronized void process(long number) {
        pid = number;
    }

    /** Sets the JVM's options on carriers. */
    public synchronized void add(CarrierOptions options) {
        pins.add(options);
    }

    /** To be called if the JVM gives reasons for pins (JDK 24+): its monitors do not pin. */
    public synchronized void givesReasons() {
        pins.givesReasons();
    }

    /**
     * To be called if each start and end of a virtual thread is reported, by {@link #threadStarted} and
     * {@link #threadEnded}. There can be too many of them for samples.
     */
    public synchronized void countsThreads() {
        counting = true;
    }

    /** Counts the start of a virtual thread. */
    public synchronized void threadStarted(Instant time) {
        counting = true;
        started++;
        beganBy(time);
        startedIn.merge(time.getEpochSecond(), 1L, Long::sum);
    }

    /** Counts the end of a virtual thread. */
    public synchronized void threadEnded(Instant time) {
        counting = true;
        ended++;
        beganBy(time);
    }

    /** Events are followed at a time: from the next whole second on, all of them. */
    private void beganBy(Instant time) {
        began = Math.min(began, time.getEpochSecond());
        followed = Math.min(followed, time.getEpochSecond() + (time.getNano() > 0 ? 1 : 0));
    }

    /** Sets the number of virtual threads at the first event. */
    public synchronized void aliveBefore(long threads) {
        aliveBefore = threads;
    }

    /** Sets the total of the lost data, in bytes. */
    public synchronized void lost(long bytes) {
        lostBytes = bytes;
    }

    /**
     * The figures now. To be called once per refresh: each call adds a value to the histories of memory.
     *
     * @param now the time
     */
    public synchronized LiveFigures at(Instant now) {
        long to = now.getEpochSecond() - LAG_SECONDS + 1;
        beganBy(now);
        Scheduler said = latest;
        if (said != null) {
            pins.add(now, said);
            latest = null;
        }
        // At the start, less time than the window has passed.
        long covered = Math.clamp(to - began, 1, windowSeconds);
        long from = to - covered;
        CarrierPool pool = pins.pool(from * SECOND, to * SECOND);
        CarrierSlots slots = pins.slots();
        long shown = Math.clamp(began, to - LiveMemory.HISTORY, from);
        double[] ended = pins.perSecond(shown, to);
        double[] starts = startsPerSecond(shown, to);
        return new LiveFigures(
                now,
                covered * SECOND,
                new LiveFigures.Carriers(
                        pool.carriers() == 0 ? LiveFigures.UNKNOWN : pool.carriers(),
                        active,
                        queued,
                        slots.mean((to - 1) * SECOND, to * SECOND),
                        slots.most(from * SECOND, to * SECOND),
                        slots.starvedNanos(from * SECOND, to * SECOND, pool),
                        slots.starvedNanos(),
                        // Of what was not followed, nothing is known.
                        Math.clamp(followed - from, 0, covered) * SECOND
                                + slots.mostStarvedNanos(Math.max(from, followed) * SECOND, to * SECOND, pool),
                        slots.mostStarvedNanos()),
                holds.now(pool.carriers(), queued, pid),
                delays.since(from),
                new LiveFigures.Pins(
                        mean(ended, covered),
                        pins.total(),
                        pins.sites(from, to).stream().sorted(COSTLIEST).toList(),
                        Arrays.stream(ended).boxed().toList()),
                threads(starts, covered),
                memory.now(),
                growth.at(now),
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
