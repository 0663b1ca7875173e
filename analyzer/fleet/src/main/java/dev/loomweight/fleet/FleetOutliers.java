package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Spread;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Units that are unlike their siblings, which have the same labels except the last: robust outliers. A figure is one where
 * it is further from the median of the siblings than five times their median absolute deviation, scaled by 1.4826 to be a
 * standard deviation where they are distributed normally, and further than half of the median. Neither moves with the
 * outliers themselves.
 */
final class FleetOutliers {

    /** Of fewer, the median is not known well enough. */
    static final int MIN_SIBLINGS = 5;

    private static final double DEVIATIONS = 5;
    private static final double NORMAL = 1.4826;
    private static final double MIN_SHARE = 0.5;
    private static final int MAX_FINDINGS = 10;
    private static final long MIN_RECORDED_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long MIN_PINNED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MIN_BYTES = 16 << 20;

    private final FleetView view;
    private final List<Outlier> outliers = new ArrayList<>();
    private int judged;
    private int tooFew;

    FleetOutliers(FleetView view) {
        this.view = view;
        if (view.hasUnits()) {
            find();
        }
    }

    /** What units are compared by. */
    private enum Figure {
        PINNED_PER_HOUR("pinned time per hour", Unit.TIME, MIN_PINNED_NANOS, FleetOutliers::pinned),
        WORST_HOUR("pinned time per hour, in its worst hour", Unit.TIME, MIN_PINNED_NANOS, FleetOutliers::worst),
        STARVED_PER_HOUR("time per hour with all carriers pinned", Unit.TIME, MIN_PINNED_NANOS, FleetOutliers::starved),
        FAILED_SUBMITS("rejected virtual threads per hour", Unit.COUNT, 10, FleetOutliers::refused),
        RESIDENT(
                "peak of resident memory",
                Unit.SIZE,
                MIN_BYTES,
                sums -> sums.resident().highest());

        private final String words;
        private final Unit unit;
        // A difference that is smaller matters to nobody.
        private final long least;

        @SuppressWarnings("ImmutableEnumChecker") // References of methods without state.
        private final Function<GroupSums, @Nullable Long> of;

        Figure(String words, Unit unit, long least, Function<GroupSums, @Nullable Long> of) {
            this.words = words;
            this.unit = unit;
            this.least = least;
            this.of = of;
        }

        private Cell cell(double amount) {
            return unit.cell(Math.round(amount));
        }

        private String words(double amount) {
            return unit.words(Math.round(amount));
        }
    }

    /** A unit that is unlike its siblings in a figure. */
    private record Outlier(
            Labels unit, Figure figure, double value, Spread siblings, double deviations, GroupSums sums) {

        boolean isHigh() {
            return value > siblings.median();
        }
    }

    private static @Nullable Long pinned(GroupSums sums) {
        return sums.get(Counter.RECORDED_NANOS) < MIN_RECORDED_NANOS ? null : FleetView.pinnedPerHour(sums);
    }

