package dev.loomweight.pins.carriers;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.times.CarrierInterval.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of several carriers or stretches together, as they were collected: those of carriers of which the kernel says
 * how long they ran, and those of the others. All times are in nanoseconds.
 */
final class BalanceSums {

    /** The carriers of which the kernel's figures are known. */
    final Group measured = new Group();
    /** The carriers of which they are not. */
    final Group looked = new Group();

    private long missingNanos;
    private long addedNanos;
    // Of carriers that are there: between one reading and the next, and before they began. Readings of one carrier can
    // also reach beyond the stretch, which evens out over several.
    private long unseenNanos;
    private long allowedNanos;
    private boolean parallelismKnown = true;
    private long throttledNanos;
    private boolean throttlingKnown = true;
    private boolean stopsCounted;
    private boolean stopsRecorded;
    private Quantity costNanos = Quantity.unknown("not measured");
    private long mostParallelism;
    private boolean parallelismChanged;
    private boolean byOthers;

    /** Sums over some carriers. */
    static final class Group {
        private long wallNanos;
        private long runNanos;
        private long waitNanos;
        private double stoppedNanos;
        private long looks;
        private long running;
        private long mounted;
        private long idle;
        private boolean measured;
        // At how many moments one of them at least was not running: looks of one moment are not independent.
        private long moments;

        /** @param stopped the part of the time in which the JVM had stopped all its threads, from 0 to 1 */
        void add(Row carrier, double stopped) {
            stoppedNanos += stopped * Math.max(0, carrier.wallNanos());
            boolean kernel = hasKernels(carrier);
            measured |= kernel;
            wallNanos += Math.max(0, carrier.wallNanos());
            runNanos += kernel ? carrier.runNanos() : 0;
            waitNanos += kernel ? carrier.waitNanos() : 0;
            looks += carrier.looks();
            running += carrier.running();
            mounted += carrier.mounted();
            idle += carrier.idle();
        }

        long wallNanos() {
            return wallNanos;
        }

        /** Whether any of them has the kernel's figures. */
        boolean isMeasured() {
            return measured;
        }

        long runNanos() {
            return runNanos;
        }

        /** For how long they waited for a processor; with what they ran, not more than they existed. */
        long waitNanos() {
            return Math.min(waitNanos, Math.max(0, wallNanos - runNanos));
        }

        /** For how long the JVM had stopped them while they were neither running nor waiting for a processor, at most. */
        long stoppedNanos() {
            return Math.min(Math.round(stoppedNanos), Math.max(0, wallNanos - runNanos - waitNanos()));
        }

        /** By how much the kernel's figures exceed the time that the carriers existed. */
        long excessNanos() {
            return Math.max(0, runNanos + waitNanos - wallNanos);
        }

        long looks() {
            return looks;
        }

        long running() {
            return running;
        }

        long mounted() {
            return mounted;
        }

        long idle() {
            return idle;
        }

        /** How many of the looks that found them off the processor are independent of each other, at least. */
        long moments() {
            return Math.min(moments, mounted + idle);
        }

        /** How many looks led to an answer. */
        long decided() {
            return running + mounted + idle;
        }
    }

    /**
     * The sums over some stretches.
     *
     * @param parallelism how many carriers are to run at once, for stretches that do not say
     * @param pauses when collections stopped the JVM, for stretches that do not say how long it was stopped
     */
    static BalanceSums of(CarrierStretches stretches, Quantity parallelism, Pauses pauses) {
        BalanceSums sums = new BalanceSums();
        stretches.all().forEach(times -> sums.add(times, parallelism.orElse(0), pauses));
        return sums;
    }

