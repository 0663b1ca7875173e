package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.budget.RandomPair.Change;
import dev.loomweight.fleet.budget.RandomPair.Measurement;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.diff.PinComparison;
import dev.loomweight.pins.pinning.diff.Runs;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the comparison and the gate say of pairs of runs whose truth is known. */
class PairsTest {

    private static final long SEED = Long.getLong("loomweight.seed", 20261130);
    private static final int PAIRS = Integer.getInteger("loomweight.pairs", 100);
    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");

    /** So many standard errors find 95 % of what is certain at one in a hundred of some sites. */
    private static final double VISIBLE = 5.2;

    /** From so much spread of the logarithms of lengths on, the mean is far from the best estimate. */
    private static final double WIDE = 0.6;

    /** What is certain of a pair, as the comparison shows it: site and words. */
    private static List<String> claims(RandomPair pair) {
        return claims(new PinComparison().changes(reading(pair.before), reading(pair.after)));
    }

    private static List<String> claims(Section section) {
        return section.blocks().stream()
                .filter(block -> block.id().equals("sites"))
                .flatMap(block -> ((Table) block).rows().stream())
                .map(row -> ((Cell.Text) row.cells().get(0)).value() + " "
                        + ((Cell.Text) row.cells().get(3)).value())
                .filter(words -> !words.endsWith(" as before") && !words.contains(" perhaps "))
                .toList();
    }

    private static PinReading reading(Scene scene) {
        return Scene.fold().readings(scene.folded()).of(PinReading.class);
    }

    private static BudgetCheck gate(RandomPair pair, String budget) {
        return gate(new Side(pair.before.folded(), Runs.ONE), new Side(pair.after.folded(), Runs.ONE), budget);
    }

    /** Some runs, as the gate and the comparison take them. */
    private record Side(Folded<Results> folded, Runs runs) {

        static Side of(List<Scene> runs) {
            Map<String, Integer> runOf = new HashMap<>();
            for (int run = 0; run < runs.size(); run++) {
                runOf.put("run" + run, run);
                runs.get(run).of("run" + run);
            }
            return new Side(Scene.folded(runs), Runs.of(runOf));
        }

        PinComparison.Side pins() {
            PinReading reading = Scene.fold().pins(folded);
            return new PinComparison.Side(reading, runs, reading.shortest());
        }
    }

    private static BudgetCheck gate(Side before, Side after, String budget) {
        return BudgetCheck.run(
                new Budget(List.of(Limit.of(Scene.FIGURES, budget, 0)), List.of(), false, false, 0.1, TODAY),
                Scene.fold(),
                after.folded,
                after.runs,
                Baseline.of(Scene.fold(), before.folded, before.runs));
    }

    /** Of several runs a side: what fails a build is what the comparison says is certain, and nothing else. */
    @Test
    void theGateAndTheComparisonAgree() {
        List<String> apart = new ArrayList<>();
        int failed = 0;
        for (int i = 0; i < PAIRS; i++) {
            Random random = new Random(SEED + i);
            Change[] changes = Change.values();
            Measurement[] measurements = {
                Measurement.SAME, Measurement.TWICE_THE_LOAD, Measurement.THREE_TIMES_AS_LONG, Measurement.SOONER
            };
            RandomPair pair = new RandomPair(
                    SEED + i,
                    changes[random.nextInt(changes.length)],
                    measurements[random.nextInt(measurements.length)],
                    random.nextBoolean());
            Side before = Side.of(runs(pair, false, 1 + random.nextInt(4)));
            Side after = Side.of(runs(pair, true, 1 + random.nextInt(4)));
            List<String> claims = claims(new PinComparison().changes(before.pins(), after.pins()));
            boolean isMore = claims.stream().anyMatch(claim -> claim.contains(" new") || claim.contains("more often"));
            boolean isLonger = claims.stream().anyMatch(claim -> claim.contains("longer"));
            if (gate(before, after, "pins").passed() == isMore
                    || gate(before, after, "pinned-time").passed() == (isMore || isLonger)) {
                apart.add(pair + ": " + claims);
            }
            failed += isMore || isLonger ? 1 : 0;
        }
        assertThat(apart).as("seed %d", SEED).isEmpty();
        assertThat(failed).isGreaterThan(PAIRS / 10);
    }

    private static List<Scene> runs(RandomPair pair, boolean later, int number) {
        return IntStream.range(0, number).mapToObj(run -> pair.run(later)).toList();
    }

