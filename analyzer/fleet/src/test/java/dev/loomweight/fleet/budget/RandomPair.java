package dev.loomweight.fleet.budget;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Two runs of a random program, of which one change is known, or none. Each request passes some of the program's sites: with
 * a probability, or each n-th one. Requests come evenly or at random. The length of a pin is log-normal, with the spread of
 * its site.
 */
final class RandomPair {

    private static final int SYNCHRONIZED = 0x20;
    private static final long MILLI = 1_000_000;

    /** What was done to the program. */
    enum Change {
        NONE,
        GONE,
        NEW,
        MORE,
        LONGER,
        MOVED
    }

    /** What was done to the run, and not to the program. */
    enum Measurement {
        SAME,
        HALF_THE_LOAD,
        TWICE_THE_LOAD,
        THREE_TIMES_AS_LONG,
        /** The same requests, done sooner. */
        SOONER,
        /** A part of the later recording is lost. */
        DAMAGED,
        /** Shorter pins are missing in the later one. */
        THRESHOLD
    }

    /**
     * A site.
     *
     * @param share how many pins a request has
     * @param millis the median length of a pin
     * @param sigma the spread of the logarithm of lengths
     * @param when which requests pin
     */
    record Site(String method, double share, double millis, double sigma, When when) {}

    /** Which requests have the pins of a site. */
    enum When {
        /** Each n-th. */
        REGULAR,
        /** Any, independently. */
        RANDOM,
        /** Eight times as many for an eighth of the time, at random, in steps of twenty requests. */
        IN_BURSTS
    }

    final Change change;
    final Measurement measurement;
    final boolean even;
    final List<Site> sites = new ArrayList<>();
    /** The site that was changed; null where none was. */
    final @Nullable Site changed;
    /** How its code moved, where it did. */
    final Move move;
    /** By how much, above 1. */
    final double factor;

    final Scene before;
    final Scene after;
    /** Of the changed site. */
    private final int[] pins = new int[2];

    private final Random random;
    private final int requests;
    private final double seconds;

