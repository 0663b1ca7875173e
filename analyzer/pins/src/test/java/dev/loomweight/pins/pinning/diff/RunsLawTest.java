package dev.loomweight.pins.pinning.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Several runs a side, of a program whose sites, and what its runs differ by, are chosen at random. */
class RunsLawTest {

    private static final long SEED = Long.getLong("loomweight.seed", 20261201);
    private static final int PAIRS = Integer.getInteger("loomweight.pairs", 100);
    private static final int SYNCHRONIZED = 0x20;
    private static final Subject<Pins, PinReading> PINS = PinFigures.of(PinOptions.NONE);

    /** A program of some sites, and how its runs differ without any change. */
    private static final class Program {
        private final Random random;
        private final double[] pins;
        private final double[] millis;
        private final double load;
        private final double ofSite;

        /**
         * @param load how runs differ in load, as the standard deviation of the logarithm
         * @param ofSite the same of each site by itself, in number and in length
         */
        Program(Random random, double load, double ofSite) {
            this(random, load, ofSite, 3 + random.nextInt(4));
        }

        Program(Random random, double load, double ofSite, int sites) {
            this.random = random;
            this.load = load;
            this.ofSite = ofSite;
            pins = random.doubles(sites, 120, 400).toArray();
            millis = random.doubles(sites, 2, 30).toArray();
        }

        /** From now on it has so many times as much to do. */
        void times(double more) {
            for (int i = 0; i < pins.length; i++) {
                pins[i] *= more;
            }
        }

        /** Some runs of it; a site has more pins, or longer ones. */
        PinComparison.Side runs(int number, int changed, double more, double longer) {
            return runs(number, changed, run -> more, longer);
        }

        PinComparison.Side runs(int number, int changed, IntToDoubleFunction more, double longer) {
            Pins all = PINS.fold().empty();
            List<Coverage.OfSource> sources = new ArrayList<>();
            Map<String, Integer> runOf = new HashMap<>();
            for (int run = 0; run < number; run++) {
                Origin origin = new Origin("run" + run, null, "run" + run + ".jfr", Instrument.JFR);
                runOf.put(origin.subject(), run);
                double busy = Math.exp(load * random.nextGaussian());
                for (int site = 0; site < pins.length; site++) {
                    double mean =
                            millis[site] * (site == changed ? longer : 1) * Math.exp(ofSite * random.nextGaussian());
                    double count = pins[site]
                            * busy
                            * (site == changed ? more.applyAsDouble(run) : 1)
                            * Math.exp(ofSite * random.nextGaussian());
                    double at = 0;
                    while (true) {
                        at += -Math.log(1 - random.nextDouble()) / count;
                        if (at >= 1) {
                            break;
                        }
                        PINS.fold().add(all, origin, pin(site, at, mean * (0.5 + random.nextDouble())));
                    }
                }
                sources.add(new Coverage.OfSource(
                        origin,
                        Instant.EPOCH,
                        Instant.EPOCH.plusSeconds(10),
                        0,
                        0,
                        List.of(Events.of(
                                Pin.EVENT, State.RECORDED, 1, Duration.ZERO, true, 0, 0, 64, List.of("duration"))),
                        List.of()));
            }
            PinReading reading = PINS.read(new Folded<>(all, new Coverage(sources)));
            return new PinComparison.Side(reading, Runs.of(runOf), Duration.ZERO);
        }

        private static Pin pin(int site, double at, double millis) {
            return new Pin(
                    Instant.EPOCH.plusNanos((long) (at * 10e9)),
                    (long) (millis * 1e6),
                    new ThreadRef(1, "", 0, true),
                    null,
                    null,
                    null,
                    new StackTrace(
                            List.of(
                                    frame("java.lang.Thread", "sleep", 0),
                                    frame("com.acme.Part" + site, "work", SYNCHRONIZED)),
                            false));
        }

        private static Frame frame(String type, String method, int modifiers) {
            return new Frame(type, method, "()V", 7, 0, modifiers, "Interpreted");
        }
    }

    private static List<String> claims(PinComparison.Side before, PinComparison.Side after) {
        Section section = new PinComparison().changes(before, after);
        return section.blocks().stream()
                .filter(block -> block.id().equals("sites"))
                .flatMap(block -> ((Table) block).rows().stream())
                .map(row -> ((Cell.Text) row.cells().get(0)).value() + " "
                        + ((Cell.Text) row.cells().get(3)).value())
                .filter(words -> !words.endsWith(" as before") && !words.contains(" perhaps "))
                .toList();
    }

    @Test
    void runsOfAnUnchangedProgramDifferInNothing() {
        List<String> claims = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            Random random = new Random(SEED + i);
            Program program = new Program(random, i % 2 == 0 ? 0.4 : 0, 0.05 * (i % 5));
            int runs = 2 + i % 4;
            List<String> of = claims(program.runs(runs, -1, 1, 1), program.runs(runs, -1, 1, 1));
            if (!of.isEmpty()) {
                claims.add(i + ": " + of);
            }
        }
        assertThat(claims).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
    }

    @Test
    void aSiteThatHasTwiceAsManyPinsInAllRunsIsFound() {
        List<String> missed = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            Random random = new Random(SEED + i);
            Program program = new Program(random, 0.4, 0.05);
            boolean isMore = i % 2 == 0;
            List<String> of = claims(program.runs(3, -1, 1, 1), program.runs(3, 0, isMore ? 2 : 1, isMore ? 1 : 2));
            if (!of.contains("com.acme.Part0.work " + (isMore ? "more often" : "longer"))) {
                missed.add(i + ": " + of);
            }
            if (of.stream().anyMatch(claim -> !claim.startsWith("com.acme.Part0."))) {
                others.add(i + ": " + of);
            }
        }
        assertThat(missed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 20);
        assertThat(others).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
    }

    /** Where the work of each run is known, a program with one site alone shows that it pins more often for each request. */
    @Test
    void pinsAreComparedForEqualWork() {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            Random random = new Random(SEED + i);
            double load = 0.5 + 2.5 * random.nextDouble();
            Program program = new Program(random, 0, 0, 1 + i % 3);
            int runs = i / 3 % 2 == 0 ? 1 : 3;
            double more = i % 2 == 0 ? 1 : 2;
            PinComparison.Side before = doing(1000, program.runs(runs, -1, 1, 1));
            program.times(load);
            PinComparison.Side after = doing(1000 * load, program.runs(runs, 0, more, 1));
            List<String> expected = more > 1 ? List.of("com.acme.Part0.work more often") : List.of();
            if (!claims(before, after).equals(expected)) {
                wrong.add(i + ": " + claims(before, after));
            }
        }
        assertThat(wrong).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 25);
    }

    private static PinComparison.Side doing(double units, PinComparison.Side side) {
        List<Double> work = Collections.nCopies(side.runs().count(), units);
        return new PinComparison.Side(side.reading(), side.runs().doing(work), side.recordedFrom());
    }

    /** What one of several runs does alone is perhaps rare in all of them. */
    @Test
    void aSiteOfOneRunAloneIsOnlyPerhapsNew() {
        Program program = new Program(new Random(SEED), 0, 0);
        PinComparison.Side before = program.runs(2, 0, 0, 1);
        assertThat(claims(before, program.runs(2, 0, run -> run, 1))).isEmpty();
        assertThat(claims(before, program.runs(2, -1, 1, 1))).contains("com.acme.Part0.work new");
    }
}