    /** The sums of each carrier, by its name and the kernel's id of its thread, the busiest first. */
    static List<Map.Entry<String, Group>> byCarrier(CarrierStretches stretches) {
        Map<String, Group> carriers = new TreeMap<>();
        for (CarrierTimes times : stretches.all()) {
            for (Row carrier : times.carriers()) {
                String key = carrier.name() + (carrier.tid() > 0 ? " (" + carrier.tid() + ")" : "");
                carriers.computeIfAbsent(key, any -> new Group()).add(carrier, 0);
            }
        }
        return carriers.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingLong(Group::runNanos)
                        .thenComparingLong(Group::mounted)
                        .reversed()))
                .toList();
    }

    /** Whether it has the kernel's figures. */
    private static boolean hasKernels(Row carrier) {
        return carrier.runNanos() >= 0 && carrier.waitNanos() >= 0;
    }

    /** The part of a stretch in which the JVM had stopped all its threads, from 0 to 1. */
    private double stopped(CarrierTimes times, Pauses pauses) {
        boolean counted = times.stoppedNanos() >= 0;
        Span watched = Span.of(times.from(), times.to());
        long nanos = counted ? times.stoppedNanos() : pauses.within(watched);
        stopsCounted |= counted;
        stopsRecorded |= !counted && nanos > 0;
        return Math.min(1, (double) nanos / Math.max(1, watched.nanos()));
    }

    private void add(CarrierTimes times, long otherwise, Pauses pauses) {
        double stopped = stopped(times, pauses);
        long existed = 0;
        long measuredMoments = 0;
        long lookedMoments = 0;
        for (Row carrier : times.carriers()) {
            boolean kernel = hasKernels(carrier);
            (kernel ? measured : looked).add(carrier, stopped);
            existed += Math.max(0, carrier.wallNanos());
            long off = carrier.mounted() + carrier.idle();
            measuredMoments = kernel ? Math.max(measuredMoments, off) : measuredMoments;
            lookedMoments = kernel ? lookedMoments : Math.max(lookedMoments, carrier.looks());
        }
        measured.moments += measuredMoments;
        looked.moments += lookedMoments;
        long said = times.pool().parallelism();
        long parallelism = said > 0 ? said : otherwise;
        byOthers |= said <= 0 && otherwise > 0;
        if (parallelism > 0) {
            long wall = Span.of(times.from(), times.to()).nanos();
            long seen = times.carriers().size();
            long allowed = parallelism * wall;
            allowedNanos += allowed;
            if (seen <= parallelism) {
                missingNanos += (parallelism - seen) * wall;
                unseenNanos += seen * wall - existed;
            } else {
                addedNanos += Math.max(0, existed - allowed);
                unseenNanos += Math.max(0, allowed - existed);
            }
            parallelismChanged |= mostParallelism > 0 && mostParallelism != parallelism;
            mostParallelism = Math.max(mostParallelism, parallelism);
        } else {
            parallelismKnown = false;
        }
        if (times.throttledNanos() >= 0) {
            throttledNanos += times.throttledNanos();
        } else {
            throttlingKnown = false;
        }
        if (times.costNanos() >= 0) {
            costNanos = Quantity.of(costNanos.orElse(0) + times.costNanos());
        }
    }

    /** For how long all carriers together existed. */
    long existedNanos() {
        return measured.wallNanos + looked.wallNanos;
    }

    /** For how long there were fewer carriers than are to run at once; 0 where that number is not known. */
    long missingNanos() {
        return parallelismKnown ? missingNanos : 0;
    }

    /** For how long carriers that were seen were not observed: before they began, after they ended, between readings. */
    long unseenNanos() {
        return parallelismKnown ? Math.max(0, unseenNanos) : 0;
    }

    /** For how long more carriers existed than are to run at once; 0 where that number is not known. */
    long addedNanos() {
        return parallelismKnown ? addedNanos : 0;
    }

    /** The parallelism times the time; 0 where it is not known. */
    long allowedNanos() {
        return parallelismKnown ? allowedNanos : 0;
    }

    /** How many carriers are to run at once. */
    Quantity parallelism() {
        return !parallelismKnown
                ? Quantity.unknown("the parallelism of the scheduler is not known")
                : parallelismChanged ? Quantity.unknown("it changed") : Quantity.of(mostParallelism);
    }

    /** Whether those who watched could not say how many carriers are to run at once, and another source does. */
    boolean isParallelismByOthers() {
        return byOthers;
    }

    /** For how long the control group was throttled. */
    Quantity throttledNanos() {
        return throttlingKnown ? Quantity.of(throttledNanos) : Quantity.unknown("not read in each stretch");
    }

    /** What says for how long the JVM had stopped its threads; empty where nothing does. */
    String stopsBy() {
        String counter = stopsCounted ? "the JVM's counter (sun.rt.safepointTime)" : "";
        String recorded = stopsRecorded ? "JFR, pauses of collections" : "";
        return counter.isEmpty() || recorded.isEmpty() ? counter + recorded : counter + "; " + recorded;
    }

    /** The processor time that the collection took. */
    Quantity costNanos() {
        return costNanos;
    }
}