    RandomPair(long seed, Change change, Measurement measurement, boolean even) {
        this.random = new Random(seed);
        this.change = change;
        this.measurement = measurement;
        this.even = even;
        int count = 3 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            boolean rare = i > 2 && random.nextInt(4) == 0;
            double share = rare ? 0.002 + random.nextDouble() * 0.02 : 0.1 + random.nextDouble() * 0.9;
            sites.add(new Site(
                    "com.acme.Part" + i + ".work",
                    share,
                    Math.exp(random.nextDouble() * 4.5),
                    0.05 + random.nextDouble() * 1.1,
                    i > 2 && random.nextInt(4) == 0
                            ? When.IN_BURSTS
                            : random.nextBoolean() ? When.REGULAR : When.RANDOM));
        }
        this.changed = change == Change.NONE ? null : sites.get(random.nextInt(3));
        this.factor = 1.3 + random.nextDouble() * 1.2;
        this.move = Move.values()[random.nextInt(Move.values().length)];
        requests = 120 + random.nextInt(500);
        seconds = 20 + random.nextInt(40);
        before = run(false);
        after = run(true);
    }

    /** Another run of one side. */
    Scene run(boolean later) {
        return switch (later ? measurement : Measurement.SAME) {
            case SAME, DAMAGED, THRESHOLD -> run(later, requests, seconds);
            case HALF_THE_LOAD -> run(true, requests / 2, seconds);
            case TWICE_THE_LOAD -> run(true, requests * 2, seconds);
            case THREE_TIMES_AS_LONG -> run(true, requests * 3, seconds * 3);
            case SOONER -> run(true, requests, seconds * 0.6);
        };
    }

    private Scene run(boolean later, int runRequests, double runSeconds) {
        Scene scene = new Scene().seconds(Math.round(runSeconds));
        // A run is never quite as the one before.
        double pace = 1 + 0.03 * random.nextGaussian();
        int number =
                even ? runRequests : (int) Math.round(runRequests + Math.sqrt(runRequests) * random.nextGaussian());
        long from = Math.round(runSeconds * 1000 * 0.4);
        long to = measurement == Measurement.DAMAGED && later ? Math.round(runSeconds * 1000 * 0.55) : from;
        if (to > from) {
            scene.lost(4096);
        }
        long bursts = random.nextLong();
        long threshold = measurement == Measurement.THRESHOLD && later ? 8 : 0;
        scene.threshold(Duration.ofMillis(threshold));
        double[] at = random.doubles(number).sorted().toArray();
        for (int i = 0; i < number; i++) {
            double when = even ? (i + random.nextDouble() * 0.3) / number : at[i];
            long millis = Math.round(when * runSeconds * 1000);
            SplittableRandom burst = new SplittableRandom(bursts + i / 20);
            for (Site site : sites) {
                boolean isChanged = later && site.equals(changed);
                if (site.equals(changed) && change == (later ? Change.GONE : Change.NEW)) {
                    continue;
                }
                double share = isChanged && change == Change.MORE ? site.share * factor : site.share;
                long nanos = Math.round(MILLI
                        * site.millis
                        * pace
                        * (isChanged && change == Change.LONGER ? factor : 1)
                        * Math.exp(site.sigma * random.nextGaussian()));
                long times = switch (site.when) {
                    case REGULAR -> (long) ((i + 1) * share) - (long) (i * share);
                    case RANDOM -> (long) share + (random.nextDouble() < share - (long) share ? 1 : 0);
                    case IN_BURSTS -> burst.nextInt(8) == 0 ? Math.round(share * 8 * random.nextDouble() * 2) : 0;
                };
                for (long each = 0; each < times; each++) {
                    if (nanos >= threshold * MILLI && (millis < from || millis >= to)) {
                        pin(scene, site.method, isChanged && change == Change.MOVED, nanos, millis);
                        pins[later ? 1 : 0] += site.equals(changed) ? 1 : 0;
                    }
                }
            }
        }
        return scene;
    }

    /** How code moved. */
    enum Move {
        RENAMED,
        EXTRACTED,
        LAMBDA,
        CLASS,
        PACKAGE
    }

    private void pin(Scene scene, String method, boolean moved, long nanos, long atMillis) {
        String type = method.substring(0, method.lastIndexOf('.'));
        boolean ofLambda = move == Move.LAMBDA && change == Change.MOVED;
        String name = ofLambda ? (moved ? "lambda$work$7" : "lambda$work$3") : "work";
        List<Frame> frames = new ArrayList<>();
        frames.add(frame("java.lang.VirtualThread", "parkOnCarrierThread", 0));
        frames.add(frame("java.lang.Thread", "sleep", 0));
        String holder = !moved
                ? type
                : switch (move) {
                    case CLASS -> type + "Renamed";
                    case PACKAGE -> type.replace("acme", "acme.parts");
                    default -> type;
                };
        if (moved && move == Move.EXTRACTED) {
            frames.add(frame(holder, "helper", SYNCHRONIZED));
            frames.add(frame(holder, name, 0));
        } else {
            frames.add(frame(holder, moved && move == Move.RENAMED ? "worked" : name, SYNCHRONIZED));
        }
        frames.add(frame(type + "Service", "handle", 0));
        frames.add(frame("com.acme.Server", "request", 0));
        scene.add(new Pin(
                Scene.START.plusMillis(atMillis),
                nanos,
                new ThreadRef(atMillis + 1, "", 0, true),
                null,
                null,
                null,
                new StackTrace(frames, false)));
    }

    private static Frame frame(String type, String method, int modifiers) {
        return new Frame(type, method, "()V", 12, 0, modifiers, "Interpreted");
    }

    /** Whether the changed site has that many pins on each side that has it. */
    boolean has(int least) {
        return change == Change.NEW
                ? pins[1] >= least
                : change == Change.GONE ? pins[0] >= least : Math.min(pins[0], pins[1]) >= least;
    }

    /**
     * Whether anyone could find the change with certainty: it is larger than the error of the best estimate that chance
     * leaves, by what Student's test needs for 95 % of cases.
     */
    boolean isVisible(double standardErrors) {
        Site site = changed;
        if (site == null || (change != Change.LONGER && change != Change.MORE)) {
            return site != null;
        }
        double share = site.share;
        double dispersion = site.when == When.REGULAR ? 0.05 : Math.max(0.05, even ? 1 - Math.min(1, share) : 1);
        double each = change == Change.LONGER ? site.sigma * site.sigma : dispersion;
        double error = Math.sqrt(each * (1.0 / pins[0] + 1.0 / pins[1]) + 0.03 * 0.03);
        return Math.log(factor) > standardErrors * error;
    }

    @Override
    public String toString() {
        return sites.stream()
                        .map(site -> site.when + " " + Math.round(100 * site.share))
                        .toList() + " " + change + " " + move + " " + measurement + (even ? " even" : " random") + " "
                + changed + " x" + factor + " " + pins[0] + " -> " + pins[1];
    }
}