    @Test
    void runsOfAnUnchangedProgramDifferInNothing() {
        List<String> claims = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            RandomPair pair = new RandomPair(SEED + i, Change.NONE, Measurement.SAME, i % 2 == 0);
            List<String> of = claims(pair);
            if (!of.isEmpty()) {
                claims.add(pair + ": " + of);
            }
            if (!gate(pair, "pins").passed()) {
                failed.add(pair.toString());
            }
        }
        assertThat(claims).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
        assertThat(failed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
    }

    @Test
    void aDifferenceOfLoadOfLengthOrOfDamageIsNone() {
        List<String> claims = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Measurement[] all = Measurement.values();
        for (int i = 0; i < PAIRS; i++) {
            Measurement measurement = all[1 + i % (all.length - 1)];
            if (measurement == Measurement.THRESHOLD) {
                continue;
            }
            RandomPair pair = new RandomPair(SEED + i, Change.NONE, measurement, i % 2 == 0);
            List<String> of = claims(pair);
            if (!of.isEmpty()) {
                claims.add(pair + ": " + of);
            }
            if (measurement != Measurement.DAMAGED && !gate(pair, "pins").passed()) {
                failed.add(pair.toString());
            }
        }
        assertThat(claims).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
        assertThat(failed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
    }

    @Test
    void whatWasPlantedIsFound() {
        int planted = 0;
        List<String> missed = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<String> passed = new ArrayList<>();
        for (int i = 0; i < 4 * PAIRS; i++) {
            Change change =
                    List.of(Change.GONE, Change.NEW, Change.MORE, Change.LONGER).get(i % 4);
            Measurement measurement = List.of(
                            Measurement.SAME, Measurement.SAME, Measurement.TWICE_THE_LOAD, Measurement.SOONER)
                    .get(i / 4 % 4);
            RandomPair pair = new RandomPair(SEED + i, change, measurement, i / 16 % 2 == 0);
            if (!pair.has(100) || !pair.isVisible(VISIBLE)) {
                continue;
            }
            planted++;
            String word = switch (change) {
                case GONE -> " gone";
                case NEW -> " new";
                case MORE -> "more often";
                default -> "longer";
            };
            RandomPair.Site site = Objects.requireNonNull(pair.changed);
            List<String> claims = claims(pair);
            if (claims.stream().noneMatch(claim -> claim.startsWith(site.method()) && claim.contains(word))) {
                missed.add(pair + ": " + claims);
            }
            if (claims.stream().anyMatch(claim -> !claim.startsWith(site.method()))) {
                others.add(pair + ": " + claims);
            }
            boolean fails = change != Change.GONE;
            if (gate(pair, change == Change.LONGER ? "pinned-time" : "pins").passed() == fails) {
                passed.add(pair.toString());
            }
        }
        assertThat(planted).isGreaterThan(2 * PAIRS);
        assertThat(missed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(planted / 20);
        assertThat(others).as("seed %d", SEED).hasSizeLessThanOrEqualTo(planted / 50);
        assertThat(passed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(planted / 20);
    }

    /** Of lengths that spread widely, a few long ones move the mean. */
    @Test
    void longerPinsAreFoundHoweverWidelyTheirLengthsSpread() {
        int planted = 0;
        List<String> missed = new ArrayList<>();
        for (int i = 0; i < 4 * PAIRS; i++) {
            RandomPair pair = new RandomPair(SEED + i, Change.LONGER, Measurement.SAME, i % 2 == 0);
            RandomPair.Site site = Objects.requireNonNull(pair.changed);
            if (site.sigma() < WIDE || !pair.has(100) || !pair.isVisible(VISIBLE)) {
                continue;
            }
            planted++;
            List<String> claims = claims(pair);
            if (claims.stream().noneMatch(claim -> claim.startsWith(site.method()) && claim.contains("longer"))) {
                missed.add(pair + ": " + claims);
            }
        }
        assertThat(planted).isGreaterThan(PAIRS / 4);
        assertThat(missed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(planted / 20);
    }

    @Test
    void whatMovedIsNeitherNewNorGone() {
        List<String> missed = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            RandomPair pair = new RandomPair(
                    SEED + i, Change.MOVED, i % 3 == 0 ? Measurement.TWICE_THE_LOAD : Measurement.SAME, i % 2 == 0);
            List<String> claims = claims(pair);
            if (claims.size() != 1 || !claims.getFirst().contains(" moved from com.acme.Part")) {
                missed.add(pair + ": " + claims);
            }
            if (!gate(pair, "pins").passed()) {
                failed.add(pair.toString());
            }
        }
        assertThat(missed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 10);
        assertThat(failed).as("seed %d", SEED).hasSizeLessThanOrEqualTo(PAIRS / 50);
    }
}