    private static @Nullable Long worst(GroupSums sums) {
        return sums.hours().values().stream()
                .filter(hour -> hour.recordedNanos() >= MIN_RECORDED_NANOS)
                .map(FleetOutliers::rate)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static long rate(Hour hour) {
        return FleetView.perHour(hour.pinnedNanos(), hour.recordedNanos());
    }

    private static @Nullable Long starved(GroupSums sums) {
        long recorded = sums.get(Counter.RECORDED_NANOS);
        return recorded < MIN_RECORDED_NANOS || sums.get(Counter.CARRIERS_KNOWN) == 0
                ? null
                : FleetView.perHour(sums.get(Counter.STARVED_NANOS), recorded);
    }

    private static @Nullable Long refused(GroupSums sums) {
        long recorded = sums.get(Counter.RECORDED_NANOS);
        return recorded < MIN_RECORDED_NANOS || sums.get(Counter.SUBMITS_TOLD) == 0
                ? null
                : FleetView.perHour(sums.get(Counter.FAILED_SUBMITS), recorded);
    }

    private void find() {
        TreeMap<Labels, TreeMap<Labels, GroupSums>> families = new TreeMap<>();
        view.units()
                .forEach((unit, sums) -> families.computeIfAbsent(unit.without(view.unitWord()), key -> new TreeMap<>())
                        .put(unit, sums));
        for (TreeMap<Labels, GroupSums> family : families.values()) {
            if (family.size() < MIN_SIBLINGS) {
                tooFew += family.size();
                continue;
            }
            judged += family.size();
            for (Figure figure : Figure.values()) {
                judge(family, figure);
            }
        }
        outliers.sort(Comparator.comparingDouble((Outlier outlier) -> -outlier.deviations())
                .thenComparing(Outlier::unit)
                .thenComparing(Outlier::figure));
    }

    private void judge(SortedMap<Labels, GroupSums> family, Figure figure) {
        TreeMap<Labels, Long> values = new TreeMap<>();
        family.forEach((unit, sums) -> {
            Long value = figure.of.apply(sums);
            if (value != null) {
                values.put(unit, value);
            }
        });
        if (values.size() < MIN_SIBLINGS) {
            return;
        }
        Spread spread =
                Spread.of(values.values().stream().map(Long::doubleValue).toList());
        double scaled = spread.deviation() * NORMAL;
        double allowed = allowed(spread, figure);
        values.forEach((unit, value) -> {
            double from = Math.abs(value - spread.median());
            // Of the worst hour only what the whole does not show.
            boolean known = figure == Figure.WORST_HOUR
                    && outliers.stream()
                            .anyMatch(other -> other.unit().equals(unit) && other.figure() == Figure.PINNED_PER_HOUR);
            GroupSums sums = family.get(unit);
            if (from > allowed && !known && sums != null) {
                outliers.add(
                        new Outlier(unit, figure, value, spread, from / Math.max(scaled, allowed / DEVIATIONS), sums));
            }
        });
    }

    /** How far from the median of its siblings a unit may be. */
    private static double allowed(Spread spread, Figure figure) {
        return Math.max(
                Math.max(DEVIATIONS * NORMAL * spread.deviation(), MIN_SHARE * Math.abs(spread.median())),
                (double) figure.least);
    }

    /** How many units are unlike their siblings. */
    long count(String service) {
        return outliers.stream()
                .map(Outlier::unit)
                .filter(unit -> view.service(unit).equals(service))
                .distinct()
                .count();
    }

    /** How many units of a service could be compared. */
    long judged(String service) {
        Map<Labels, Integer> sizes = new TreeMap<>();
        view.units().keySet().stream()
                .filter(unit -> view.service(unit).equals(service))
                .forEach(unit -> sizes.merge(unit.without(view.unitWord()), 1, Integer::sum));
        return sizes.values().stream()
                .filter(size -> size >= MIN_SIBLINGS)
                .mapToLong(Integer::longValue)
                .sum();
    }

    Section section() {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        String unit = view.unitWord();
        long unlike = outliers.stream().map(Outlier::unit).distinct().count();
        List<String> sentences = new ArrayList<>();
        if (judged > 0) {
            sentences.add((unlike == 0 ? "None" : Amounts.count(unlike)) + " of " + Amounts.count(judged) + " " + unit
                    + "s " + (unlike > 1 ? "are unlike their" : "is unlike its") + " siblings.");
        }
        if (tooFew > 0) {
            sentences.add(Amounts.count(tooFew, unit + " has", unit + "s have") + " fewer than " + (MIN_SIBLINGS - 1)
                    + " siblings and " + (tooFew == 1 ? "is" : "are") + " not compared.");
        }
        Note.headline(sentences).ifPresent(blocks::add);
        if (!outliers.isEmpty()) {
            blocks.add(table());
            outliers.stream().limit(MAX_FINDINGS).forEach(outlier -> findings.add(finding(outlier)));
        }
        if (judged > 0) {
            blocks.add(new Note("rule", "", List.of(rule())));
        }
        return new Section("outliers", FleetView.capital(unit) + "s unlike their siblings", blocks, findings);
    }

    private String rule() {
        String same = String.join(" and ", view.by().subList(0, view.by().size() - 1));
        return "Siblings are those with the same " + same
                + ". A figure is unlike them if it is further from their median than 5 times their"
                + " median absolute deviation (times 1.4826, which makes it a standard deviation where they are distributed"
                + " normally), further than half of the median, and by more than 100 ms per hour, 10 threads per hour or"
                + " 16 MB.";
    }

    private Table table() {
        return Rows.of(Outlier.class)
                .text("unit", FleetView.capital(String.join(", ", view.by())), outlier -> view.name(outlier.unit()))
                .text("figure", "Figure", outlier -> outlier.figure().words)
                .column("value", "Value", outlier -> outlier.figure().cell(outlier.value()))
                .column(
                        "median",
                        "Siblings' median",
                        outlier -> outlier.figure().cell(outlier.siblings().median()))
                .column(
                        "deviation",
                        "Their deviation",
                        outlier -> outlier.figure().cell(outlier.siblings().deviation() * NORMAL))
                .count("siblings", "Siblings", outlier -> outlier.siblings().count() - 1)
                .text("when", "When", FleetOutliers::when)
                .top(20)
                .brief("unit", "figure", "value", "median")
                .table("outliers", "", outliers);
    }

    /** In which hours its rate was that of an outlier; only of pinned time. */
    private static String when(Outlier outlier) {
        if (!outlier.isHigh()
                || (outlier.figure() != Figure.WORST_HOUR && outlier.figure() != Figure.PINNED_PER_HOUR)) {
            return "";
        }
        double limit = outlier.siblings().median() + allowed(outlier.siblings(), outlier.figure());
        List<Long> hours = FleetView.hours(outlier.sums()).entrySet().stream()
                .filter(hour -> hour.getValue().recordedNanos() >= MIN_RECORDED_NANOS && rate(hour.getValue()) > limit)
                .map(Map.Entry::getKey)
                .toList();
        int all = FleetView.hours(outlier.sums()).size();
        if (hours.isEmpty()) {
            return "";
        }
        String first = Amounts.instant(Instant.ofEpochSecond(TimeUnit.HOURS.toSeconds(hours.getFirst())));
        return all == 1 ? "recorded at " + first : "in " + hours.size() + " of " + all + " hours, first " + first;
    }

    private Finding finding(Outlier outlier) {
        String when = when(outlier);
        return new Finding(
                "unlikeSiblings",
                Severity.WARNING,
                view.name(outlier.unit()) + " is unlike its siblings: " + outlier.figure().words + " "
                        + outlier.figure().words(outlier.value()) + ", and their median is "
                        + outlier.figure().words(outlier.siblings().median()) + ".",
                "Compared with " + Amounts.count(outlier.siblings().count() - 1)
                        + " siblings, of which half are within "
                        + outlier.figure().words(outlier.siblings().deviation()) + " of the median"
                        + (when.isEmpty() ? "." : "; " + when + "."),
                "Look at its recordings alone, and at what is different there: node, traffic, configuration.");
    }
}
